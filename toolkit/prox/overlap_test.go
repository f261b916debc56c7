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
		pairs, nested := testproblems.Pairs(d), testproblems.Nested(d)
		weights := testproblems.SawtoothWeights(len(nested)) // those of the pairs are the first of them
		prox.Overlap{Lambda: 0.7, Groups: pairs, Weights: weights}.Prox(a, v, 1.3)
		prox.L21{Lambda: 0.7, Groups: pairs, Weights: weights}.Prox(b, v, 1.3)
		if !floats.EqualApprox(a, b, 1e-12) {
			t.Fatalf("disjoint groups: %v, group lasso %v", a, b)
		}
		prox.Overlap{Lambda: 0.7, Groups: nested, Weights: weights}.Prox(a, v, 1.3)
		prox.Tree{Lambda: 0.7, Groups: nested, Weights: weights}.Prox(b, v, 1.3)
		if !floats.EqualApprox(a, b, 1e-6) {
			t.Fatalf("nested groups: %v, tree %v", a, b)
		}
	}
}

// TestOverlapKeepsNoPastSweeps: what a prox takes of memory does not grow with its sweeps, of which there are
// thousands here.
func TestOverlapKeepsNoPastSweeps(t *testing.T) {
	v := testproblems.Normal(rand.New(rand.NewPCG(13, 14)), 36, 2)
	dst := make([]float64, len(v))
	g := prox.Overlap{Lambda: 0.7, Groups: testproblems.Chained(36), FixedPoint: true}
	if n := testing.AllocsPerRun(3, func() { g.Prox(dst, v, 1.3) }); n > 20 {
		t.Errorf("%g allocations in one prox", n)
	}
}
