package loss

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Poisson is half the deviance of counts y_i ≥ 0 with the means exp(f),
//
//	ℓ_i(f) = exp(f) − y_i f + y_i log y_i − y_i ≥ 0;
//
// what does not depend on f makes its least value 0.
//
// Source: McCullagh and Nelder, Generalized Linear Models, 1989, section 2.3.
type Poisson struct {
	Y       []float64
	Weights []float64 // c_i ≥ 0; nil for 1/n
	logs    []float64 // log y_i; nil where they are not known yet
}

// Len is the number of examples.
func (l Poisson) Len() int { return len(l.Y) }

// Weight is c_i.
func (l Poisson) Weight(i int) float64 { return weight(l.Weights, len(l.Y), i) }

// At is the loss, and exp(f) − y_i.
func (l Poisson) At(i int, f float64) (value, slope float64) {
	mean := math.Exp(f)
	if l.Y[i] == 0 {
		return mean, mean
	}
	return deviance(l.Y[i], f-logOf(l.logs, l.Y, i), mean)
}

// Conjugate is ℓ_i*(u) = a log a − a − y_i log y_i + y_i for a = u + y_i ≥ 0, +Inf elsewhere.
func (l Poisson) Conjugate(i int, u float64) float64 {
	y := l.Y[i]
	if y == 0 {
		if u < 0 {
			return math.Inf(1)
		}
		return xlogx(u) - u
	}
	switch t := u / y; {
	case t < -roomy:
		return math.Inf(1)
	case t <= -1:
		return u*logOf(l.logs, l.Y, i) + y
	default: // y (1 + t) log(1 + t) − u, and u log y
		return y*((1+t)*vec.Log1p(t)-t) + u*logOf(l.logs, l.Y, i)
	}
}

// Second is exp(f).
func (l Poisson) Second(_ int, f float64) float64 { return math.Exp(f) }

// Curvature is +Inf: exp(f) has no bound.
func (l Poisson) Curvature() float64 { return math.Inf(1) }

// SelfConcordant is true: |ℓ_i”'| ≤ ℓ_i”.
func (l Poisson) SelfConcordant() bool { return true }

// Bind is the loss with counts y, whose logarithms are taken once.
func (l Poisson) Bind(y, weights []float64) toolkit.Loss {
	return Poisson{Y: y, Weights: weights, logs: logsOf(y)}
}

// CheckTarget says what is wrong with a target.
func (l Poisson) CheckTarget(y float64) error { return notNegative("Poisson", y) }

// Link says that the mean of the target is exp(f).
func (l Poisson) Link() string { return Log }

// String is the loss's name.
func (l Poisson) String() string { return "poisson" }

// Measure is the deviance, twice the loss.
func (l Poisson) Measure() (name string, times float64) { return "Poisson deviance", 2 }

// Range writes c_i ℓ_i'(f_i) to slopes, which may be f, and returns Σ c_i ℓ_i(f_i), for the examples from, from + 1, …
func (l Poisson) Range(slopes, f []float64, from int) (sum float64) {
	var room [rangeSize]float64
	c := weight(nil, len(l.Y), 0)
	for lo := 0; lo < len(f); lo += rangeSize {
		part := f[lo:min(len(f), lo+rangeSize)]
		means := room[:len(part)]
		linalg.Exp(means, part, 0)
		for k, at := range part {
			i, value, slope := from+lo+k, means[k], means[k]
			if y := l.Y[i]; y != 0 {
				value, slope = deviance(y, at-logOf(l.logs, l.Y, i), means[k])
			}
			if l.Weights != nil {
				c = l.Weights[i]
			}
			slopes[lo+k], sum = c*slope, sum+c*value
		}
	}
	return sum
}

// ConjugateRange is Σ c_i ℓ_i*(t s_i/c_i), for the examples from, from + 1, … of positive weight, and the sum of its
// terms' absolute values.
func (l Poisson) ConjugateRange(s []float64, t float64, from int) (sum, size float64) {
	var slopes, values [rangeSize]float64
	for lo := 0; lo < len(s); lo += rangeSize {
		u := slopes[:min(rangeSize, len(s)-lo)]
		for k := range u {
			u[k] = t * s[lo+k] / l.Weight(from+lo+k)
		}
		vec.Divergences(values[:len(u)], l.Y[from+lo:][:len(u)], u)
		for k, u := range u {
			i, value := from+lo+k, values[k]
			if l.Y[i] > 0 {
				value += u * logOf(l.logs, l.Y, i)
			}
			if math.IsNaN(value) { // at the end of its range, or beyond
				value = l.Conjugate(i, u)
			}
			if c := l.Weight(i); c > 0 {
				sum, size = sum+c*value, size+c*math.Abs(value)
			}
		}
	}
	return sum, size
}

// deviance is the loss and its slope for a count y > 0 at d = f − log y, given the mean y exp(d).
func deviance(y, d, mean float64) (value, slope float64) {
	if math.Abs(d) < vec.BendMost {
		bent := vec.Bend(d)
		return y * bent, y * (d + bent)
	}
	return mean - y - y*d, mean - y
}

// SecondRange writes c_i ℓ_i”(f_i), for the examples from, from + 1, …
func (l Poisson) SecondRange(h, f []float64, from int) {
	linalg.Exp(h, f, 0)
	for k := range h {
		h[k] *= l.Weight(from + k)
	}
}

// Level is the b at which Σ_i c_i ℓ_i(f_i + b) is least: the means exp(f_i + b) then sum up to the counts,
//
//	b = log(Σ_i c_i y_i / Σ_i c_i exp(f_i)).
//
// It is −Inf where all counts are 0.
func (l Poisson) Level(f []float64) float64 {
	top := math.Inf(-1)
	for _, v := range f {
		top = max(top, v) // keeps NaN
	}
	var means, counts float64
	var room [rangeSize]float64
	for lo := 0; lo < len(f); lo += rangeSize {
		part := room[:min(len(f)-lo, rangeSize)]
		linalg.Exp(part, f[lo:lo+len(part)], top)
		var mean, count float64
		for k, v := range part {
			c := l.Weight(lo + k)
			mean += c * v
			count += c * l.Y[lo+k]
		}
		means, counts = means+mean, counts+count
	}
	return math.Log(counts/means) - top
}

// Part is the loss on some of the examples, whose weights c_i are divided by their sum.
func (l Poisson) Part(examples []int) toolkit.Separable {
	size := len(examples)
	out := Poisson{Y: make([]float64, size), Weights: make([]float64, size), logs: make([]float64, size)}
	var total float64
	for _, i := range examples {
		total += l.Weight(i)
	}
	for k, i := range examples {
		out.Y[k], out.Weights[k], out.logs[k] = l.Y[i], l.Weight(i)/total, logOf(l.logs, l.Y, i)
	}
	return out
}

// logsOf are logarithms.
func logsOf(y []float64) []float64 {
	out := make([]float64, len(y))
	linalg.Log(out, y)
	return out
}

// logOf is log y_i, which may be known.
func logOf(logs, y []float64, i int) float64 {
	if logs != nil {
		return logs[i]
	}
	return math.Log(y[i])
}

// notNegative is what is wrong with a target of a loss.
func notNegative(loss string, y float64) error {
	if !(y >= 0) {
		return fmt.Errorf("the %s loss is for amounts or counts, of 0 or more, and there is a target of %g", loss, y)
	}
	return nil
}
