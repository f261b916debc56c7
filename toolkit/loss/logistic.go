package loss

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Logistic is ℓ_i(f) = log(1 + exp(−y_i f)), with labels y_i ∈ {−1, +1}.
type Logistic struct {
	Y       []float64
	Weights []float64 // c_i ≥ 0; nil for 1/n
}

// Len is the number of examples.
func (l Logistic) Len() int { return len(l.Y) }

// Weight is c_i.
func (l Logistic) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

// At is log(1 + exp(−m)) and −y_i/(1 + exp(m)) at the margin m = y_i f, without overflow for any m.
func (l Logistic) At(i int, f float64) (value, slope float64) {
	y := l.Y[i]
	m := y * f
	e := math.Exp(-math.Abs(m))
	value, slope = vec.Log1p(e), -y/(1+e)
	if m < 0 {
		return value - m, slope
	}
	return value, slope * e
}

// Conjugate is ℓ_i*(u) = a log a + (1 − a) log(1 − a) for a = −y_i u ∈ [0, 1], +Inf elsewhere.
func (l Logistic) Conjugate(i int, u float64) float64 {
	a := -u * l.Y[i]
	if !(a >= 0 && a <= 1) {
		return math.Inf(1)
	}
	if a == 1 {
		return 0
	}
	return xlogx(a) + (1-a)*vec.Log1p(-a) // log(1 − a) would lose the digits of a small a
}

func xlogx(a float64) float64 {
	if a == 0 {
		return 0
	}
	return a * math.Log(a)
}

// Second is p(1 − p) with p = 1/(1 + exp(−f)).
func (l Logistic) Second(_ int, f float64) float64 {
	e := math.Exp(-math.Abs(f))
	return e / ((1 + e) * (1 + e))
}

// Curvature is max_i c_i/4.
func (l Logistic) Curvature() float64 { return maxWeight(l.Weights, len(l.Y)) / 4 }

// SelfConcordant is true: |ℓ_i”'| ≤ ℓ_i”.
func (l Logistic) SelfConcordant() bool { return true }

// Bind is the loss with labels y of −1 and +1.
func (l Logistic) Bind(y, weights []float64) toolkit.Loss { return Logistic{y, weights} }

// Binary is true: the labels are −1 and +1.
func (l Logistic) Binary() bool { return true }

// Link says that the probability of the label +1 is 1/(1 + exp(−f)).
func (l Logistic) Link() string { return Logit }

// String is the loss's name.
func (l Logistic) String() string { return "logistic" }

// rangeSize is how many logarithms and exponentials are computed at once.
const rangeSize = 256

// Range writes c_i ℓ_i'(f_i) to slopes, which may be f, and returns Σ c_i ℓ_i(f_i), for the examples from, from + 1, …
func (l Logistic) Range(slopes, f []float64, from int) (sum float64) {
	var tails, logs [rangeSize]float64
	for lo := 0; lo < len(f); lo += rangeSize {
		part := f[lo:min(len(f), lo+rangeSize)]
		vec.LogisticTails(tails[:], part)
		vec.Log1m(logs[:], tails[:len(part)])
		for k, f := range part {
			c, y := l.Weight(from+lo+k), l.Y[from+lo+k]
			value, share := -logs[k], tails[k]
			if m := y * f; m < 0 {
				value, share = value-m, 1-share
			}
			slopes[lo+k] = -c * y * share
			sum += c * value
		}
	}
	return sum
}

// ConjugateRange is Σ c_i ℓ_i*(t s_i/c_i), for the examples from, from + 1, … of positive weight, and the sum of its
// terms' absolute values.
func (l Logistic) ConjugateRange(s []float64, t float64, from int) (sum, size float64) {
	var shares, logs, rest [rangeSize]float64
	for lo := 0; lo < len(s); lo += rangeSize {
		a := shares[:min(rangeSize, len(s)-lo)]
		for k := range a {
			i := from + lo + k
			if a[k] = 0; l.Weight(i) > 0 {
				a[k] = -t * s[lo+k] / l.Weight(i) * l.Y[i]
			}
			if !(a[k] >= 0 && a[k] <= 1) {
				return math.Inf(1), math.Inf(1)
			}
		}
		linalg.Log(logs[:len(a)], a)
		vec.Log1m(rest[:], a)
		for k, a := range a {
			if a > 0 && a < 1 {
				sum += l.Weight(from+lo+k) * (a*logs[k] + (1-a)*rest[k])
			}
		}
	}
	return sum, -sum // each term is the entropy of a share, less than 0
}

// SecondRange writes c_i ℓ_i”(f_i), for the examples from, from + 1, …
func (l Logistic) SecondRange(h, f []float64, from int) {
	vec.LogisticTails(h, f)
	for k, a := range h[:len(f)] {
		h[k] = l.Weight(from+k) * a * (1 - a)
	}
}
