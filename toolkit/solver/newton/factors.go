package newton

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// factorQuick is how many times less a flop of Cholesky's factor takes than one of a product with the Hessian.
const factorQuick = 2

// leastPivot is what is added to a diagonal of ones, so that directions that change no prediction have a length.
const leastPivot = 1e-13

// factors are Cholesky's of S H S, S being such that its diagonal is 1: no unit of a feature makes it worse.
type factors struct {
	chol  mat.Cholesky
	scale []float64 // S
}

// solve is H⁻¹g.
func (f *factors) solve(g []float64) ([]float64, bool) {
	x := mat.NewVecDense(len(g), nil)
	x.MulElemVec(mat.NewVecDense(len(g), g), mat.NewVecDense(len(g), f.scale))
	err := f.chol.SolveVecTo(x, x)
	out := x.RawVector().Data
	floats.Mul(out, f.scale)
	var bad mat.Condition // a step that is less exact
	return out, err == nil || errors.As(err, &bad)
}

// solveAll is dst = H⁻¹G for G of k columns, row by row.
func (f *factors) solveAll(dst, g []float64, k int) {
	times := func(out, in []float64) {
		for j, s := range f.scale {
			floats.ScaleTo(out[j*k:(j+1)*k], s, in[j*k:(j+1)*k])
		}
	}
	times(dst, g)
	x := mat.NewDense(len(f.scale), k, dst)
	_ = f.chol.SolveTo(x, x) // what is ill-conditioned is a worse M
	times(dst, dst)
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
	for pivot := leastPivot; pivot < 1; pivot *= 100 {
		for j := range f.scale {
			hessian.SetSym(j, j, 1+pivot)
		}
		if f.chol.Factorize(hessian) {
			return f
		}
	}
	return nil
}
