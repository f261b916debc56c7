// Package maps makes linear maps: differences, gradients, selections, convolutions, transforms, Kronecker products,
// maps stacked, composed and transposed, and a user's own two functions. Each is a linalg.Map. Those that are sparse
// are a *linalg.CSR, of which a matrix can be factored; the others are known by their products alone.
package maps

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

const badShape = "maps: length mismatch"

// checkLengths panics where a product's vectors are not as long as a map has columns and rows.
func checkLengths(a linalg.Map, column, row []float64) {
	if r, c := a.Dims(); len(column) != r || len(row) != c {
		panic(badShape)
	}
}

// Norm is an estimate of ‖A‖ from above, which is one but where the Lanczos process missed the largest singular value;
// see linalg.SquaredNorm.
func Norm(a linalg.Map) float64 {
	_, hi := linalg.SquaredNorm(a)
	return math.Sqrt(hi)
}

// CheckAdjoint says where MulTransVec is not the transpose of MulVec: ⟨Ax, y⟩ and ⟨x, Aᵀy⟩ must agree for some fixed
// vectors x and y, to 1e-8 of what they are made of. A map of no rows or no columns passes.
func CheckAdjoint(a linalg.Map) error {
	r, c := a.Dims()
	x, y := make([]float64, c), make([]float64, r)
	ax, aty := make([]float64, r), make([]float64, c)
	for try := range 3 {
		for j := range x {
			x[j] = math.Sin(float64((3+try)*j + 1))
		}
		for i := range y {
			y[i] = math.Cos(float64((5+2*try)*i + 2))
		}
		a.MulVec(ax, x)
		a.MulTransVec(aty, y)
		one, other := floats.Dot(ax, y), floats.Dot(x, aty)
		size := floats.Norm(ax, 2)*floats.Norm(y, 2) + floats.Norm(x, 2)*floats.Norm(aty, 2)
		if !(math.Abs(one-other) <= 1e-8*size) || math.IsInf(size, 1) {
			return fmt.Errorf("of a map of %d × %d, ⟨Ax, y⟩ is %g and ⟨x, Aᵀy⟩ %g for the same x and y: the second of its "+
				"functions must be the transpose of the first, and both finite", r, c, one, other)
		}
	}
	return nil
}
