package kernel

import "math"

// B1Spline is k(x, z) = max(0, 1 − ‖x − z‖/h) with h = Width > 0: zero for all but near neighbours, so that its Gram
// matrix is sparse. It is positive definite in one dimension; beyond, the matrix may have small negative eigenvalues.
//
// Source: Martins et al., Online Multiple Kernel Learning for Structured Prediction, 2010, section 4.
type B1Spline struct {
	Width float64
}

// OfDot is max(0, 1 − ‖x − z‖/h).
func (k B1Spline) OfDot(xz, xx, zz float64) float64 {
	return max(0, 1-math.Sqrt(squaredDistance(xz, xx, zz))/k.Width)
}
