package loss

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// Hinge is ℓ_i(f) = max(0, 1 − y_i f), with labels y_i ∈ {−1, +1}.
type Hinge struct {
	Y       []float64
	Weights []float64 // c_i ≥ 0; nil for 1/n
}

// Len is the number of examples.
func (l Hinge) Len() int { return len(l.Y) }

// Weight is c_i.
func (l Hinge) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

// Hinge is y_i: methods for support vector machines look for it.
func (l Hinge) Hinge(i int) (sign float64) { return l.Y[i] }

// At is max(0, 1 − y_i f) with the subgradient −y_i below the kink and 0 from it on.
func (l Hinge) At(i int, f float64) (value, slope float64) {
	y := l.Y[i]
	if m := 1 - y*f; m > 0 {
		return m, -y
	}
	return 0 * f, 0 * f // 0, and NaN where the prediction is not finite
}

// Conjugate is ℓ_i*(u) = y_i u for −1 ≤ y_i u ≤ 0, +Inf elsewhere.
func (l Hinge) Conjugate(i int, u float64) float64 {
	if a := u * l.Y[i]; a >= -1 && a <= 0 {
		return a
	}
	return math.Inf(1)
}

// Curvature is +Inf: the hinge has a kink.
func (l Hinge) Curvature() float64 { return math.Inf(1) }

// Envelope is that of the loss: the slope is −y_i a with (1 − y_i f)/s clipped to 0 … 1 as a.
func (l Hinge) Envelope(i int, f, s float64) (slope, second float64) {
	y := l.Y[i]
	a, second := clipped((1-y*f)/s, 0, 1, s)
	return -y * a, second
}

// Bind is the loss with labels y of −1 and +1.
func (l Hinge) Bind(y, weights []float64) toolkit.Loss { return Hinge{y, weights} }

// Binary is true: the labels are −1 and +1.
func (l Hinge) Binary() bool { return true }

// Link says that predictions are margins: their sign is the label, and there are no probabilities.
func (l Hinge) Link() string { return Margin }

// String is the loss's name.
func (l Hinge) String() string { return "hinge" }

// Tube is the loss as max(0, 1 − f) for the label 1, and max(0, f + 1) for −1.
func (l Hinge) Tube(i int) (y, epsilon, up, down float64) {
	if y = l.Y[i]; y > 0 {
		return y, 0, 1, 0
	}
	return y, 0, 0, 1
}
