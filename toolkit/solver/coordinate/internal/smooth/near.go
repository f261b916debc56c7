package smooth

import "math"

// SelfConcordant is a toolkit.TwiceDifferentiable loss with
//
//	|ℓ_i”'(f)| ≤ ℓ_i”(f),
//
// as those have that are made of exponential functions.
//
// Source: Bach, Self-Concordant Analysis for Logistic Regression, Electron. J. Statist. 2010, section 2.
type SelfConcordant interface{ SelfConcordant() bool }

// Conjugates are bounded from the point where slopes are for no less a share of these, example by example up to such a
// change of slopes as a share of curvatures.
const (
	leastNear = 0.8
	mostNear  = 0.5
)

// Point is where slopes are: predictions, the loss there, its slopes and its curvatures.
type Point struct {
	Value   float64
	F, U, H []float64
}

// dualNear is a bound of L*(sv) that takes no logarithms but those of conjugates that are far. As ℓ* has the slope f
// at u = ℓ'(f), and its curvature is 1/h there for h = ℓ”(f) and 1/(h − |t|) at most at u + t,
//
//	ℓ*(u + t) ≤ u f − ℓ(f) + f t + h ψ(|t|/h),      ψ(x) = (1 − x) log(1 − x) + x = x²/2 + x³/6 + x⁴/12 + …
//
// The sum is exact up to third order in t: along a path, and near the minimum, that is a tiny part of the gap. far is
// ℓ_i*(u) + ℓ_i(f_i), of a weight that is not 0.
func dualNear(at Point, v []float64, s float64, far func(i int, u float64) float64) (conjugate, size float64) {
	var slopes, bends float64 // Σ f s v, and what is beyond it; terms of both may have either sign
	for i, f := range at.F {
		dual := s * v[i]
		t, h := math.Abs(dual-at.U[i]), at.H[i]
		slopes += f * dual
		size += math.Abs(f * dual)
		switch x := t / h; {
		case x <= mostNear: // x⁴/12 + x⁵/20 + … is x⁴/(12(1 − x)) at most
			bends += t * x * (0.5 + x*(1+x)/6)
		case t > 0:
			bends += far(i, dual) - f*dual
		}
	}
	return slopes - at.Value + bends, size + math.Abs(at.Value) + math.Abs(bends)
}
