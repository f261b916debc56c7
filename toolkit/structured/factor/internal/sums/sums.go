// Package sums has what decoders do with lists of numbers, of which some may be −Inf.
package sums

import (
	"math"
	"slices"
)

// Accurate is a sum with the rounding of one addition, or nearly.
//
// Source: Neumaier, Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen, ZAMM 1974.
type Accurate struct{ sum, rest float64 }

// Add adds a number.
func (a *Accurate) Add(v float64) {
	t := a.sum + v
	if math.Abs(a.sum) >= math.Abs(v) {
		a.rest += a.sum - t + v
	} else {
		a.rest += v - t + a.sum
	}
	a.sum = t
}

// Value is the sum so far.
func (a *Accurate) Value() float64 {
	if math.IsInf(a.sum, 0) {
		return a.sum
	}
	return a.sum + a.rest
}

// Largest is the largest absolute value of those that are finite.
func Largest(w []float64) (most float64) {
	for _, v := range w {
		if a := math.Abs(v); !math.IsInf(a, 1) {
			most = max(most, a)
		}
	}
	return most
}

// Highest is the first of the largest numbers.
func Highest(w []float64) (at int, most float64) {
	most = math.Inf(-1)
	for x, v := range w {
		if v > most {
			at, most = x, v
		}
	}
	return at, most
}

// TwoHighest are the largest numbers, and the place of the first.
func TwoHighest(v []float64) (at int, first, second float64) {
	first, second = math.Inf(-1), math.Inf(-1)
	for x, u := range v {
		if u > first {
			first, second, at = u, first, x
		} else if u > second {
			second = u
		}
	}
	return at, first, second
}

// Inner is ⟨w, p⟩, where 0 times −Inf is 0.
func Inner(w, p []float64) (sum float64) {
	for x, v := range p {
		if v != 0 {
			sum += v * w[x]
		}
	}
	return sum
}

// Scale shrinks numbers whose sum is more than the most.
func Scale(v []float64, sum, most float64) {
	if sum <= most {
		return
	}
	for i := range v {
		v[i] *= most / sum
	}
}

// BestOf is max Σ_k z_k v_k over the z of 0 and 1 of which from least to most are 1; v may have −Inf for what is false,
// and +Inf for what is true in any case, which counts 0. It is −Inf where there is none.
func BestOf(v []float64, least, most int) (sum float64) {
	v = slices.Clone(v)
	slices.Sort(v)
	taken := 0
	for k := len(v) - 1; k >= 0 && taken < most; k-- {
		if v[k] <= 0 && taken >= least || math.IsInf(v[k], -1) {
			break
		}
		taken++
		if !math.IsInf(v[k], 1) {
			sum += v[k]
		}
	}
	left := len(v) - taken
	if taken < least || left > 0 && math.IsInf(v[left-1], 1) {
		return math.Inf(-1)
	}
	return sum
}
