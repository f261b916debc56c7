package params_test

import (
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
)

// TestCrowdedSteps: where many parts share a column, the norm that a step keeps is that which is computed anew, also
// under a scale, and where rows are far apart.
func TestCrowdedSteps(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	x := linalg.NewDense(5000, 3, testproblems.Normal(rng, 15000, 1))
	for name, create := range map[string]func(*linalg.Dense, int) params.Block{
		"Explicit": blocks["Explicit"], "Seen": blocks["Seen"],
		"Explicit/sparse": func(x *linalg.Dense, outputs int) params.Block {
			return params.NewExplicit(0, sparse(x), outputs)
		},
		"Identity": func(x *linalg.Dense, outputs int) params.Block {
			return params.NewExplicit(0, linalg.Identity(x.R), outputs)
		},
	} {
		b := create(x, 2)
		b.StartAverage()
		for range 4 {
			var parts []toolkit.Part
			for range 40 {
				parts = append(parts, toolkit.Part{Row: 4999 * rng.IntN(2), Col: rng.IntN(2), Value: rng.NormFloat64()})
			}
			inner, squared := b.InnerProducts(parts)
			want := b.SquaredNorm() + 0.3*(2*inner+0.3*squared)
			b.Add(0.3, parts)
			kept := b.SquaredNorm()
			b.Refresh()
			if !testproblems.Near(kept, b.SquaredNorm(), 1e-12) || !testproblems.Near(kept, want, 1e-12) {
				t.Errorf("%s: ‖W‖² is kept as %g; by inner products it is %g, anew %g", name, kept, want, b.SquaredNorm())
			}
			b.Tick()
			b.Scale(0.7)
		}
		var last, mean [2]float64
		b.Scores(last[:], 4999)
		b.Averaged().Scores(mean[:], 4999)
		if last == mean {
			t.Errorf("%s: the average is the last", name)
		}
	}
}

// TestPairsAreThoseSeen: a weight of a pair that no row shows stays 0.
func TestPairsAreThoseSeen(t *testing.T) {
	t.Parallel()
	x := indicators(linalg.NewDense(3, 2, []float64{1, 0, 0, 1, 1, 1}))
	pairs := params.PairsOf(x, []int{0, 2, 1}, []int{0, 1})
	b := params.NewSeen(0, x, pairs, 3)
	for row := range 3 {
		for col := range 3 {
			b.Add(1, []toolkit.Part{{Row: row, Col: col, Value: 1}})
		}
	}
	w := b.Coefficients()
	for j, want := range [][]float64{{2, 0, 0}, {0, 0, 2}} {
		for c, v := range want {
			if w.At(j, c) != v {
				t.Errorf("feature %d has weights %v, and not %v", j, w.Row(j), want)
			}
		}
	}
}
