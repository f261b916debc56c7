package linalg_test

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestMatrixProducts compares dense, sparse and general maps with gonum's product.
func TestMatrixProducts(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(62, 63))
	const r, c, k = 7, 5, 3
	dense := linalg.NewDense(r, c, testproblems.Normal(rng, r*c, 1))
	sparse := &linalg.CSR{R: r, C: c, Ptr: []int{0}}
	for i := range r {
		for j := range c {
			if rng.IntN(2) == 0 {
				dense.Data[i*c+j] = 0
				continue
			}
			sparse.Col, sparse.Val = append(sparse.Col, int32(j)), append(sparse.Val, dense.At(i, j))
		}
		sparse.Ptr = append(sparse.Ptr, len(sparse.Val))
	}
	w, u := testproblems.Normal(rng, c*k, 1), testproblems.Normal(rng, r*k, 1)
	var aw, atu mat.Dense
	aw.Mul(mat.NewDense(r, c, dense.Data), mat.NewDense(c, k, w))
	atu.Mul(mat.NewDense(r, c, dense.Data).T(), mat.NewDense(r, k, u))
	for name, a := range map[string]linalg.Map{"dense": dense, "sparse": sparse, "general": struct{ linalg.Map }{sparse}} {
		got := make([]float64, r*k)
		if linalg.MulMat(got, a, w, k); !floats.EqualApprox(got, aw.RawMatrix().Data, 1e-12) {
			t.Errorf("%s: A W is wrong", name)
		}
		got = make([]float64, c*k)
		if linalg.MulTransMat(got, a, u, k); !floats.EqualApprox(got, atu.RawMatrix().Data, 1e-12) {
			t.Errorf("%s: Aᵀ U is wrong", name)
		}
	}
}
