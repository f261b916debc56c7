package prox

import "github.com/proxlab/proxlab/toolkit"

// L21 is the group lasso λ Σ_k w_k ‖x_k‖ over disjoint groups of coordinates; coordinates in no group are not
// penalized. For groups of a model's parameters, online.OnNorms(L1{λ}) is the same regularizer.
type L21 struct {
	Lambda  float64
	Groups  Groups    // disjoint; CheckGroups tells
	Weights []float64 // w_k ≥ 0; nil for ones
}

// Value is λ Σ_k w_k ‖x_k‖.
func (g L21) Value(x []float64) (sum float64) {
	for k, group := range g.Groups {
		sum += weightOf(g.Weights, k) * norm2(x, group)
	}
	return g.Lambda * sum
}

// Prox is block soft thresholding, dst_k = v_k max(0, 1 − γλw_k/‖v_k‖).
//
// Source: Yuan and Lin, Model Selection and Estimation in Regression with Grouped Variables, J. Royal Statistical
// Society B, 2006.
func (g L21) Prox(dst, v []float64, gamma float64) (value float64) {
	check(dst, v, gamma)
	copy(dst, v)
	for k, group := range g.Groups {
		w := weightOf(g.Weights, k)
		value += g.Lambda * w * shrinkGroup(dst, group, gamma*g.Lambda*w)
	}
	return value
}

// Conjugate is the indicator of ‖v_k‖ ≤ λw_k for all k and v = 0 outside the groups, with a relative slack of 1e-12.
func (g L21) Conjugate(v []float64) float64 { return indicator(g.Polar(v), directSlack) }

// Polar is max_k ‖v_k‖/(λw_k), +Inf where v is not zero outside the groups.
func (g L21) Polar(v []float64) float64 {
	return polarOfGroups(v, g.Groups, g.Weights, g.Lambda, norm2)
}

// Blocks are the groups, with the weights λw_k.
func (g L21) Blocks(int) (blocks [][]int, weights []float64) {
	weights = make([]float64, len(g.Groups))
	for k := range weights {
		weights[k] = g.Lambda * weightOf(g.Weights, k)
	}
	return g.Groups, weights
}

// String is the penalty's name.
func (g L21) String() string { return "group" }

// Strength is λ.
func (g L21) Strength() float64 { return g.Lambda }

// Check tells what is wrong with the penalty on d×k weights.
func (g L21) Check(d, k int) error { return checkGrouped(g.Groups, g.Weights, d, k, true) }

// WithShape is the penalty on matrices of so many columns: groups of coordinates become groups of rows.
func (g L21) WithShape(_, cols int) toolkit.Proxable {
	g.Groups = ofRows(g.Groups, cols)
	return g
}

// Split takes the coordinates apart that are in no group with weight.
func (g L21) Split(d int) (apart []int, rest toolkit.Proxable) {
	apart, groups, weights := splitGroups(g.Groups, g.Weights, d)
	return apart, L21{g.Lambda, groups, weights}
}
