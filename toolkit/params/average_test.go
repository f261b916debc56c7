package params_test

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
)

// TestAveragedModel compares the average kept lazily with one kept plainly, for both kinds of block, through
// scalings, resets and the folding of a scale.
func TestAveragedModel(t *testing.T) {
	t.Parallel()
	for name, create := range blocks {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(21, 22))
			x := linalg.NewDense(5, 3, testproblems.Normal(rng, 15, 1))
			m := params.NewModel([]params.Block{create(x, 2)})
			m.StartAverage()
			sum := make([]float64, 10)
			for round := range 400 {
				m.Tick()
				sum = addScores(sum, m, 5, 2)
				switch {
				case round%100 == 99:
					m.Scale(0, 0)
				case round%40 == 20:
					for _, c := range []float64{1e-60, 1e-60, 1e60, 1e60} {
						m.Scale(0, c)
					}
				default:
					m.Scale(0, 0.9+0.1*rng.Float64())
				}
				var u toolkit.Update
				u.Add(0, rng.IntN(5), rng.IntN(2), rng.NormFloat64())
				m.Add(-0.5, &u)
			}
			floats.Scale(1.0/400, sum)
			averaged := m.Averaged()
			if got := addScores(make([]float64, 10), averaged, 5, 2); !floats.EqualApprox(got, sum, 1e-9) {
				t.Errorf("averaged scores %v, plainly %v", got, sum)
			}
			before := averaged.Norm(0)
			averaged.Refresh()
			if !testproblems.Near(averaged.Norm(0), before, 1e-12) {
				t.Errorf("norm %g, exactly %g", before, averaged.Norm(0))
			}
		})
	}
}

// TestAveragedModelUnderDecay shrinks the parameters in every round, for long: what the average adds and takes off
// again must not outgrow the average itself.
func TestAveragedModelUnderDecay(t *testing.T) {
	t.Parallel()
	for name, create := range blocks {
		rng := rand.New(rand.NewPCG(23, 24))
		x := linalg.NewDense(5, 3, testproblems.Normal(rng, 15, 1))
		m := params.NewModel([]params.Block{create(x, 2)})
		m.StartAverage()
		sum := make([]float64, 10)
		for range 3000 {
			m.Tick()
			sum = addScores(sum, m, 5, 2)
			m.Scale(0, 0.97)
			var u toolkit.Update
			u.Add(0, rng.IntN(5), rng.IntN(2), rng.NormFloat64())
			m.Add(-0.5, &u)
		}
		floats.Scale(1.0/3000, sum)
		if got := addScores(make([]float64, 10), m.Averaged(), 5, 2); !floats.EqualApprox(got, sum, 1e-10) {
			t.Errorf("%s: averaged scores %v, plainly %v", name, got, sum)
		}
	}
}

func addScores(sum []float64, m *params.Model, rows, outputs int) []float64 {
	for row := range rows {
		m.Scores(sum[row*outputs:(row+1)*outputs], 0, row)
	}
	return sum
}

func TestAverageOfNoRounds(t *testing.T) {
	t.Parallel()
	for name, create := range blocks {
		b := create(linalg.NewDense(1, 1, []float64{1}), 1)
		b.StartAverage()
		mustPanic(t, name, func() { b.Averaged() })
	}
}
