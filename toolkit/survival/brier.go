package survival

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"
)

// Curve is a step function of time: 1 before the first of its times, and Value[k] from Times[k] on.
type Curve struct{ Times, Value []float64 }

// At is the value at t, and Before that just before t.
func (c Curve) At(t float64) float64 {
	return c.value(sort.Search(len(c.Times), func(k int) bool { return c.Times[k] > t }))
}

// Before is the value just before t.
func (c Curve) Before(t float64) float64 { return c.value(sort.SearchFloat64s(c.Times, t)) }

func (c Curve) value(k int) float64 {
	if k == 0 {
		return 1
	}
	return c.Value[k-1]
}

// KaplanMeier is the share of examples that survive each time, by times that end by events or by censoring, which comes
// after events of the same time; event is nil for events alone, and weights nil for 1.
//
// Source: Kaplan and Meier, Nonparametric Estimation from Incomplete Observations, JASA 1958.
func KaplanMeier(times []float64, event []bool, weights []float64) Curve {
	return productLimit(times, weights, func(i int) bool { return event == nil || event[i] }, false)
}

// Censoring is the same of censoring: the share of examples that are still watched after each time, of those to whom
// nothing happened.
func Censoring(times []float64, event []bool, weights []float64) Curve {
	return productLimit(times, weights, func(i int) bool { return event != nil && !event[i] }, true)
}

// productLimit is the product of 1 − ended/at risk over the times; the others of a time leave before, where they are
// first, or after it.
func productLimit(times, weights []float64, ends func(i int) bool, othersFirst bool) (out Curve) {
	order := make([]int, len(times))
	floats.ArgsortStable(slices.Clone(times), order)
	weight := func(i int) float64 {
		if weights == nil {
			return 1
		}
		return weights[i]
	}
	var at float64
	value := make([]float64, 0, len(times)) // at risk, from the last time on: sums by additions alone
	var ended, moments []float64
	for k := len(order) - 1; k >= 0; {
		t, end, other := times[order[k]], 0., 0.
		for ; k >= 0 && times[order[k]] == t; k-- {
			if i := order[k]; ends(i) {
				end += weight(i)
			} else {
				other += weight(i)
			}
		}
		atRisk := at + end
		if !othersFirst {
			atRisk += other
		}
		at += end + other
		if end > 0 {
			moments, ended, value = append(moments, t), append(ended, end), append(value, atRisk)
		}
	}
	survived := 1.
	for k := len(moments) - 1; k >= 0; k-- {
		survived *= math.Max(0, 1-ended[k]/value[k])
		out.Times, out.Value = append(out.Times, moments[k]), append(out.Value, survived)
	}
	return out
}

// Brier is the mean squared error of probabilities to survive t, of examples whose times end by events or by censoring:
// of the n weights 1 that there are, examples censored before t have none, and others stand for them,
//
//	BS(t) = Σ_i w_i [S_i² 1{y_i ≤ t, event}/G(y_i−) + (1 − S_i)² 1{y_i > t}/G(t)] / Σ_i w_i,
//
// with G of Censoring. NaN where nobody is watched that long.
//
// Source: Graf, Schmoor, Sauerbrei, Schumacher, Assessment and Comparison of Prognostic Classification Schemes for
// Survival Data, Statistics in Medicine 1999.
func Brier(t float64, survive, times []float64, event []bool, weights []float64, g Curve) float64 {
	var sum, total float64
	for i, y := range times {
		w := 1.
		if weights != nil {
			w = weights[i]
		}
		total += w
		switch s := survive[i]; {
		case w == 0:
		case y > t:
			sum += w * (1 - s) * (1 - s) / g.At(t)
		case event == nil || event[i]:
			sum += w * s * s / g.Before(y)
		}
	}
	if t > slices.Max(times) || g.At(t) == 0 {
		return math.NaN()
	}
	return sum / total
}
