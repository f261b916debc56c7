package shape

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestBlockMinimum: the gradient of the quadratic at W is −τW/‖W‖ − μW, or at most τ long at 0.
func TestBlockMinimum(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(73, 1))
	for range 300 {
		size, rows := 1+rng.IntN(8), 1+rng.IntN(12) // of full rank or not
		z := testproblems.Normal(rng, size*rows, 1)
		gram := make([]float64, size*size)
		linalg.Gemm(gram, z, z, size, rows, size, true)
		y := testproblems.Normal(rng, rows, 1)
		b := make([]float64, size)
		linalg.Gemm(b, z, y, size, rows, 1, false)
		tau, mu := floats.Norm(b, 2)*1.2*rng.Float64(), 0.1*float64(rng.IntN(2))
		block, ok := Of(gram, size)
		if !ok {
			t.Fatal("no eigenvalues")
		}
		w := append([]float64(nil), b...)
		block.Minimum(w, make([]float64, len(w)), tau, mu, 10*rng.Float64())
		left := make([]float64, len(b)) // B − H W − μW
		linalg.Gemm(left, gram, w, size, size, 1, false)
		floats.SubTo(left, b, left)
		floats.AddScaled(left, -mu, w)
		norm := floats.Norm(w, 2)
		if norm == 0 {
			if floats.Norm(b, 2) > tau {
				t.Fatalf("0 where ‖B‖ = %g > τ = %g", floats.Norm(b, 2), tau)
			}
			continue
		}
		floats.AddScaled(left, -tau/norm, w)
		if off := floats.Norm(left, 2); !(off <= 1e-9*floats.Norm(b, 2)) || math.IsInf(norm, 1) {
			t.Fatalf("size %d, τ = %g, μ = %g: off by %g of %g", size, tau, mu, off, floats.Norm(b, 2))
		}
	}
}
