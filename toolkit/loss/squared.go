package loss

import "github.com/proxlab/proxlab/toolkit"

// Squared is ℓ_i(f) = ½ (f − y_i)², with targets Y.
type Squared struct {
	Y       []float64
	Weights []float64 // c_i ≥ 0; nil for 1/n
}

// Len is the number of examples.
func (l Squared) Len() int { return len(l.Y) }

// Weight is c_i.
func (l Squared) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

// Target is y_i.
func (l Squared) Target(i int) float64 { return l.Y[i] }

// At is ½ (f − y_i)² and f − y_i.
func (l Squared) At(i int, f float64) (value, slope float64) {
	r := f - l.Y[i]
	return r * r / 2, r
}

// Conjugate is ℓ_i*(u) = ½ u² + u y_i.
func (l Squared) Conjugate(i int, u float64) float64 { return u * (u/2 + l.Y[i]) }

// Second is 1.
func (l Squared) Second(int, float64) float64 { return 1 }

// Curvature is max_i c_i.
func (l Squared) Curvature() float64 { return maxWeight(l.Weights, len(l.Y)) }

// Bind is the loss with targets y.
func (l Squared) Bind(y, weights []float64) toolkit.Loss { return Squared{y, weights} }

// Link says that predictions are of the targets themselves.
func (l Squared) Link() string { return Identity }

// String is the loss's name.
func (l Squared) String() string { return "squared" }

// Measure is the mean squared error, twice the mean loss.
func (l Squared) Measure() (name string, times float64) { return "mean squared error", 2 }
