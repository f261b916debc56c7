package fit_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// standard are the problems that the default tolerance must solve, with so many features in groups that overlap: what
// tests take grows with them quickly.
func standard(overlapping int) map[string]struct {
	c    fit.Linear
	data fit.Data
} {
	type problem = struct {
		c    fit.Linear
		data fit.Data
	}
	out := map[string]problem{}
	var tens, chained [][]int
	for j := 0; j < 300; j += 10 {
		var g, h []int
		for k := j; k < j+10; k++ {
			g = append(g, k)
		}
		for k := j; k < min(overlapping, j+14); k++ {
			h = append(h, k)
		}
		if tens = append(tens, g); len(h) > 0 {
			chained = append(chained, h)
		}
	}
	regression := sample(&fit.Linear{}, 120, 300, 2*3*7)
	for name, c := range map[string]fit.Linear{
		"lasso": {Penalty: prox.L1{Lambda: 1}}, "elastic net": {Penalty: prox.L1{Lambda: 1}, Mu: 0.05},
		"group":        {Penalty: prox.L21{Lambda: 1, Groups: tens}},
		"sparse-group": {Penalty: prox.SparseGroup{Lambda: 1, Mix: 0.5, Groups: tens}},
	} {
		out[name] = problem{c, regression}
	}
	out["overlapping groups"] = problem{
		fit.Linear{Penalty: prox.Overlap{Lambda: 1, Groups: chained}},
		sample(&fit.Linear{}, overlapping*2/5, overlapping, 2*3*7),
	}
	labels := sample(&fit.Linear{Loss: loss.Logistic{}}, 300, 80, 4)
	out["logistic l1"] = problem{fit.Linear{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}}, labels}
	out["logistic l2"] = problem{fit.Linear{Loss: loss.Logistic{}, Mu: 1e-3}, labels}
	out["hinge l2"] = problem{fit.Linear{Loss: loss.Hinge{}, Mu: 1e-3}, labels}
	out["multinomial trace"] = problem{
		fit.Linear{Loss: loss.Multinomial{}, Penalty: prox.TraceNorm{Lambda: 1}},
		classes(240, 40, 12),
	}
	tasks := sample(&fit.Linear{Penalty: prox.L1{Lambda: 1}}, 150, 60, 6)
	for i := range 150 {
		tasks.Task = append(tasks.Task, int64(i%6))
	}
	out["multi-task"] = problem{fit.Linear{Penalty: prox.MultiTask{Lambda: 1}}, tasks}
	return out
}

func classes(n, d, k int) fit.Data {
	rng := rand.New(rand.NewPCG(7, 131))
	x, w := linalg.NewDense(n, d, nil), linalg.NewDense(d, k, nil)
	for i := range x.Data {
		x.Data[i] = rng.NormFloat64()
	}
	for i := range w.Data[:5*k] {
		w.Data[i] = rng.NormFloat64()
	}
	data := fit.Data{X: x, Y: make([]float64, n)}
	scores := linalg.NewDense(n, k, nil)
	linalg.MulMat(scores.Data, x, w.Data, k)
	for i := range n {
		row := scores.Row(i)
		for c := range row {
			row[c] += rng.NormFloat64()
		}
		data.Y[i] = float64(floats.MaxIdx(row))
	}
	return data
}

// TestDefaultToleranceByCertificate: the default solves the standard problems from heavy to light λ, and zeros and rank
// are those of a solution to 1e-11.
func TestDefaultToleranceByCertificate(t *testing.T) {
	t.Parallel()
	overlapping := 150
	if os.Getenv("PROXLAB_FAULTS") == "long" {
		overlapping = 300
	}
	for name, p := range standard(overlapping) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shares := []float64{0}
			most := 0.
			if p.c.Penalty != nil {
				shares = []float64{0.9, 0.5, 0.1, 0.01, 0.001}
				var err error
				if most, err = p.c.LambdaMax(p.data); err != nil {
					t.Fatal(err)
				}
			}
			for _, share := range shares {
				c := p.c
				c.Lambda = share * most
				m, err := c.Fit(t.Context(), p.data)
				if err != nil || m.Status != solver.Converged || m.Gap > 1e-6*m.Objective {
					t.Fatalf("λ = %g λ_max: %+v, error %v", share, m.Status, err)
				}
				c.Tol = 1e-11
				exact, err := c.Fit(t.Context(), p.data)
				if err != nil {
					t.Fatal(err)
				}
				if m.Nonzeros() != exact.Nonzeros() {
					t.Errorf(
						"λ = %g λ_max: %d weights are not 0, of the solution %d (gaps %.1e, %.1e)",
						share,
						m.Nonzeros(),
						exact.Nonzeros(),
						m.Gap/m.Objective,
						exact.Gap/m.Objective,
					)
				}
				if m.Rank != nil && *m.Rank != *exact.Rank {
					t.Errorf("λ = %g λ_max: rank %d, of the solution %d", share, *m.Rank, *exact.Rank)
				}
			}
		})
	}
}

func BenchmarkDefaultTolerance(b *testing.B) {
	for name, p := range standard(300) {
		most := 0.
		if p.c.Penalty != nil {
			most, _ = p.c.LambdaMax(p.data)
		}
		for _, share := range []float64{0.5, 0.1, 0.01, 0.001} {
			c := p.c
			c.Lambda = share * most
			b.Run(fmt.Sprintf("%s/%g", name, share), func(b *testing.B) {
				for b.Loop() {
					if _, err := c.Fit(context.Background(), p.data); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
