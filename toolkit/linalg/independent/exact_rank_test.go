package independent_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/linalg/independent"
)

// TestExactRank: products of integer factors have the rank of the factors, at any scale of rows and columns; the least
// change of an entry is seen.
func TestExactRank(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(8, 8))
	for trial := range 50 {
		r, c, rank := 1+rng.IntN(9), 1+rng.IntN(9), rng.IntN(5)
		rank = min(rank, r, c)
		left, right := linalg.NewDense(r, max(1, rank), nil), linalg.NewDense(max(1, rank), c, nil)
		for k := range rank {
			for i := range r {
				left.Row(i)[k] = float64(rng.IntN(1<<20) - 1<<19)
			}
			for j := range c {
				right.Row(k)[j] = float64(rng.IntN(1<<20) - 1<<19)
			}
		}
		a := linalg.NewDense(r, c, nil)
		linalg.Gemm(a.Data, left.Data, right.Data, r, max(1, rank), c, false)
		for i := range r {
			for j := range c {
				a.Row(i)[j] = math.Ldexp(a.Row(i)[j], 40*i-70*j)
			}
		}
		if got := independent.ExactRank(a); got != rank {
			t.Errorf("trial %d: rank %d, of factors of rank %d", trial, got, rank)
		}
		if got := independent.ExactRank(linalg.ToCSR(a)); got != rank {
			t.Errorf("trial %d: a sparse matrix has rank %d", trial, got)
		}
	}
	tenth := linalg.NewDense(3, 2, []float64{0.1, 0.1, 0.3, 0.3, -7, -7})
	if got := independent.ExactRank(tenth); got != 1 {
		t.Errorf("equal columns have rank %d", got)
	}
	if tenth.Data[3] = math.Nextafter(0.3, 1); independent.ExactRank(tenth) != 2 {
		t.Error("a difference in the last digit is not seen")
	}
}
