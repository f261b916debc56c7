package prox

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// Tree is λ Σ_k w_k ‖x_k‖ over groups any two of which are disjoint or nested, listed so that a group comes after all
// groups inside it (leaves before the root).
type Tree struct {
	Lambda  float64
	Groups  Groups
	Weights []float64 // w_k ≥ 0; nil for ones
}

// Value is λ Σ_k w_k ‖x_k‖.
func (g Tree) Value(x []float64) float64 { return L21(g).Value(x) }

// Prox is block soft thresholding of one group after another, from the leaves to the root: for nested groups in this
// order the composition is the exact prox of the sum.
//
// Source: Jenatton, Mairal, Obozinski, Bach, Proximal Methods for Hierarchical Sparse Coding, JMLR 2011, Theorem 1.
func (g Tree) Prox(dst, v []float64, gamma float64) float64 {
	L21(g).Prox(dst, v, gamma)
	return g.Value(dst)
}

// Conjugate is the indicator of Polar ≤ 1, with a relative slack of 1e-12.
func (g Tree) Conjugate(v []float64) float64 { return indicator(g.Polar(v), directSlack) }

// Polar is the least ρ at which prox_ρ(v) = 0, by bisection, from above; +Inf where v is not zero outside the groups.
func (g Tree) Polar(v []float64) float64 {
	grouped := make([]bool, len(v))
	for k, group := range g.Groups {
		for _, j := range group {
			grouped[j] = grouped[j] || weightOf(g.Weights, k) > 0
		}
	}
	var most float64
	for j, x := range v {
		switch {
		case x != x:
			return x
		case x != 0 && !grouped[j]:
			return math.Inf(1)
		}
		most = math.Max(most, math.Abs(x))
	}
	if most == 0 {
		return 0
	}
	if g.Lambda == 0 {
		return math.Inf(1)
	}
	z := make([]float64, len(v))
	vanishes := func(rho float64) bool {
		g.Prox(z, v, rho)
		for _, x := range z {
			if x != 0 {
				return false
			}
		}
		return true
	}
	lo, hi := 0., math.Max(most/g.Lambda, math.SmallestNonzeroFloat64)
	for !vanishes(hi) && !math.IsInf(hi, 1) {
		lo, hi = hi, 2*hi
	}
	for hi-lo > polarBisect*hi {
		switch mid := lo + (hi-lo)/2; {
		case mid == lo || mid == hi: // neighbours, among the least of numbers
			return hi
		case vanishes(mid):
			hi = mid
		default:
			lo = mid
		}
	}
	return hi
}

// polarBisect is the relative width at which a bisection for a polar stops.
const polarBisect = 1e-14

// String is the penalty's name.
func (g Tree) String() string { return "tree" }

// Strength is λ.
func (g Tree) Strength() float64 { return g.Lambda }

// Check tells what is wrong with the penalty on d×k weights.
func (g Tree) Check(d, k int) error { return checkGrouped(g.Groups, g.Weights, d, k, false) }

// Split takes the coordinates apart that are in no group with weight.
func (g Tree) Split(d int) (apart []int, rest toolkit.Proxable) {
	apart, groups, weights := splitGroups(g.Groups, g.Weights, d)
	return apart, Tree{g.Lambda, groups, weights}
}
