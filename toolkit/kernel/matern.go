package kernel

import "math"

// Matern is Matérn's kernel of r = ‖x − z‖/σ with σ = Width > 0, for ν = Nu of ½, 3/2 or 5/2:
//
//	exp(−r),      (1 + √3 r) exp(−√3 r),      (1 + √5 r + 5r²/3) exp(−√5 r).
//
// Source: Rasmussen and Williams, Gaussian Processes for Machine Learning, 2006, equation 4.17.
type Matern struct{ Nu, Width float64 }

// OfDot is the formula of ν; NaN for another ν.
func (k Matern) OfDot(xz, xx, zz float64) float64 {
	r := math.Sqrt(squaredDistance(xz, xx, zz)) / k.Width
	switch k.Nu {
	case 0.5:
		return math.Exp(-r)
	case 1.5:
		r *= math.Sqrt(3)
		return (1 + r) * math.Exp(-r)
	case 2.5:
		r *= math.Sqrt(5)
		return (1 + r + r*r/3) * math.Exp(-r)
	}
	return math.NaN()
}
