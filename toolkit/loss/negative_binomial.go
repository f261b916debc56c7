package loss

import (
	"cmp"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
)

// NegativeBinomial is half the deviance of counts y_i ≥ 0 with the means μ = exp(f) and variances μ + μ²/θ, which are
// more than those of Poisson,
//
//	ℓ_i(f) = (y_i + θ) log((exp(f) + θ)/(y_i + θ)) − y_i (f − log y_i) ≥ 0.
//
// It is convex in f for a given θ; θ → ∞ is Poisson.
//
// Source: Hilbe, Negative Binomial Regression, 2011, section 8.2, with α = 1/θ; θ is that of R's MASS.
type NegativeBinomial struct {
	Y       []float64 // ≥ 0
	Weights []float64 // c_i ≥ 0; nil for 1/n
	Theta   float64   // θ > 0; 0 for 1
	logs    []float64 // log y_i; nil where they are not known yet
}

// Len is the number of examples.
func (l NegativeBinomial) Len() int { return len(l.Y) }

// Weight is c_i.
func (l NegativeBinomial) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

// At is the loss, and θ (exp(f) − y_i)/(exp(f) + θ).
func (l NegativeBinomial) At(i int, f float64) (value, slope float64) {
	y, theta := l.Y[i], l.Parameter()
	logTheta := math.Log(theta)
	at := f - logTheta
	e := math.Exp(-math.Abs(at))
	plus := math.Max(at, 0) + vec.Log1p(e) // log((exp(f) + θ)/θ)
	share, rest := 1/(1+e), e/(1+e)        // exp(f)/(exp(f) + θ), θ/(exp(f) + θ)
	if at < 0 {
		share, rest = rest, share
	}
	if y == 0 {
		return theta * plus, theta * share
	}
	size, d := y+theta, f-logOf(l.logs, l.Y, i)
	if math.Abs(d) > overflows {
		return size*(logTheta+plus-math.Log(size)) - y*d, theta*share - y*rest
	}
	more := y * math.Expm1(d) // exp(f) − y_i; the terms below are no larger than y_i and than θ
	value = y*math.Log1p(theta*math.Expm1(-d)/size) + theta*math.Log1p(more/size)
	return math.Max(0, value), math.Min(theta, rest*more) // as large as it may be, but for rounding
}

// overflows is a number whose exponential nearly does.
const overflows = 700

// Conjugate is ℓ_i*(u) = a log a − y_i log y_i + r log(r/θ) with a = y_i + u ≥ 0 and r = θ − u ≥ 0, +Inf elsewhere.
func (l NegativeBinomial) Conjugate(i int, u float64) float64 {
	y, theta := l.Y[i], l.Parameter()
	if u > theta*roomy || u < -y*roomy {
		return math.Inf(1)
	}
	sum := theta * onePlus(-u/theta)
	if y == 0 {
		return sum + xlogx(u)
	}
	return sum + y*onePlus(u/y) + u*logOf(l.logs, l.Y, i)
}

// onePlus is (1 + t) log(1 + t), 0 for t ≤ −1.
func onePlus(t float64) float64 {
	if t <= -1 {
		return 0
	}
	return (1 + t) * math.Log1p(t)
}

// Second is (y_i + θ) σ (1 − σ) with σ = exp(f)/(exp(f) + θ).
func (l NegativeBinomial) Second(i int, f float64) float64 {
	e := math.Exp(-math.Abs(f - math.Log(l.Parameter())))
	return (l.Y[i] + l.Parameter()) * e / ((1 + e) * (1 + e))
}

// Curvature is max_i c_i (y_i + θ)/4.
func (l NegativeBinomial) Curvature() (most float64) {
	for i, y := range l.Y {
		most = max(most, l.Weight(i)*(y+l.Parameter())/4)
	}
	return most
}

// Bind is the loss with counts y, whose logarithms are taken once.
func (l NegativeBinomial) Bind(y, weights []float64) toolkit.Loss {
	return NegativeBinomial{y, weights, l.Theta, logsOf(y)}
}

// CheckTarget says what is wrong with a target.
func (l NegativeBinomial) CheckTarget(y float64) error { return notNegative("negative binomial", y) }

// Parameter is θ.
func (l NegativeBinomial) Parameter() float64 { return cmp.Or(l.Theta, 1) }

// CheckParameter says what is wrong with θ.
func (l NegativeBinomial) CheckParameter() error {
	if t := l.Parameter(); !(t > 0) || math.IsInf(t, 1) {
		return fmt.Errorf("θ of the negative binomial loss is %g: it must be positive and finite", t)
	}
	return nil
}

// Link says that the mean of the target is exp(f).
func (l NegativeBinomial) Link() string { return Log }

// String is the loss's name.
func (l NegativeBinomial) String() string { return "negative-binomial" }

// Measure is the deviance, twice the loss.
func (l NegativeBinomial) Measure() (name string, times float64) {
	return "negative binomial deviance", 2
}

// FindTheta is the θ by which counts with known means are likeliest under the negative binomial, +Inf where they vary
// no more than those of Poisson. Weights are nil for ones. Means that are learnt anew with it, and θ again, come to a
// point where neither gains: the likelihood of both together is not convex.
//
// Source: Venables, Ripley, Modern Applied Statistics with S, 2002, section 7.4.
func FindTheta(y, means, weights []float64) float64 {
	score := func(theta float64) (sum float64) { // the derivative of the logarithm of the likelihood
		own := mathext.Digamma(theta) - math.Log(theta) - 1
		for i, v := range y {
			c := 1.
			if weights != nil {
				c = weights[i]
			}
			sum += c * (mathext.Digamma(v+theta) - own - math.Log(theta+means[i]) - (v+theta)/(theta+means[i]))
		}
		return sum
	}
	const least, most, steps = -16., 16., 100
	if score(math.Exp(most)) >= 0 {
		return math.Inf(1)
	}
	low, high := least, most // of log θ: the score falls through 0 between them
	for range steps {
		if middle := (low + high) / 2; score(math.Exp(middle)) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return math.Exp((low + high) / 2)
}
