package model

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestGramOfSomeBlocks: the Gram matrix of some blocks of two outputs, with other columns each, weights of their own,
// and a column of ones, is that of their columns.
func TestGramOfSomeBlocks(t *testing.T) {
	t.Parallel()
	const n, d = 30, 7
	rng := rand.New(rand.NewPCG(2, 96))
	a := linalg.NewDense(d, n, testproblems.Normal(rng, d*n, 1))
	ones := linalg.NewDense(1, n, testproblems.Normal(rng, n, 1))
	b := &Blocks{N: 2 * n, From: []int{0}}
	for at := range 2 * d {
		b.Add(1, Column{A: a, Row: at / 2, Lo: at % 2 * n, Hi: (at%2 + 1) * n, WeightAt: at})
	}
	b.Penalized = b.Count()
	for k := range 2 {
		b.Add(0, Column{A: ones, Lo: k * n, Hi: (k + 1) * n, WeightAt: 2*d + k})
	}
	for _, set := range [][]int{Identity(b.Count()), {0, 3, 4, 9, 10, 14, 15}, {1, 14}} {
		for _, same := range []bool{true, false} {
			h := make([]float64, 2*n)
			for i := range h {
				if h[i] = 1 + rng.Float64(); same && i >= n {
					h[i] = h[i-n]
				}
			}
			some, columns := b.Only(set)
			gram := GramOf(some, h)
			want := b.GramOf(columns, h)
			if got := gram.Gram(Identity(len(columns))); !floats.EqualApprox(got, want, 1e-12) {
				t.Errorf("blocks %v: %v, not %v", set, got, want)
			}
		}
	}
}
