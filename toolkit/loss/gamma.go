package loss

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
)

// Gamma is half the unit deviance of positive numbers y_i with the means exp(f) and a variance that is a multiple of
// the mean's square,
//
//	ℓ_i(f) = y_i exp(−f) + f − log y_i − 1 ≥ 0.
//
// Source: McCullagh and Nelder, Generalized Linear Models, 1989, chapter 8; the link is the logarithm, by which it is
// convex.
type Gamma struct {
	Y       []float64 // > 0
	Weights []float64 // c_i ≥ 0; nil for 1/n
	logs    []float64 // log y_i; nil where they are not known yet
}

// Len is the number of examples.
func (l Gamma) Len() int { return len(l.Y) }

// Weight is c_i.
func (l Gamma) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

// At is exp(−t) + t − 1 and 1 − exp(−t) for t = f − log y_i.
func (l Gamma) At(i int, f float64) (value, slope float64) {
	t := f - logOf(l.logs, l.Y, i)
	if math.Abs(t) < vec.BendMost {
		bent := vec.Bend(-t)
		return bent, t - bent
	}
	e := math.Exp(-t)
	return e - 1 + t, 1 - e
}

// Conjugate is ℓ_i*(u) = (1 − u) log(1 − u) + u + u log y_i for u ≤ 1, +Inf elsewhere.
func (l Gamma) Conjugate(i int, u float64) float64 {
	rest := u + u*logOf(l.logs, l.Y, i)
	switch {
	case u > roomy:
		return math.Inf(1)
	case u >= 1:
		return rest
	}
	return (1-u)*math.Log1p(-u) + rest
}

// Second is y_i exp(−f).
func (l Gamma) Second(i int, f float64) float64 { return math.Exp(logOf(l.logs, l.Y, i) - f) }

// Curvature is +Inf: exp(−f) has no bound.
func (l Gamma) Curvature() float64 { return math.Inf(1) }

// SelfConcordant is true: |ℓ_i”'| ≤ ℓ_i”.
func (l Gamma) SelfConcordant() bool { return true }

// Bind is the loss with targets y, whose logarithms are taken once.
func (l Gamma) Bind(y, weights []float64) toolkit.Loss { return Gamma{y, weights, logsOf(y)} }

// CheckTarget says what is wrong with a target.
func (l Gamma) CheckTarget(y float64) error {
	if !(y > 0) {
		return fmt.Errorf("the gamma loss is for numbers above 0, and there is a target of %g", y)
	}
	return nil
}

// Link says that the mean of the target is exp(f).
func (l Gamma) Link() string { return Log }

// String is the loss's name.
func (l Gamma) String() string { return "gamma" }

// Measure is the deviance, twice the loss.
func (l Gamma) Measure() (name string, times float64) { return "gamma deviance", 2 }

// Dispersed is true: the deviance is a likelihood once a dispersion is known.
func (l Gamma) Dispersed() bool { return true }
