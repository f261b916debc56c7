// Package evidence decides claims from replications. A claim is put as effects: numbers that are positive on average
// where it holds, such as the margin of one method over another. Each is known as a mean with a standard error, and the
// spread decides together with the mean: see All.
package evidence

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/figures"
)

// Effect is by how much something is as a claim says: at least 0, on average, where it is.
type Effect struct {
	// Name says what is compared, as in "MKL above Q by 2 points".
	Name string
	// Mean is over replications, and Error its standard error: 0 for what is exact, and NaN where one replication tells
	// nothing of the others.
	Mean, Error float64
	// N is the number of replications; of two samples that are not paired, of the smaller.
	N int
	// Freedom are the degrees of freedom of Error.
	Freedom float64
	// Shared is the standard error of what was drawn once for all replications; see Sampled.
	Shared, SharedFreedom float64
}

// Exact returns the effect of what does not vary.
func Exact(name string, value float64) Effect { return Effect{Name: name, Mean: value, N: 1} }

// AtLeast returns the effect that values have a mean of at least least. Values that are NaN make the effect unknown.
func AtLeast(name string, values []float64, least float64) Effect {
	n := len(values)
	e := Effect{Name: name, Mean: math.NaN(), Error: math.NaN(), N: n, Freedom: float64(n - 1)}
	switch n {
	case 0:
	case 1:
		e.Mean = values[0] - least
	default:
		mean, spread := stat.MeanStdDev(values, nil)
		e.Mean, e.Error = mean-least, spread/math.Sqrt(float64(n))
	}
	return e
}

// AtMost returns the effect that values have a mean of at most most.
func AtMost(name string, values []float64, most float64) Effect {
	e := AtLeast(name, values, most)
	e.Mean = -e.Mean
	return e
}

// Paired returns the effect that a is above b by at least by, where replication k of both has the same draws. It
// panics where they differ in length.
func Paired(name string, a, b []float64, by float64) Effect {
	return AtLeast(name, combined(1, a, -1, b), by)
}

// Within returns the two effects that the mean of a is within a share of that of b, paired: at most (1 + share) and
// at least (1 − share) times as large. Both hold where the means are shown to be that close.
func Within(name string, a, b []float64, share float64) []Effect {
	percent := fmt.Sprintf("%g %%", math.Round(1e4*share)/1e2)
	return []Effect{
		AtLeast(name+" at most "+percent+" above", combined(1+share, b, -1, a), 0),
		AtLeast(name+" at most "+percent+" below", combined(1, a, share-1, b), 0),
	}
}

// Unpaired returns the effect that the mean of a is above that of b by at least by, where the draws are independent,
// with the degrees of freedom of Welch (Biometrika 34, 1947).
func Unpaired(name string, a, b []float64, by float64) Effect {
	e := Effect{Name: name, Mean: math.NaN(), Error: math.NaN(), N: min(len(a), len(b))}
	if e.N < 2 {
		return e
	}
	na, nb := float64(len(a)), float64(len(b))
	ma, va := stat.MeanVariance(a, nil)
	mb, vb := stat.MeanVariance(b, nil)
	va, vb = va/na, vb/nb
	e.Mean, e.Error = ma-mb-by, math.Sqrt(va+vb)
	if e.Error > 0 {
		e.Freedom = (va + vb) * (va + vb) / (va*va/(na-1) + vb*vb/(nb-1))
	}
	return e
}

// Sampled adds the standard error of what all replications share but was drawn as well, as test sentences are, and
// which no number of them lowers. The squares of the half widths of both intervals are added, each by its own rule (Zou
// and Donner, Statistics in Medicine 27, 2008).
func (e Effect) Sampled(shared, freedom float64) Effect {
	e.Shared, e.SharedFreedom = shared, freedom
	return e
}

// Text writes the mean with its standard error to two decimals, a dash where it is 0 or not known.
func (e Effect) Text() string {
	switch {
	case e.Mean == 0 || math.IsNaN(e.Mean):
		return "–"
	case math.IsNaN(e.Error):
		return fmt.Sprintf("%.2f", e.Mean)
	}
	return fmt.Sprintf("%.2f ± %.2f", e.Mean, e.Error)
}

// combined returns s a + t b, entry by entry.
func combined(s float64, a []float64, t float64, b []float64) []float64 {
	if len(a) != len(b) {
		panic(fmt.Sprintf("evidence: %d replications are paired with %d", len(a), len(b)))
	}
	out := make([]float64, len(a))
	for k := range a {
		out[k] = s*a[k] + t*b[k]
	}
	return out
}

// number writes a number with so many significant digits, and without powers of ten where it is neither very small nor
// very large.
func number(v float64, digits int) string {
	if v == 0 {
		return "0"
	}
	power := int(math.Floor(math.Log10(math.Abs(v))))
	if power < -4 || power > 6 {
		return fmt.Sprintf("%.*e", digits-1, v)
	}
	return figures.Number(v, max(0, digits-1-power))
}
