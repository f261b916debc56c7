package norms

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg/maps"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
)

// TreeMax is λ Σ_k w_k max_{j∈k} |x_j| over groups any two of which are disjoint or nested, listed so that a group
// comes after all groups inside it, as those of prox.Tree.
//
// Source: Jenatton, Mairal, Obozinski, Bach, Proximal Methods for Hierarchical Sparse Coding, JMLR 2011.
type TreeMax struct {
	Lambda  float64
	Groups  prox.Groups
	Weights []float64 // w_k ≥ 0; nil for ones
}

// Value is λ Σ_k w_k ‖x_k‖∞.
func (g TreeMax) Value(x []float64) float64 { return prox.L1Inf(g).Value(x) }

// Prox is that of one group after another, from the leaves to the root.
//
// Source: Jenatton, Mairal, Obozinski, Bach 2011, Theorem 1.
func (g TreeMax) Prox(dst, v []float64, gamma float64) float64 {
	if begin(dst, v, gamma) {
		return math.NaN()
	}
	copy(dst, v)
	for k, group := range g.Groups {
		one := prox.L1Inf{Lambda: g.Lambda, Groups: prox.Groups{group}}
		if g.Weights != nil {
			one.Weights = g.Weights[k : k+1]
		}
		one.Prox(dst, dst, gamma)
	}
	return g.Value(dst)
}

// Conjugate is the indicator of Polar ≤ 1, with a relative slack of 1e-12.
func (g TreeMax) Conjugate(v []float64) float64 { return indicator(g.Polar(v)) }

// Polar is the least ρ at which prox_ρ(v) = 0, by bisection, from above; +Inf where v is not zero outside the groups.
// What a group leaves of its part of v at ρ is the part less ρλw_k in ‖·‖₁, and 0 where that is less: ρ is found as
// that at which nothing is left of any coordinate.
func (g TreeMax) Polar(v []float64) float64 {
	size, z := 0.0, make([]float64, len(v))
	for _, x := range v {
		size += math.Abs(x)
	}
	if size == 0 || size != size {
		return size
	}
	vanishes := func(rho float64) bool {
		g.Prox(z, v, rho)
		return !slices.ContainsFunc(z, func(x float64) bool { return x != 0 })
	}
	hi := size / g.Lambda
	for !vanishes(hi) {
		if hi *= 4; hi > 1e6*size/g.Lambda || math.IsInf(hi, 1) {
			return math.Inf(1)
		}
	}
	for lo := 0.0; hi-lo > 1e-14*hi; {
		mid := lo + (hi-lo)/2
		if mid == lo || mid == hi {
			break
		}
		if vanishes(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi
}

// Terms are the maxima of disjoint groups of copies.
func (g TreeMax) Terms(d int) (toolkit.Terms, bool) {
	var which []int
	apart := make(prox.Groups, len(g.Groups))
	for k, group := range g.Groups {
		for _, j := range group {
			apart[k] = append(apart[k], len(which))
			which = append(which, j)
		}
	}
	of := terms.L1Inf{L1Inf: prox.L1Inf{Lambda: g.Lambda, Groups: apart, Weights: g.Weights}}
	return toolkit.Terms{Of: []toolkit.Term{{Function: of, Map: maps.Selection(which, d)}}}, g.Check(d, 1) == nil
}

// Strength is λ.
func (g TreeMax) Strength() float64 { return g.Lambda }

// String is the norm's name.
func (g TreeMax) String() string { return "tree-max" }

// Check tells what is wrong with the norm on d×k weights.
func (g TreeMax) Check(d, k int) error {
	return prox.Tree{Lambda: g.Lambda, Groups: g.Groups, Weights: g.Weights}.Check(d, k)
}
