package independent

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Orthogonal is the point nearest to y that is orthogonal to rows of y's length, one after another, but for singular
// values of them that are 2⁻⁴⁸ of the largest; y itself where there are none.
func Orthogonal(y, rows []float64) []float64 {
	var svd mat.SVD
	if len(rows) == 0 || !svd.Factorize(mat.NewDense(len(rows)/len(y), len(y), rows), mat.SVDThin) {
		return y
	}
	var right mat.Dense
	svd.VTo(&right)
	out, values := append([]float64(nil), y...), svd.Values(nil)
	for range 2 { // the second for what rounding left
		for k, value := range values {
			if value > 0x1p-48*values[0] {
				v := mat.Col(nil, k, &right)
				floats.AddScaled(out, -floats.Dot(v, out), v)
			}
		}
	}
	return out
}
