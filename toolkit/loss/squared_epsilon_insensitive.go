package loss

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// SquaredEpsilonInsensitive is the smooth loss of support vector regression,
//
//	ℓ_i(f) = ½ max(0, |f − y_i| − ε)²;
//
// LIBLINEAR's is twice that.
//
// Source: Ho and Lin, Large-scale Linear Support Vector Regression, JMLR 2012, equation (3).
type SquaredEpsilonInsensitive struct {
	Y       []float64
	Weights []float64 // c_i ≥ 0; nil for 1/n
	Epsilon float64   // ε ≥ 0, in the unit of the targets
}

// Len is the number of examples.
func (l SquaredEpsilonInsensitive) Len() int { return len(l.Y) }

// Weight is c_i.
func (l SquaredEpsilonInsensitive) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

// At is the loss, and what of f − y_i is beyond ±ε.
func (l SquaredEpsilonInsensitive) At(i int, f float64) (value, slope float64) {
	r := f - l.Y[i]
	if excess := math.Abs(r) - l.Epsilon; excess > 0 {
		return excess * excess / 2, math.Copysign(excess, r)
	}
	return 0 * r, 0 * r // NaN where f is
}

// Conjugate is ℓ_i*(u) = ½ u² + u y_i + ε|u|.
func (l SquaredEpsilonInsensitive) Conjugate(i int, u float64) float64 {
	return u*(u/2+l.Y[i]) + l.Epsilon*math.Abs(u)
}

// Second is 1 for |f − y_i| > ε and 0 within.
func (l SquaredEpsilonInsensitive) Second(i int, f float64) float64 {
	if math.Abs(f-l.Y[i]) > l.Epsilon {
		return 1
	}
	return 0
}

// Curvature is max_i c_i.
func (l SquaredEpsilonInsensitive) Curvature() float64 { return maxWeight(l.Weights, len(l.Y)) }

// Bind is the loss with targets y.
func (l SquaredEpsilonInsensitive) Bind(y, weights []float64) toolkit.Loss {
	return SquaredEpsilonInsensitive{y, weights, l.Epsilon}
}

// Link says that predictions are of the targets themselves.
func (l SquaredEpsilonInsensitive) Link() string { return Identity }

// Parameter is ε.
func (l SquaredEpsilonInsensitive) Parameter() float64 { return l.Epsilon }

// OfResidual is true: targets and predictions may be shifted alike.
func (l SquaredEpsilonInsensitive) OfResidual() bool { return true }

// CheckParameter says what is wrong with ε.
func (l SquaredEpsilonInsensitive) CheckParameter() error { return checkEpsilon(l.Epsilon) }

// String is the loss's name.
func (l SquaredEpsilonInsensitive) String() string { return "squared-epsilon-insensitive" }
