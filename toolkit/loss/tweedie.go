package loss

import (
	"cmp"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
)

// Tweedie is half the unit deviance of numbers y_i ≥ 0, many of which may be 0 as claims are, with the means exp(f) and
// a variance that goes as the mean to the power p, 1 < p < 2: with a = 2 − p and b = p − 1
//
//	ℓ_i(f) = exp(a f)/a + y_i exp(−b f)/b − y_i^a/(ab) ≥ 0.
//
// Source: Jørgensen, The Theory of Dispersion Models, 1997, chapter 4; by the logarithm as link it is convex.
type Tweedie struct {
	Y       []float64 // ≥ 0
	Weights []float64 // c_i ≥ 0; nil for 1/n
	Power   float64   // p; 0 for 1.5
	logs    []float64 // log y_i; nil where they are not known yet
}

// shares are a = 2 − p and b = p − 1.
func (l Tweedie) shares() (a, b float64) { return 2 - l.Parameter(), l.Parameter() - 1 }

// Len is the number of examples.
func (l Tweedie) Len() int { return len(l.Y) }

// Weight is c_i.
func (l Tweedie) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

// At is y_i^a (exp(at)/a + exp(−bt)/b − 1/(ab)) and y_i^a (exp(at) − exp(−bt)) for t = f − log y_i.
func (l Tweedie) At(i int, f float64) (value, slope float64) {
	a, b := l.shares()
	if l.Y[i] == 0 {
		e := math.Exp(a * f)
		return e / a, e
	}
	log := logOf(l.logs, l.Y, i)
	size := math.Exp(a * log)
	value, slope = tweedieAt(a, b, f-log)
	return size * value, size * slope
}

// tweedieAt is exp(at)/a + exp(−bt)/b − 1/(ab), for a + b = 1, and its derivative.
func tweedieAt(a, b, t float64) (value, slope float64) {
	if math.Abs(t) < vec.BendMost {
		up, down := vec.Bend(a*t), vec.Bend(-b*t)
		return up/a + down/b, t + up - down // as at + bt = t
	}
	up, down := math.Exp(a*t), math.Exp(-b*t)
	return up/a + down/b - 1/(a*b), up - down
}

// Conjugate is ℓ_i*(u) = u log y_i + y_i^a φ*(u/y_i^a), where φ(t) is ℓ_i/y_i^a as At has it. Its conjugate is found by
// Newton's method for φ'(t) = v: what it is off by is of the second order. Where y_i = 0 it is (u log u − u)/a for
// u ≥ 0, +Inf elsewhere.
func (l Tweedie) Conjugate(i int, u float64) float64 {
	a, b := l.shares()
	if l.Y[i] == 0 {
		if u < 0 {
			return math.Inf(1)
		}
		return (xlogx(u) - u) / a
	}
	log := logOf(l.logs, l.Y, i)
	size := math.Exp(a * log)
	v := u / size
	t := tweedieInverse(a, b, v)
	value, _ := tweedieAt(a, b, t)
	return u*(log+t) - size*value
}

// tweedieInverse is the t at which exp(at) − exp(−bt) is v. It lies between 0 and log(1 + v)/a for v > 0, as exp(at) is
// v and at most 1 more there; for v < 0 the same holds of −t with b.
func tweedieInverse(a, b, v float64) float64 {
	if v < 0 {
		return -tweedieInverse(b, a, -v)
	}
	const steps = 100
	low, high := 0., math.Log1p(v)/a
	t := min(high, v) // as the slope is 1 at 0
	for range steps {
		_, at := tweedieAt(a, b, t)
		if at < v {
			low = t
		} else {
			high = t
		}
		next := t - (at-v)/(a*math.Exp(a*t)+b*math.Exp(-b*t))
		if !(next >= low && next <= high) {
			next = low + (high-low)/2
		}
		if math.Abs(next-t) <= 0x1p-52*t {
			return next
		}
		t = next
	}
	return t
}

// Second is a exp(af) + b y_i exp(−bf).
func (l Tweedie) Second(i int, f float64) float64 {
	a, b := l.shares()
	h := a * math.Exp(a*f)
	if l.Y[i] > 0 {
		h += b * math.Exp(logOf(l.logs, l.Y, i)-b*f)
	}
	return h
}

// Curvature is +Inf: exp(af) has no bound.
func (l Tweedie) Curvature() float64 { return math.Inf(1) }

// SelfConcordant is true: |ℓ_i”'| ≤ ℓ_i”.
func (l Tweedie) SelfConcordant() bool { return true }

// Bind is the loss with targets y, whose logarithms are taken once.
func (l Tweedie) Bind(y, weights []float64) toolkit.Loss {
	return Tweedie{y, weights, l.Power, logsOf(y)}
}

// CheckTarget says what is wrong with a target.
func (l Tweedie) CheckTarget(y float64) error { return notNegative("Tweedie", y) }

// Parameter is p.
func (l Tweedie) Parameter() float64 { return cmp.Or(l.Power, 1.5) }

// CheckParameter says what is wrong with p.
func (l Tweedie) CheckParameter() error {
	if p := l.Parameter(); !(p > 1 && p < 2) {
		return fmt.Errorf("the power of the Tweedie loss is %g: it must be between 1 (Poisson) and 2 (gamma)", p)
	}
	return nil
}

// Link says that the mean of the target is exp(f).
func (l Tweedie) Link() string { return Log }

// String is the loss's name.
func (l Tweedie) String() string { return "tweedie" }

// Measure is the deviance, twice the loss.
func (l Tweedie) Measure() (name string, times float64) { return "Tweedie deviance", 2 }

// Dispersed is true: the deviance is a likelihood once a dispersion is known.
func (l Tweedie) Dispersed() bool { return true }
