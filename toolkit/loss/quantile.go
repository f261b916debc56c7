package loss

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// Quantile is the pinball loss, for the residual r = y_i − f,
//
//	ℓ_i(f) = max(τ r, (τ − 1) r),
//
// of which the τ-quantile of the targets is the best constant; τ = ½ is half the absolute error.
//
// Source: Koenker and Bassett, Regression Quantiles, Econometrica 1978.
type Quantile struct {
	Y       []float64
	Weights []float64 // c_i ≥ 0; nil for 1/n
	Tau     float64   // 0 < τ < 1; 0 for ½
}

// Parameter is τ.
func (l Quantile) Parameter() float64 {
	if l.Tau == 0 {
		return 0.5
	}
	return l.Tau
}

// Len is the number of examples.
func (l Quantile) Len() int { return len(l.Y) }

// Weight is c_i.
func (l Quantile) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

// At is the loss, with the subgradient −τ below the target, 1 − τ above it, and 0 there.
func (l Quantile) At(i int, f float64) (value, slope float64) {
	r, tau := l.Y[i]-f, l.Parameter()
	switch {
	case r > 0:
		return tau * r, -tau
	case r < 0:
		return (tau - 1) * r, 1 - tau
	}
	return 0 * r, 0 * r
}

// Conjugate is ℓ_i*(u) = u y_i for −τ ≤ u ≤ 1 − τ, +Inf elsewhere.
func (l Quantile) Conjugate(i int, u float64) float64 {
	if tau := l.Parameter(); u < -tau*roomy || u > (1-tau)*roomy {
		return math.Inf(1)
	}
	return u * l.Y[i]
}

// Envelope is that of the loss: the slope is (f − y_i)/s clipped to −τ … 1 − τ.
func (l Quantile) Envelope(i int, f, s float64) (slope, second float64) {
	return clipped((f-l.Y[i])/s, -l.Parameter(), 1-l.Parameter(), s)
}

// clipped is u kept between lo and hi, and its derivative 1/s where it is not clipped.
func clipped(u, lo, hi, s float64) (slope, second float64) {
	switch {
	case u < lo:
		return lo, 0
	case u > hi:
		return hi, 0
	}
	return u, 1 / s
}

// Curvature is +Inf: the loss has a kink.
func (l Quantile) Curvature() float64 { return math.Inf(1) }

// Bind is the loss with targets y.
func (l Quantile) Bind(y, weights []float64) toolkit.Loss { return Quantile{y, weights, l.Tau} }

// Link says that predictions are of the targets themselves.
func (l Quantile) Link() string { return Identity }

// OfResidual is true: targets and predictions may be shifted alike.
func (l Quantile) OfResidual() bool { return true }

// CheckParameter says what is wrong with τ.
func (l Quantile) CheckParameter() error {
	if tau := l.Parameter(); !(tau > 0 && tau < 1) {
		return fmt.Errorf("the quantile loss has τ = %g: it must be between 0 and 1", tau)
	}
	return nil
}

// String is the loss's name.
func (l Quantile) String() string { return "quantile" }

// Tube is the loss with slopes of τ below the target and 1 − τ above.
func (l Quantile) Tube(i int) (y, epsilon, up, down float64) {
	return l.Y[i], 0, l.Parameter(), 1 - l.Parameter()
}
