package newton

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// factorQuick is how many times less a flop of Cholesky's factor takes than one of a product with the Hessian.
const factorQuick = 2

// leastPivot is what is added to a diagonal of ones, so that directions that change no prediction have a length.
const leastPivot = 1e-13

// factors are Cholesky's of S H S, S being such that its diagonal is 1: no unit of a feature makes it worse.
type factors struct {
	upper blas64.Triangular // Cholesky's factor U, UᵀU = S H S
	scale []float64         // S
}

// solve is dst = H⁻¹G for G of k columns, row by row. Each row of Cholesky's factor is taken to all columns, once down
// and once up: of few columns the quickest there is.
func (f *factors) solve(dst, g []float64, k int) {
	u, d := f.upper, len(f.scale)
	x := make([]float64, k*d) // by column
	for j, s := range f.scale {
		for o := range k {
			x[o*d+j] = s * g[j*k+o]
		}
	}
	for i := range d {
		row := u.Data[i*u.Stride+i : i*u.Stride+d]
		for o := range k {
			part := x[o*d+i : (o+1)*d]
			part[0] /= row[0]
			linalg.Axpy(part[1:], -part[0], row[1:])
		}
	}
	for i := d - 1; i >= 0; i-- {
		row := u.Data[i*u.Stride+i : i*u.Stride+d]
		for o := range k {
			part := x[o*d+i : (o+1)*d]
			part[0] = (part[0] - linalg.Dot(row[1:], part[1:])) / row[0]
		}
	}
	for j, s := range f.scale {
		for o := range k {
			dst[j*k+o] = s * x[o*d+j]
		}
	}
}

// factor factors H, with as much more on the diagonal as that takes; nil where it is not finite.
func factor(hessian *mat.SymDense) *factors {
	f := &factors{scale: make([]float64, hessian.SymmetricDim())}
	for j := range f.scale {
		if f.scale[j] = 1; hessian.At(j, j) > 0 {
			f.scale[j] = 1 / math.Sqrt(hessian.At(j, j))
		}
	}
	for j := range f.scale {
		for k := range j {
			hessian.SetSym(j, k, hessian.At(j, k)*f.scale[j]*f.scale[k])
		}
	}
	var chol mat.Cholesky
	for pivot := leastPivot; pivot < 1; pivot *= 100 {
		for j := range f.scale {
			hessian.SetSym(j, j, 1+pivot)
		}
		if chol.Factorize(hessian) {
			f.upper = chol.RawU().(*mat.TriDense).RawTriangular() //nolint:errcheck // what it is
			return f
		}
	}
	return nil
}
