package prox

import "math"

// L21 is the group lasso λ Σ_k w_k ‖x_k‖ over disjoint groups of coordinates; coordinates in no group are not
// penalized. For groups of a model's parameters, online.OnNorms(L1{λ}) is the same regularizer.
type L21 struct {
	Lambda  float64
	Groups  Groups    // disjoint; CheckGroups tells
	Weights []float64 // w_k ≥ 0; nil for ones
}

// Value is λ Σ_k w_k ‖x_k‖.
func (g L21) Value(x []float64) float64 {
	var sum float64
	for k, group := range g.Groups {
		sum += weightOf(g.Weights, k) * norm2(x, group)
	}
	return g.Lambda * sum
}

// Prox is block soft thresholding, dst_k = v_k max(0, 1 − γλw_k/‖v_k‖).
//
// Source: Yuan and Lin, Model Selection and Estimation in Regression with Grouped Variables, J. Royal Statistical
// Society B, 2006.
func (g L21) Prox(dst, v []float64, gamma float64) float64 {
	check(dst, v, gamma)
	copy(dst, v)
	for k, group := range g.Groups {
		shrinkGroup(dst, group, gamma*g.Lambda*weightOf(g.Weights, k))
	}
	return g.Value(dst)
}

// Conjugate is the indicator of ‖v_k‖ ≤ λw_k for all k and v = 0 outside the groups, with a relative slack of 1e-12.
func (g L21) Conjugate(v []float64) float64 {
	if g.Polar(v) <= 1+1e-12 {
		return 0
	}
	return math.Inf(1)
}

// Polar is max_k ‖v_k‖/(λw_k), +Inf where v is not zero outside the groups.
func (g L21) Polar(v []float64) float64 {
	var m float64
	grouped := make([]bool, len(v))
	for k, group := range g.Groups {
		for _, j := range group {
			grouped[j] = true
		}
		if n := norm2(v, group); n > 0 {
			m = max(m, n/(g.Lambda*weightOf(g.Weights, k)))
		}
	}
	for j, x := range v {
		if !grouped[j] && x != 0 {
			return math.Inf(1)
		}
	}
	return m
}
