package model

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
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
	for _, set := range [][]int{vec.UpTo(b.Count()), {0, 3, 4, 9, 10, 14, 15}, {1, 14}} {
		for _, same := range []bool{true, false} {
			h := make([]float64, 2*n)
			for i := range h {
				if h[i] = 1 + rng.Float64(); same && i >= n {
					h[i] = h[i-n]
				}
			}
			some, columns := b.Only(set)
			gram := GramOf(some, nil, h)
			want := b.GramOf(columns, h)
			if got := gram.Gram(vec.UpTo(len(columns))); !floats.EqualApprox(got, want, 1e-12) {
				t.Errorf("blocks %v: %v, not %v", set, got, want)
			}
		}
	}
}

// TestGramOfSparse: that of most of some sparse columns, whose rows are at hand, is made of all of them.
func TestGramOfSparse(t *testing.T) {
	t.Parallel()
	const n, d = 40, 9
	rng := rand.New(rand.NewPCG(7, 15))
	a := linalg.NewDense(n, d, nil)
	for i := range n {
		a.Data[i*d+rng.IntN(d)], a.Data[i*d+i%d] = rng.NormFloat64(), 1
	}
	rows := linalg.ToCSR(a)
	columns := linalg.Columns(rows)
	b := &Blocks{N: n, From: []int{0}, ByRows: rows}
	for j := range d {
		b.Add(1, Column{A: columns, Row: j, Hi: n, WeightAt: j})
	}
	b.Penalized = b.Count()
	h := make([]float64, n)
	for i := range h {
		h[i] = rng.Float64()
	}
	for _, set := range [][]int{{0, 1, 3, 4, 5, 8}, {2, 7}} {
		some, which := b.Only(set)
		got, want := GramOf(some, nil, h).Gram(vec.UpTo(len(set))), b.GramOf(which, h)
		if some.ByRows != linalg.Map(rows) || !floats.EqualApprox(got, want, 1e-13) {
			t.Errorf("blocks %v: %v, not %v", set, got, want)
		}
	}
}

// TestGramOfSet changes weights of some blocks, two outputs each, and compares products and energy with those of the
// residual.
func TestGramOfSet(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 9))
	const n, d = 12, 7
	a := linalg.NewDense(d, n, testproblems.Normal(rng, d*n, 1))
	b := &Blocks{N: 2 * n, From: []int{0}}
	for j := range d {
		b.Add(1, Column{A: a, Row: j, Hi: n, WeightAt: 2 * j}, Column{A: a, Row: j, Lo: n, Hi: 2 * n, WeightAt: 2*j + 1})
	}
	b.Penalized = b.Count()
	set, h := []int{1, 4, 5}, slices.Repeat([]float64{0.3}, 2*n)
	if !b.GramPays(set) {
		t.Error("a Gram matrix for two outputs should pay")
	}
	q := NewLeastSquares(*b, h, nil)
	w := testproblems.Normal(rng, 2*d, 1)
	m := q.Model(testproblems.Normal(rng, 2*n, 1), 1, 0, w)
	residual, gram := m.Loss.(*Residual), GramOf(b, set, h)
	products := make([]float64, 2*d)
	for _, g := range set {
		residual.BlockProducts(products[2*g:2*g+2], g)
	}
	gram.BeginAt(w, products, residual.Energy(w))
	for _, g := range []int{4, 1, 4} {
		by := testproblems.Normal(rng, 2, 1)
		floats.Add(w[2*g:2*g+2], by)
		residual.ChangeBlock(g, by)
		gram.ChangeBlock(g, by)
	}
	got, want := make([]float64, 2), make([]float64, 2)
	for _, g := range set {
		gram.BlockProducts(got, g)
		residual.BlockProducts(want, g)
		if !floats.EqualApprox(got, want, 1e-12) {
			t.Errorf("block %d: products %v, not %v", g, got, want)
		}
	}
	if got, want := gram.Energy(w), residual.Energy(w); math.Abs(got-want) > 1e-12*want {
		t.Errorf("energy %g, not %g", got, want)
	}
}
