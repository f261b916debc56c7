package prox

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// L1Inf is λ Σ_k w_k max_{j∈k} |x_j| over disjoint groups of coordinates: a group lasso whose groups tend to be 0 as
// a whole, or to have several coordinates of the same, largest size. Coordinates in no group are not penalized.
//
// Source: Turlach, Venables, Wright, Simultaneous Variable Selection, Technometrics 2005; Negahban and Wainwright,
// Simultaneous Support Recovery in High Dimensions, IEEE Trans. Information Theory 2011.
type L1Inf struct {
	Lambda  float64
	Groups  Groups    // disjoint; CheckGroups tells
	Weights []float64 // w_k ≥ 0; nil for ones
}

// part is the coordinates of x in a group.
func part(x []float64, group []int) []float64 {
	out := make([]float64, len(group))
	for i, j := range group {
		out[i] = x[j]
	}
	return out
}

// Value is λ Σ_k w_k ‖x_k‖∞.
func (g L1Inf) Value(x []float64) float64 {
	var sum float64
	for k, group := range g.Groups {
		var most float64
		for _, j := range group {
			most = math.Max(most, math.Abs(x[j]))
		}
		if most > 0 || most != most {
			sum += weightOf(g.Weights, k) * most
		}
	}
	return g.Lambda * sum
}

// Prox takes from v_k its projection on the ℓ1 ball of radius γλw_k, the dual norm's ball (Moreau's identity): the
// largest entries are cut to one size.
//
// Source: Duchi, Singer, Efficient Online and Batch Learning Using Forward Backward Splitting, JMLR 2009, section 5.3.
func (g L1Inf) Prox(dst, v []float64, gamma float64) float64 {
	check(dst, v, gamma)
	copy(dst, v)
	for k, group := range g.Groups {
		x := part(v, group)
		g.ProxPart(x, x, k, gamma)
		for i, j := range group {
			dst[j] = x[i]
		}
	}
	return g.Value(dst)
}

// Parts are the groups, and each coordinate that is in none.
func (g L1Inf) Parts(d int) [][]int { return withSingles(g.Groups, d) }

// ProxPart is the prox of one of them.
func (g L1Inf) ProxPart(dst, v []float64, k int, gamma float64) {
	copy(dst, v)
	if k >= len(g.Groups) {
		return
	}
	ball := L1Ball{Radius: gamma * g.Lambda * weightOf(g.Weights, k)}
	if ball.Radius == 0 {
		return
	}
	if sizes := (L1{Lambda: 1}).Value(v); !(sizes > ball.Radius) {
		for i := range dst {
			dst[i] *= 0 // keeps NaN
		}
		return
	}
	tau := ball.threshold(dst)
	for i, x := range dst {
		dst[i] = min(max(x, -tau), tau)
	}
}

// Conjugate is the indicator of ‖v_k‖₁ ≤ λw_k for all k and v = 0 outside the groups, with a relative slack of 1e-12.
func (g L1Inf) Conjugate(v []float64) float64 { return indicator(g.Polar(v), directSlack) }

// Polar is max_k ‖v_k‖₁/(λw_k), +Inf where v is not zero outside the groups.
func (g L1Inf) Polar(v []float64) float64 {
	return polarOfGroups(v, g.Groups, g.Weights, g.Lambda, func(v []float64, group []int) (sum float64) {
		for _, j := range group {
			sum += math.Abs(v[j])
		}
		return sum
	})
}

// Split takes the coordinates apart that are in no group with weight.
func (g L1Inf) Split(d int) (apart []int, rest toolkit.Proxable) {
	apart, groups, weights := splitGroups(g.Groups, g.Weights, d)
	return apart, L1Inf{g.Lambda, groups, weights}
}

// Strength is λ.
func (g L1Inf) Strength() float64 { return g.Lambda }

// String is the penalty's name.
func (g L1Inf) String() string { return "group-max" }

// Check tells what is wrong with the penalty on d×k weights.
func (g L1Inf) Check(d, k int) error { return checkGrouped(g.Groups, g.Weights, d, k, true) }

// WithShape is the penalty on matrices of so many columns: groups of coordinates become groups of rows.
func (g L1Inf) WithShape(_, cols int) toolkit.Proxable {
	g.Groups = ofRows(g.Groups, cols)
	return g
}
