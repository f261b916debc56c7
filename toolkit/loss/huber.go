package loss

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// Huber is, for the residual r = f − y_i,
//
//	ℓ_i(f) = ½ r² for |r| ≤ δ,      δ(|r| − δ/2) beyond,
//
// least squares that outliers pull no harder than δ, which has the unit of the targets.
//
// Source: Huber, Robust Estimation of a Location Parameter, Ann. Math. Statist. 1964.
type Huber struct {
	Y       []float64
	Weights []float64 // c_i ≥ 0; nil for 1/n
	Delta   float64   // δ > 0; 0 for 1.345, which loses 5 % where errors are normal with deviation 1
}

// Parameter is δ.
func (l Huber) Parameter() float64 {
	if l.Delta == 0 {
		return 1.345
	}
	return l.Delta
}

// Len is the number of examples.
func (l Huber) Len() int { return len(l.Y) }

// Weight is c_i.
func (l Huber) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

// At is the loss, and r clipped to ±δ.
func (l Huber) At(i int, f float64) (value, slope float64) {
	r, delta := f-l.Y[i], l.Parameter()
	if math.Abs(r) <= delta {
		return r * r / 2, r
	}
	return delta * (math.Abs(r) - delta/2), math.Copysign(delta, r) + 0*f // NaN where f is
}

// Conjugate is ℓ_i*(u) = ½ u² + u y_i for |u| ≤ δ, +Inf elsewhere.
func (l Huber) Conjugate(i int, u float64) float64 {
	if math.Abs(u) > l.Parameter()*roomy {
		return math.Inf(1)
	}
	return u * (u/2 + l.Y[i])
}

// roomy is 1 and a little: a slope at the end of its range may be rounded when it is divided by a weight that it was
// multiplied by.
const roomy = 1 + 0x1p-51

// Second is 1 for |r| ≤ δ and 0 beyond.
func (l Huber) Second(i int, f float64) float64 {
	if math.Abs(f-l.Y[i]) <= l.Parameter() {
		return 1
	}
	return 0
}

// Curvature is max_i c_i.
func (l Huber) Curvature() float64 { return maxWeight(l.Weights, len(l.Y)) }

// Bind is the loss with targets y.
func (l Huber) Bind(y, weights []float64) toolkit.Loss { return Huber{y, weights, l.Delta} }

// Link says that predictions are of the targets themselves.
func (l Huber) Link() string { return Identity }

// OfResidual is true: targets and predictions may be shifted alike.
func (l Huber) OfResidual() bool { return true }

// CheckParameter says what is wrong with δ.
func (l Huber) CheckParameter() error {
	if !(l.Parameter() > 0) || math.IsInf(l.Parameter(), 1) {
		return fmt.Errorf("the Huber loss has δ = %g: it must be positive and finite", l.Delta)
	}
	return nil
}

// String is the loss's name.
func (l Huber) String() string { return "huber" }
