package loss

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// poissonRange is how many means are computed at once.
const poissonRange = 256

// Range writes c_i ℓ_i'(f_i) to slopes, which may be f, and returns Σ c_i ℓ_i(f_i), for the examples from, from + 1, …
func (l Poisson) Range(slopes, f []float64, from int) (sum float64) {
	var room [poissonRange]float64
	for lo := 0; lo < len(f); lo += poissonRange {
		part := f[lo:min(len(f), lo+poissonRange)]
		means := room[:len(part)]
		linalg.Exp(means, part, 0)
		sum += l.weigh(slopes[lo:lo+len(part)], part, means, from+lo)
	}
	return sum
}

// weigh is Range, given the means exp(f_i).
func (l Poisson) weigh(slopes, f, means []float64, from int) (sum float64) {
	y, c, even := l.Y[from:from+len(f)], 1/float64(len(l.Y)), l.Weights == nil
	for k, at := range f {
		if !even {
			c = l.Weights[from+k]
		}
		value, slope := means[k], means[k]
		if y := y[k]; y != 0 {
			value, slope = deviance(y, at-l.log(from+k), means[k])
		}
		slopes[k] = c * slope
		sum += c * value
	}
	return sum
}

// deviance is the loss and its slope for a count y > 0 at d = f − log y, given the mean y exp(d).
func deviance(y, d, mean float64) (value, slope float64) {
	if math.Abs(d) < bendMost {
		bent := bend(d)
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
	var room [poissonRange]float64
	for lo := 0; lo < len(f); lo += poissonRange {
		part := room[:min(len(f)-lo, poissonRange)]
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
		out.Y[k], out.Weights[k], out.logs[k] = l.Y[i], l.Weight(i)/total, l.log(i)
	}
	return out
}

// bendMost is the |d| up to which bend is good to rounding.
const bendMost = 0.5

// bend is exp(d) − 1 − d for |d| ≤ bendMost, by Taylor's series, of which what is left out is less than rounding.
func bend(d float64) float64 {
	sum := 0.
	for k := len(factorials) - 1; k >= 0; k-- {
		sum = sum*d + factorials[k]
	}
	return sum * d * d
}

// factorials are 1/2!, 1/3!, …
var factorials = func() (out [15]float64) {
	value := 1.
	for k := range out {
		value /= float64(k + 2)
		out[k] = value
	}
	return out
}()

// logsOf are logarithms.
func logsOf(y []float64) []float64 {
	out := make([]float64, len(y))
	linalg.Log(out, y)
	return out
}
