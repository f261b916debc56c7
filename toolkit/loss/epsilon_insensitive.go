package loss

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// EpsilonInsensitive is the loss of support vector regression,
//
//	ℓ_i(f) = max(0, |f − y_i| − ε).
//
// Source: Vapnik, The Nature of Statistical Learning Theory, 1995, chapter 6.
type EpsilonInsensitive struct {
	Y       []float64
	Weights []float64 // c_i ≥ 0; nil for 1/n
	Epsilon float64   // ε ≥ 0, in the unit of the targets
}

// Len is the number of examples.
func (l EpsilonInsensitive) Len() int { return len(l.Y) }

// Weight is c_i.
func (l EpsilonInsensitive) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

// At is the loss, with a subgradient of −1, 0 or 1.
func (l EpsilonInsensitive) At(i int, f float64) (value, slope float64) {
	r := f - l.Y[i]
	if excess := math.Abs(r) - l.Epsilon; excess > 0 {
		return excess, math.Copysign(1, r)
	}
	return 0 * r, 0 * r // NaN where f is
}

// Conjugate is ℓ_i*(u) = u y_i + ε|u| for |u| ≤ 1, +Inf elsewhere.
func (l EpsilonInsensitive) Conjugate(i int, u float64) float64 {
	if math.Abs(u) > roomy {
		return math.Inf(1)
	}
	return u*l.Y[i] + l.Epsilon*math.Abs(u)
}

// Envelope is that of the loss: the slope is (|r| − ε)/s clipped to 0 … 1, with the sign of r = f − y_i.
func (l EpsilonInsensitive) Envelope(i int, f, s float64) (slope, second float64) {
	r := f - l.Y[i]
	slope, second = clipped((math.Abs(r)-l.Epsilon)/s, 0, 1, s)
	return math.Copysign(slope, r), second
}

// Curvature is +Inf: the loss has kinks.
func (l EpsilonInsensitive) Curvature() float64 { return math.Inf(1) }

// Bind is the loss with targets y.
func (l EpsilonInsensitive) Bind(y, weights []float64) toolkit.Loss {
	return EpsilonInsensitive{y, weights, l.Epsilon}
}

// Link says that predictions are of the targets themselves.
func (l EpsilonInsensitive) Link() string { return Identity }

// Parameter is ε.
func (l EpsilonInsensitive) Parameter() float64 { return l.Epsilon }

// OfResidual is true: targets and predictions may be shifted alike.
func (l EpsilonInsensitive) OfResidual() bool { return true }

// CheckParameter says what is wrong with ε.
func (l EpsilonInsensitive) CheckParameter() error { return checkEpsilon(l.Epsilon) }

func checkEpsilon(epsilon float64) error {
	if !(epsilon >= 0) || math.IsInf(epsilon, 1) {
		return fmt.Errorf("the ε-insensitive loss has ε = %g: it must be finite and not negative", epsilon)
	}
	return nil
}

// String is the loss's name.
func (l EpsilonInsensitive) String() string { return "epsilon-insensitive" }

// Tube is the loss as it is, with slopes of 1.
func (l EpsilonInsensitive) Tube(i int) (y, epsilon, up, down float64) {
	return l.Y[i], l.Epsilon, 1, 1
}
