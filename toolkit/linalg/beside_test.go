package linalg_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestBeside: columns that are not copied have the products, and the Gram matrix, of those that are.
func TestBeside(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(95, 1))
	const n, d, q = 40, 5, 2
	a := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
	f := linalg.NewDense(q, n, testproblems.Normal(rng, n*q, 1))
	h := testproblems.Normal(rng, n, 1)
	for _, m := range []linalg.Map{a, linalg.ToCSR(a)} {
		apart, one := linalg.Beside(m, f), linalg.AppendColumns(m, f)
		for _, weights := range [][]float64{nil, h} {
			want := linalg.GramOfColumns(one, weights)
			for i, v := range linalg.GramOfColumns(apart, weights) {
				if math.Abs(v-want[i]) > 1e-12 {
					t.Errorf("entry %d is %g, and %g of a copy", i, v, want[i])
				}
			}
		}
		x, y := testproblems.Normal(rng, d+q, 1), testproblems.Normal(rng, n, 1)
		f1, f2, g1, g2 := make([]float64, n), make([]float64, n), make([]float64, d+q), make([]float64, d+q)
		apart.MulVec(f1, x)
		one.MulVec(f2, x)
		apart.MulTransVec(g1, y)
		one.MulTransVec(g2, y)
		for i, v := range append(f1, g1...) {
			if want := append(f2, g2...)[i]; math.Abs(v-want) > 1e-12 {
				t.Errorf("product %d is %g, and %g of a copy", i, v, want)
			}
		}
	}
}
