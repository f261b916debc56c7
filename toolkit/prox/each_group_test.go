package prox_test

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// TestEachGroup takes the sequential steps over groups: on disjoint ones they are the group lasso's prox, on nested
// ones, from the leaves up, the tree's, and on overlapping ones the shrinkings in their order, which are not the prox
// of the sum.
func TestEachGroup(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(41, 42))
	sequential := func(lambda float64, g prox.Groups, weights, v []float64) []float64 {
		out := append([]float64(nil), v...)
		for _, r := range prox.EachGroup(lambda, g, weights) {
			r.Prox(out, out, 0.7)
		}
		return out
	}
	for range 100 {
		v := testproblems.Normal(rng, 6, 2)
		got := make([]float64, 6)
		disjoint, weights := prox.Groups{{0, 1}, {2, 3, 4}}, []float64{1, 2}
		prox.L21{Lambda: 0.5, Groups: disjoint, Weights: weights}.Prox(got, v, 0.7)
		if want := sequential(0.5, disjoint, weights, v); !floats.EqualApprox(got, want, 1e-14) {
			t.Fatalf("disjoint groups: %v, in steps %v", got, want)
		}
		nested := prox.Groups{{0, 1}, {2, 3}, {0, 1, 2, 3, 4, 5}}
		prox.Tree{Lambda: 0.5, Groups: nested}.Prox(got, v, 0.7)
		if want := sequential(0.5, nested, nil, v); !floats.EqualApprox(got, want, 1e-14) {
			t.Fatalf("nested groups: %v, in steps %v", got, want)
		}
	}
	v := []float64{1, 1, 1}
	there, back := sequential(1, prox.Groups{{0, 1}, {1, 2}}, nil, v), sequential(1, prox.Groups{{1, 2}, {0, 1}}, nil, v)
	if floats.EqualApprox(there, back, 1e-3) {
		t.Errorf("overlapping groups gave %v in both orders", there)
	}
}
