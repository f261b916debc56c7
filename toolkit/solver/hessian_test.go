package solver_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestHessianBesideRawColumns: an intercept beside a column of years and incomes is no dependence: the Hessian in W is
// the Gram matrix of what least squares by both leave of the features.
func TestHessianBesideRawColumns(t *testing.T) {
	t.Parallel()
	const n, d = 30, 3
	rng := rand.New(rand.NewPCG(4, 4))
	x, beside, y := linalg.NewDense(n, d, nil), linalg.NewDense(2, n, nil), make([]float64, n)
	f := mat.NewDense(n, 2, nil)
	for i := range n {
		for j := range d {
			x.Row(i)[j] = []float64{1, 5000, 1e-4}[j] * rng.NormFloat64()
		}
		beside.Row(0)[i], beside.Row(1)[i] = 1, float64(1990+rng.IntN(31))+5000*rng.Float64()
		f.SetRow(i, []float64{1, beside.Row(1)[i]})
		y[i] = rng.NormFloat64()
	}
	p := solver.NewProblem(x, loss.Squared{Y: y}, nil).WithUnpenalized(beside)
	hessian := p.HessianAt(make([]float64, d))
	if hessian == nil {
		t.Fatal("no Hessian is known")
	}
	a := mat.NewDense(n, d, x.Data)
	var qr mat.QR
	var fitted, rest, want mat.Dense
	qr.Factorize(f)
	if err := qr.SolveTo(&fitted, false, a); err != nil {
		t.Fatal(err)
	}
	rest.Mul(f, &fitted)
	rest.Sub(a, &rest)
	want.Mul(rest.T(), &rest)
	for i := range d {
		for j := range d {
			size := math.Sqrt(want.At(i, i)*want.At(j, j)) / n
			if off := hessian.At(i, j) - want.At(i, j)/n; !(math.Abs(off) <= 1e-9*size) {
				t.Errorf("entry %d, %d is off by %g of %g", i, j, off, size)
			}
		}
	}
}
