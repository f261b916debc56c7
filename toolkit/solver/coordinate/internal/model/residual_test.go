package model

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
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
