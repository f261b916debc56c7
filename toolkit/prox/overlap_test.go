package prox_test

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// TestDisjointOverlapIsGroupLasso, and nested groups are the tree.
func TestDisjointOverlapIsGroupLasso(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(11, 12))
	for range 50 {
		d := 2 + rng.IntN(10)
		v := testproblems.Normal(rng, d, 2)
		a, b := make([]float64, d), make([]float64, d)
		prox.Overlap{Lambda: 0.7, Groups: testproblems.Pairs(d), Weights: testproblems.SawtoothWeights(len(testproblems.Pairs(d)))}.Prox(a, v, 1.3)
		prox.L21{Lambda: 0.7, Groups: testproblems.Pairs(d), Weights: testproblems.SawtoothWeights(len(testproblems.Pairs(d)))}.Prox(b, v, 1.3)
		if !floats.EqualApprox(a, b, 1e-12) {
			t.Fatalf("disjoint groups: %v, group lasso %v", a, b)
		}
		prox.Overlap{Lambda: 0.7, Groups: testproblems.Nested(d), Weights: testproblems.SawtoothWeights(len(testproblems.Nested(d)))}.Prox(a, v, 1.3)
		prox.Tree{Lambda: 0.7, Groups: testproblems.Nested(d), Weights: testproblems.SawtoothWeights(len(testproblems.Nested(d)))}.Prox(b, v, 1.3)
		if !floats.EqualApprox(a, b, 1e-6) {
			t.Fatalf("nested groups: %v, tree %v", a, b)
		}
	}
}

// TestPolarNear: the bound near a subgradient is one, and so close that gaps with overlapping groups become small.
func TestPolarNear(t *testing.T) {
	t.Parallel()
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 121))
		g := prox.Overlap{Lambda: 0.3, Groups: testproblems.Chained(20), Weights: testproblems.SawtoothWeights(20)}
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
