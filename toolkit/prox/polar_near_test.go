package prox_test

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// TestPolarNear: the bound near a subgradient is one, and so close that gaps with overlapping groups become small.
func TestPolarNear(t *testing.T) {
	t.Parallel()
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 121))
		groups := testproblems.Chained(20)
		g := prox.Overlap{Lambda: 0.3, Groups: groups, Weights: testproblems.SawtoothWeights(len(groups))}
		v := testproblems.Normal(rng, 20, 3)
		x := make([]float64, 20)
		g.Prox(x, v, 0.7)
		u := make([]float64, 20)
		floats.SubTo(u, v, x)
		floats.Scale(1/0.7, u) // a subgradient at x
		if floats.Norm(x, 1) == 0 {
			continue
		}
		if near := g.PolarNear(u, x); near < 1-1e-9 || near > 1+1e-6 {
			t.Errorf("seed %d: the polar of a subgradient is %g", seed, near)
		}
		far := testproblems.Normal(rng, 20, 1)
		if near, exact := g.PolarNear(far, x), g.Polar(far); near < exact*(1-1e-3) {
			t.Errorf("seed %d: %g where the polar is %g", seed, near, exact)
		}
	}
}
