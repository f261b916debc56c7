package model

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestBlockProducts: products with all columns of a block, and changes of all its weights, are to the last bit those of
// its columns one by one: of one column for outputs that follow one another, which are taken together, of outputs in
// another order, of weights that differ and of sparse columns, which are not.
func TestBlockProducts(t *testing.T) {
	t.Parallel()
	const n, d, k = 37, 6, 11
	rng := rand.New(rand.NewPCG(8, 95))
	dense := linalg.NewDense(d, n, testproblems.Normal(rng, d*n, 1))
	for name, c := range map[string]struct {
		a                        linalg.Rows
		turned, uneven, together bool
	}{
		"dense": {a: dense, together: true}, "turned": {a: dense, turned: true}, "uneven": {a: dense, uneven: true},
		"sparse": {a: linalg.ToCSR(dense)},
	} {
		b, weights := &Blocks{N: n * k, From: []int{0}, Penalized: d}, slices.Repeat([]float64{1. / n}, n*k)
		if c.uneven {
			weights[n+3] = 0.5
		}
		for j := range d {
			columns := make([]Column, k)
			for o := range columns {
				columns[o] = Column{A: c.a, Row: j, Lo: o * n, Hi: (o + 1) * n, WeightAt: j*k + o}
			}
			if c.turned {
				slices.Reverse(columns)
			}
			b.Add(1, columns...)
		}
		r := testproblems.Normal(rng, b.N, 1)
		m, one := NewResidual(b, weights, slices.Clone(r)), NewResidual(b, weights, slices.Clone(r))
		if m.several[2] != c.together {
			t.Errorf("%s: taken together is %v", name, m.several[2])
		}
		got, want, by := make([]float64, k), make([]float64, k), testproblems.Normal(rng, k, 1)
		m.BlockProducts(got, 2)
		m.ChangeBlock(2, by)
		for i := range want {
			want[i] = one.Product(2*k + i)
			one.Change(2*k+i, by[i])
		}
		if !slices.Equal(got, want) || !slices.Equal(m.R, one.R) {
			t.Errorf("%s: products %v, one by one %v", name, got, want)
		}
	}
}

// TestAhead: visits to blocks that were got ready for are those of blocks one by one, with blocks among them that have
// no column for several outputs.
func TestAhead(t *testing.T) {
	t.Parallel()
	const n, d, k = 21, 40, 6
	rng := rand.New(rand.NewPCG(8, 96))
	dense := linalg.NewDense(d, n, testproblems.Normal(rng, d*n, 1))
	b := &Blocks{N: n * k, From: []int{0}, Penalized: d}
	for j := range d {
		var columns []Column
		for o := range k {
			columns = append(columns, Column{A: dense, Row: j, Lo: o * n, Hi: (o + 1) * n, WeightAt: j*k + o})
		}
		if j%19 == 18 {
			columns = columns[:1]
		}
		b.Add(1, columns...)
	}
	weights, r := slices.Repeat([]float64{1. / n}, n*k), testproblems.Normal(rng, b.N, 1)
	m, one := NewResidual(b, weights, slices.Clone(r)), NewResidual(b, weights, slices.Clone(r))
	together := 0
	for _, set := range [][]int{vec.UpTo(d), vec.UpTo(d), {0, 3, 4}} {
		next := 0
		for at, g := range set {
			if at == next {
				count := m.Ahead(set[at:])
				next += count
				together = max(together, min(count, d-1))
			}
			by, got := testproblems.Normal(rng, b.From[g+1]-b.From[g], 1), make([]float64, b.From[g+1]-b.From[g])
			want := slices.Clone(got)
			m.BlockProducts(got, g)
			one.BlockProducts(want, g)
			m.ChangeBlock(g, by)
			one.ChangeBlock(g, by)
			if floats.Distance(got, want, 2) > 1e-9 {
				t.Fatalf("block %d: products %v, one by one %v", g, got, want)
			}
		}
		if m.Rest(); floats.Distance(m.R, one.R, 2) > 1e-9 {
			t.Fatalf("residuals are off by %g", floats.Distance(m.R, one.R, 2))
		}
	}
	if together < 2 {
		t.Error("no blocks were visited together")
	}
}
