package testproblems

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// Huber is ℓ_i(f) = ½ r² for |r| ≤ δ and δ|r| − ½ δ² beyond, with r = f − y_i: squared where residuals are small,
// absolute where they are large. Δ must be positive.
//
// Source: Huber, Robust Estimation of a Location Parameter, Ann. Math. Statist. 1964.
type Huber struct {
	Y       []float64
	Delta   float64
	Weights []float64 // c_i; nil for 1/n
}

// Len is the number of examples.
func (l Huber) Len() int { return len(l.Y) }

// Weight is c_i.
func (l Huber) Weight(i int) float64 {
	if l.Weights == nil {
		return 1 / float64(len(l.Y))
	}
	return l.Weights[i]
}

// Curvature is max_i c_i.
func (l Huber) Curvature() float64 {
	var most float64
	for i := range l.Y {
		most = max(most, l.Weight(i))
	}
	return most
}

// At is the loss and its slope, r cut at ±δ.
func (l Huber) At(i int, f float64) (value, slope float64) {
	r := f - l.Y[i]
	if math.Abs(r) <= l.Delta || math.IsNaN(r) {
		return r * r / 2, r
	}
	return l.Delta * (math.Abs(r) - l.Delta/2), math.Copysign(l.Delta, r)
}

// Conjugate is ½ u² + u y_i for |u| ≤ δ, with a relative slack of 1e-12 for rounding, and +Inf elsewhere.
func (l Huber) Conjugate(i int, u float64) float64 {
	if !(math.Abs(u) <= l.Delta*(1+1e-12)) {
		return math.Inf(1)
	}
	return u * (u/2 + l.Y[i])
}

// Second is 1 for |r| ≤ δ, else 0.
func (l Huber) Second(i int, f float64) float64 {
	if math.Abs(f-l.Y[i]) <= l.Delta {
		return 1
	}
	return 0
}

// Bind is the loss with other targets, for package fit.
func (l Huber) Bind(y, weights []float64) toolkit.Loss { return Huber{y, l.Delta, weights} }

// PseudoHuber is ℓ_i(f) = √(1 + (f − y_i)²) − 1 with c_i = 1/n: no more than a toolkit.Separable.
type PseudoHuber struct{ Y []float64 }

// Len is the number of examples.
func (l PseudoHuber) Len() int { return len(l.Y) }

// Weight is 1/n.
func (l PseudoHuber) Weight(int) float64 { return 1 / float64(len(l.Y)) }

// Curvature is 1/n.
func (l PseudoHuber) Curvature() float64 { return 1 / float64(len(l.Y)) }

// At is the loss and its slope r/√(1 + r²).
func (l PseudoHuber) At(i int, f float64) (value, slope float64) {
	r := f - l.Y[i]
	s := math.Hypot(1, r)
	return s - 1, r / s
}

// Conjugate is 1 − √(1 − u²) + u y_i for |u| ≤ 1, +Inf elsewhere.
func (l PseudoHuber) Conjugate(i int, u float64) float64 {
	if !(math.Abs(u) <= 1) {
		return math.Inf(1)
	}
	return 1 - math.Sqrt(1-u*u) + u*l.Y[i]
}
