package kernel_test

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

var kernels = map[string]kernel.Kernel{
	"Linear":                 kernel.Linear{},
	"Quadratic":              kernel.Quadratic{Offset: 1},
	"Quadratic/homogeneous":  kernel.Quadratic{},
	"UnitDiagonal":           kernel.UnitDiagonal{Of: kernel.Linear{}},
	"UnitDiagonal/quadratic": kernel.UnitDiagonal{Of: kernel.Quadratic{Offset: 1}},
	"Gaussian":               kernel.Gaussian{Variance: 2},
	"B1Spline":               kernel.B1Spline{Width: 1}, // so narrow that the matrix is diagonally dominant
	"Scaled":                 kernel.Scaled{C: 3, Of: kernel.Gaussian{Variance: 1}},
	"Average":                kernel.Average{kernel.Linear{}, kernel.Quadratic{Offset: 1}},
}

// TestKernelsAreGramMatrices checks that Gram and Expand are what the kernel says pair by pair, symmetric, and
// without a negative eigenvalue.
func TestKernelsAreGramMatrices(t *testing.T) {
	t.Parallel()
	for name, k := range kernels {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(15, 16))
			x := linalg.NewDense(70, 5, testproblems.Normal(rng, 350, 1)) // more than one block of rows
			clear(x.Row(3))                                               // a zero vector has no direction to normalize
			g := testproblems.Must(kernel.Gram(t.Context(), k, x))
			sym := mat.NewSymDense(70, nil)
			for i := range 70 {
				for j := range 70 {
					want := k.OfDot(x.DotRows(i, j), x.DotRows(i, i), x.DotRows(j, j))
					if got := g.Row(i)[j]; !testproblems.Near(got, want, 1e-12) || !testproblems.Near(got, g.Row(j)[i], 1e-12) {
						t.Fatalf("entry %d, %d is %g, by the formula %g, transposed %g", i, j, got, want, g.Row(j)[i])
					}
					if i <= j {
						sym.SetSym(i, j, g.Row(i)[j])
					}
				}
			}
			var eig mat.EigenSym
			if !eig.Factorize(sym, false) || eig.Values(nil)[0] < -1e-9 {
				t.Errorf("least eigenvalue %g", eig.Values(nil)[0])
			}
			alpha := linalg.NewDense(70, 2, testproblems.Normal(rng, 140, 1))
			got, want := testproblems.Must(kernel.Expand(t.Context(), k, x, x, alpha)), mat.NewDense(70, 2, nil)
			want.Mul(mat.NewDense(70, 70, g.Data), mat.NewDense(70, 2, alpha.Data))
			if !floats.EqualApprox(got.Data, want.RawMatrix().Data, 1e-9) {
				t.Errorf("Expand disagrees with the Gram matrix times the coefficients")
			}
		})
	}
}
