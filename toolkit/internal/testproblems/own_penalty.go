package testproblems

import (
	"cmp"
	"math"
	"slices"
)

// The penalties and losses of this file and own_loss.go are written as a user of the module would: of nothing but the
// contract.

// OrderedL1 is the ordered ℓ1 norm λ Σ_i w_i |x|_(i), where |x|_(1) ≥ |x|_(2) ≥ … are the magnitudes in descending
// order and the weights fall, w_i = 1 + Slope·(d − i)/d: SLOPE with the weights of OSCAR. It makes coefficients of
// correlated features equal.
//
// Source: Bogdan, van den Berg, Sabatti, Su, Candès, SLOPE – Adaptive Variable Selection via Convex Optimization,
// Ann. Appl. Statist. 2015, Algorithm 4 (the prox); Zeng, Figueiredo, The Ordered Weighted ℓ1 Norm, 2014, section 2
// (the polar).
type OrderedL1 struct {
	Lambda float64 // ≥ 0
	Slope  float64 // ≥ 0; 0 is the lasso
}

func (g OrderedL1) weight(i, d int) float64 {
	return g.Lambda * (1 + g.Slope*float64(d-1-i)/float64(d))
}

// descending are the coordinates in descending order of their magnitudes, NaN first.
func descending(x []float64) []int {
	order := make([]int, len(x))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := math.Abs(x[i]), math.Abs(x[j])
		if math.IsNaN(a) || math.IsNaN(b) {
			return cmp.Compare(a, b) // which puts NaN before all numbers
		}
		return cmp.Compare(b, a)
	})
	return order
}

// Value is λ Σ_i w_i |x|_(i).
func (g OrderedL1) Value(x []float64) float64 {
	var sum float64
	for i, j := range descending(x) {
		sum += g.weight(i, len(x)) * math.Abs(x[j])
	}
	return sum
}

// Prox subtracts γλw from the sorted magnitudes, averages neighbours that are then out of order, and cuts at 0.
func (g OrderedL1) Prox(dst, v []float64, gamma float64) float64 {
	if !(gamma > 0) {
		panic("own: the stepsize must be positive")
	}
	if len(dst) != len(v) {
		panic("own: length mismatch")
	}
	order := descending(v)
	type run struct {
		sum   float64
		count int
	}
	mean := func(r run) float64 { return r.sum / float64(r.count) }
	var runs []run
	for i, j := range order {
		runs = append(runs, run{math.Abs(v[j]) - gamma*g.weight(i, len(v)), 1})
		for n := len(runs); n > 1 && mean(runs[n-2]) <= mean(runs[n-1]); n-- {
			runs[n-2].sum += runs[n-1].sum
			runs[n-2].count += runs[n-1].count
			runs = runs[:n-1]
		}
	}
	at := 0
	for _, r := range runs {
		m := max(0, mean(r)) // NaN stays visible
		for _, j := range order[at : at+r.count] {
			dst[j] = math.Copysign(m, v[j])
		}
		at += r.count
	}
	return g.Value(dst)
}

// Polar is max_i Σ_{l≤i} |v|_(l)/(λ Σ_{l≤i} w_l).
func (g OrderedL1) Polar(v []float64) float64 {
	var polar, sum, weights float64
	for i, j := range descending(v) {
		sum += math.Abs(v[j])
		weights += g.weight(i, len(v))
		if sum > 0 {
			polar = max(polar, sum/weights)
		}
	}
	return polar
}

// Conjugate is the indicator of Polar ≤ 1, with a relative slack of 1e-12 for rounding.
func (g OrderedL1) Conjugate(v []float64) float64 {
	if g.Polar(v) <= 1+1e-12 {
		return 0
	}
	return math.Inf(1)
}

// BoundedBelow is the indicator of x ≥ Low: no more than Value and Prox.
type BoundedBelow struct{ Low float64 }

// Value is 0 for x ≥ Low, else +Inf.
func (g BoundedBelow) Value(x []float64) float64 {
	for _, v := range x {
		if v < g.Low {
			return math.Inf(1)
		}
	}
	return 0
}

// Prox is the projection.
func (g BoundedBelow) Prox(dst, v []float64, gamma float64) float64 {
	if !(gamma > 0) {
		panic("own: the stepsize must be positive")
	}
	if len(dst) != len(v) {
		panic("own: length mismatch")
	}
	for j, x := range v {
		dst[j] = max(x, g.Low)
	}
	return 0
}
