package reproduce

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Each returns one number of each of several results.
func Each[T any](results []T, number func(T) float64) []float64 {
	out := make([]float64, len(results))
	for k, r := range results {
		out[k] = number(r)
	}
	return out
}

// Mean returns the mean of a number of several results, NaN of none.
func Mean[T any](results []T, number func(T) float64) float64 {
	if len(results) == 0 {
		return math.NaN()
	}
	return stat.Mean(Each(results, number), nil)
}

// MeanSpread returns the mean and the standard deviation of values: NaN of none, and no deviation of one.
func MeanSpread(values []float64) (mean, spread float64) {
	switch len(values) {
	case 0:
		return math.NaN(), math.NaN()
	case 1:
		return values[0], math.NaN()
	}
	return stat.MeanStdDev(values, nil)
}

// Median returns the median of values of which NaN counts as beyond all others, as for what never happened; for an even
// number, the mean of the middle two; NaN of none.
func Median(values []float64) float64 {
	v := slices.Clone(values)
	for i, x := range v {
		if math.IsNaN(x) {
			v[i] = math.Inf(1)
		}
	}
	slices.Sort(v)
	n := len(v)
	if n == 0 {
		return math.NaN()
	}
	if m := (v[(n-1)/2] + v[n/2]) / 2; !math.IsInf(m, 1) {
		return m
	}
	return math.NaN()
}
