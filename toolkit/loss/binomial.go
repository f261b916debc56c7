package loss

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
)

// Binomial is half the deviance of shares of successes, 0 ≤ y_i ≤ 1, whose means are 1/(1 + exp(−f)): that of s
// successes of m trials is that of y = s/m with the weight m,
//
//	ℓ_i(f) = log(1 + exp(f)) − y_i f + y_i log y_i + (1 − y_i) log(1 − y_i) ≥ 0.
//
// Source: McCullagh and Nelder, Generalized Linear Models, 1989, section 4.4.
type Binomial struct {
	Y       []float64
	Weights []float64 // c_i ≥ 0; nil for 1/n
}

// Len is the number of examples.
func (l Binomial) Len() int { return len(l.Y) }

// Weight is c_i.
func (l Binomial) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

// entropy is y log y + (1 − y) log(1 − y).
func entropy(y float64) float64 { return xlogx(y) + onePlus(-y) }

// At is the loss, and 1/(1 + exp(−f)) − y_i.
func (l Binomial) At(i int, f float64) (value, slope float64) {
	y := l.Y[i]
	e := math.Exp(-math.Abs(f))
	large := 1 / (1 + e)
	away := y * math.Abs(f) // from 0, as |f| tells against successes
	slope = large*e - y
	if f > 0 {
		away, slope = (1-y)*math.Abs(f), (1-y)-large*e
	}
	return math.Max(0, vec.Log1p(e)+away+entropy(y)), slope
}

// Conjugate is ℓ_i*(u) = a log a + (1 − a) log(1 − a) − y_i log y_i − (1 − y_i) log(1 − y_i) for a = u + y_i ∈ [0, 1],
// +Inf elsewhere.
func (l Binomial) Conjugate(i int, u float64) float64 {
	a := u + l.Y[i]
	if !(a >= 1-roomy && a <= roomy) {
		return math.Inf(1)
	}
	return entropy(math.Min(math.Max(a, 0), 1)) - entropy(l.Y[i])
}

// Second is p(1 − p) with p = 1/(1 + exp(−f)).
func (l Binomial) Second(i int, f float64) float64 { return Logistic{}.Second(i, f) }

// Curvature is max_i c_i/4.
func (l Binomial) Curvature() float64 { return maxWeight(l.Weights, len(l.Y)) / 4 }

// Bind is the loss with shares y.
func (l Binomial) Bind(y, weights []float64) toolkit.Loss { return Binomial{y, weights} }

// CheckTarget says what is wrong with a target.
func (l Binomial) CheckTarget(y float64) error {
	if !(y >= 0 && y <= 1) {
		return fmt.Errorf("the binomial loss is for shares of successes, between 0 and 1, and there is a target of %g", y)
	}
	return nil
}

// Link says that the mean of the target is 1/(1 + exp(−f)).
func (l Binomial) Link() string { return Share }

// String is the loss's name.
func (l Binomial) String() string { return "binomial" }

// Measure is the deviance, twice the loss.
func (l Binomial) Measure() (name string, times float64) { return "binomial deviance", 2 }

// AbsoluteRounding is 1: losses and conjugates are good to a few 2⁻⁵³ of 1, and not of their size, as entropies are
// taken off.
func (l Binomial) AbsoluteRounding() float64 { return 1 }
