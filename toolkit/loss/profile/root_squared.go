package profile

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// RootSquared is the root of the mean squared error, with the intercept b of its minimum,
//
//	L(f) = min_b √(Σ_i c_i (f_i + b − y_i)²).
//
// With ℓ1 it is the square-root lasso, whose λ does not depend on how noisy targets are: λ = 1.1 Φ⁻¹(1 − α/(2d))/√n for
// features of mean square 1 and normal noise. Where predictions meet all targets the loss has a kink, at which there is
// no certificate.
//
// Predictions are off by r = f + b − y, L = √(Σ c r²), ∇L = c r/L. As L is a norm of r and the parts of ∇L sum up to 0,
// L*(s∇L(f)) = s ⟨∇L(f), y⟩.
//
// Source: Belloni, Chernozhukov, Wang, Square-Root Lasso: Pivotal Recovery of Sparse Signals via Conic Programming,
// Biometrika 2011; the λ is equation (6) there.
type RootSquared struct {
	Y       []float64
	Weights []float64 // c_i ≥ 0, which sum up to 1; nil for 1/n
}

// Len is the number of examples.
func (l RootSquared) Len() int { return len(l.Y) }

// Weight is c_i.
func (l RootSquared) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

// Curvature is +Inf, as near a kink there is no bound.
func (l RootSquared) Curvature() float64 { return math.Inf(1) }

// Profile is b, alone in a list.
func (l RootSquared) Profile(f []float64) []float64 {
	var b, total float64
	for i, y := range l.Y {
		b += l.Weight(i) * (y - f[i])
		total += l.Weight(i)
	}
	return []float64{b / total}
}

// residual writes c_i r_i to out, which may alias f, and returns L.
func (l RootSquared) residual(out, f []float64) float64 {
	b := l.Profile(f)[0]
	var most, sum float64
	for i, y := range l.Y {
		out[i] = f[i] + b - y
		most = math.Max(most, math.Abs(out[i]))
	}
	for i, r := range out {
		if most > 0 {
			sum += l.Weight(i) * (r / most) * (r / most)
		}
		out[i] *= l.Weight(i)
	}
	return most * math.Sqrt(sum)
}

// ValueGrad is L(f), and its gradient in grad: 0 at the kink.
func (l RootSquared) ValueGrad(grad, f []float64) float64 {
	value := l.residual(grad, f)
	if value > 0 {
		floats.Scale(1/value, grad)
	}
	return value
}

// Majorant is c_i/L.
func (l RootSquared) Majorant(h, f []float64) {
	value := l.residual(h, f)
	for i := range h {
		h[i] = l.Weight(i) / math.Max(value, math.SmallestNonzeroFloat64/0x1p-53)
	}
}

// HessianAt is the product with ∇²L(f) = (diag(c) − ccᵀ − ∇L ∇Lᵀ)/L.
func (l RootSquared) HessianAt(f []float64) func(dst, v []float64) {
	grad := make([]float64, len(f))
	value := math.Max(l.ValueGrad(grad, f), math.SmallestNonzeroFloat64/0x1p-53)
	return func(dst, v []float64) {
		along := floats.Dot(grad, v)
		var mean, total float64
		for i := range v {
			mean += l.Weight(i) * v[i]
			total += l.Weight(i)
		}
		mean /= total
		for i := range v {
			dst[i] = (l.Weight(i)*(v[i]-mean) - grad[i]*along) / value
		}
	}
}

// DualBound is s ⟨∇L, y⟩, of targets less their mean.
func (l RootSquared) DualBound(f []float64, s float64) (bound, size float64) {
	grad := make([]float64, len(f))
	l.ValueGrad(grad, f)
	mean := l.Profile(make([]float64, len(f)))[0]
	for i, u := range grad {
		bound += s * u * (l.Y[i] - mean)
		size += s * math.Abs(u*(l.Y[i]-mean))
	}
	return bound, size
}

// Bind is the loss with targets y.
func (l RootSquared) Bind(y, weights []float64) toolkit.Loss {
	return RootSquared{Y: y, Weights: weights}
}

// OfResidual is true: targets and predictions may be shifted alike.
func (l RootSquared) OfResidual() bool { return true }

// ShiftInvariant is true: the intercept moves along with all f.
func (l RootSquared) ShiftInvariant() bool { return true }

// Link says that predictions with the intercept are of the targets themselves.
func (l RootSquared) Link() string { return "identity" }

// Measure says that models are judged by twice what the squared loss of an example is.
func (l RootSquared) Measure() (name string, times float64) { return "mean squared error", 2 }

// String is the loss's name.
func (l RootSquared) String() string { return "root-squared" }
