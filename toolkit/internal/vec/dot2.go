package vec

import "math"

// Dot2 is s + Σ_i x_i y_i, summed as if in twice the digits and then rounded: off by 2⁻⁵³ of the result, and by less
// than n²2⁻¹⁰⁵ of Σ|x_i y_i|, for n numbers.
//
// Source: Ogita, Rump, Oishi, Accurate Sum and Dot Product, SIAM J. Sci. Comput. 2005, Algorithm 5.3.
func Dot2(s float64, x, y []float64) float64 {
	if len(x) != len(y) {
		panic("vec: length mismatch")
	}
	var low float64
	for i, v := range x {
		product := float64(v * y[i]) // not to be fused into the sum
		error1 := math.FMA(v, y[i], -product)
		sum := s + product
		part := sum - s
		low += error1 + ((s - (sum - part)) + (product - part))
		s = sum
	}
	return s + low
}
