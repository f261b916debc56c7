package loss

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// Exponential is ℓ_i(f) = exp(−y_i f), with labels y_i ∈ {−1, +1}: the loss of boosting. Its curvature has no bound;
// a method that needs one must bound f, |f| ≤ M, where it is max_i c_i exp(M).
type Exponential struct {
	Y       []float64
	Weights []float64 // c_i ≥ 0; nil for 1/n
}

// Len is the number of examples.
func (l Exponential) Len() int { return len(l.Y) }

// Weight is c_i.
func (l Exponential) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

// At is exp(−m) and −y_i exp(−m) at the margin m = y_i f; the largest number there is in place of an overflow, so
// that a step that goes too far is seen as bad.
func (l Exponential) At(i int, f float64) (value, slope float64) {
	value = min(math.Exp(-l.Y[i]*f), math.MaxFloat64)
	return value, -l.Y[i] * value
}

// Conjugate is ℓ_i*(u) = a log a − a for a = −y_i u ≥ 0, +Inf elsewhere.
func (l Exponential) Conjugate(i int, u float64) float64 {
	a := -u * l.Y[i]
	if !(a >= 0) || math.IsInf(a, 1) {
		return math.Inf(1)
	}
	return xlogx(a) - a
}

// Second is exp(−y_i f).
func (l Exponential) Second(i int, f float64) float64 {
	value, _ := l.At(i, f)
	return value
}

// Curvature is +Inf.
func (l Exponential) Curvature() float64 { return math.Inf(1) }

// Bind is the loss with labels y of −1 and +1.
func (l Exponential) Bind(y, weights []float64) toolkit.Loss { return Exponential{y, weights} }

// Binary is true: the labels are −1 and +1.
func (l Exponential) Binary() bool { return true }

// String is the loss's name.
func (l Exponential) String() string { return "exponential" }
