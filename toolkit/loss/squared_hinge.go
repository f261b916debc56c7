package loss

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// SquaredHinge is ℓ_i(f) = ½ max(0, 1 − y_i f)², with labels y_i ∈ {−1, +1}: the smooth loss of support vector
// machines. LIBLINEAR's is twice that.
//
// Source: Fan, Chang, Hsieh, Wang, Lin, LIBLINEAR: A Library for Large Linear Classification, JMLR 2008.
type SquaredHinge struct {
	Y       []float64
	Weights []float64 // c_i ≥ 0; nil for 1/n
}

// Len is the number of examples.
func (l SquaredHinge) Len() int { return len(l.Y) }

// Weight is c_i.
func (l SquaredHinge) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

// At is ½ m² and −y_i m for m = max(0, 1 − y_i f).
func (l SquaredHinge) At(i int, f float64) (value, slope float64) {
	y := l.Y[i]
	if m := 1 - y*f; m > 0 {
		return m * m / 2, -y * m
	}
	return 0 * f, 0 * f // 0, and NaN where the prediction is not finite
}

// Conjugate is ℓ_i*(u) = ½ u² + y_i u for y_i u ≤ 0, +Inf elsewhere.
func (l SquaredHinge) Conjugate(i int, u float64) float64 {
	if a := u * l.Y[i]; a <= 0 {
		return a * (a/2 + 1)
	}
	return math.Inf(1)
}

// Second is 1 below the margin and 0 from it on.
func (l SquaredHinge) Second(i int, f float64) float64 {
	if l.Y[i]*f < 1 {
		return 1
	}
	return 0
}

// Curvature is max_i c_i.
func (l SquaredHinge) Curvature() float64 { return maxWeight(l.Weights, len(l.Y)) }

// Bind is the loss with labels y of −1 and +1.
func (l SquaredHinge) Bind(y, weights []float64) toolkit.Loss { return SquaredHinge{y, weights} }

// Binary is true: the labels are −1 and +1.
func (l SquaredHinge) Binary() bool { return true }

// Link says that predictions are margins.
func (l SquaredHinge) Link() string { return Margin }

// String is the loss's name.
func (l SquaredHinge) String() string { return "squared-hinge" }
