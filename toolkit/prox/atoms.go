package prox

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// checkAtom panics where u and v are not the factors of a matrix with as many entries as g.
func checkAtom(u, v, g []float64) {
	if len(u)*len(v) != len(g) {
		panic(badLength)
	}
}

// normalize writes x/‖x‖ to dst, the first unit vector for x = 0.
func normalize(dst, x []float64) {
	n := floats.Norm(x, 2)
	if n == 0 {
		clear(dst)
		dst[0] = 1
		return
	}
	floats.ScaleTo(dst, 1/n, x)
}

// rescale makes an atom of Ω one of λΩ, where v is its second factor, and Ω°(G) that of λΩ: +Inf for λ = 0, where
// there is no atom, and G ≠ 0.
func rescale(v []float64, lambda, polar float64) float64 {
	switch {
	case lambda == 1:
		return polar
	case lambda == 0 && polar > 0:
		return math.Inf(1)
	case lambda == 0:
		return polar
	}
	floats.Scale(1/lambda, v)
	return polar / lambda
}

// LMO is the entry of largest magnitude over its weight, with its sign: the atom ±e_j e_lᵀ/(λ w_jl). Where an entry
// that is not 0 has weight 0 the polar is +Inf, and there is no atom.
func (g L1) LMO(u, v, x []float64) float64 {
	checkAtom(u, v, x)
	at, most := 0, -1.
	for i, z := range x {
		a := math.Abs(z)
		if g.Weights != nil && x[i] != 0 {
			a /= g.Weights[i]
		}
		if a > most || a != a {
			at, most = i, a
		}
	}
	clear(u)
	clear(v)
	u[at/len(v)], v[at%len(v)] = 1, math.Copysign(1, x[at])
	if math.IsInf(most, 1) {
		return most
	}
	return rescale(v, g.Lambda*weightOf(g.Weights, at), most*weightOf(g.Weights, at))
}

// LMOMap is LMO for a matrix of which no more than products are known, in as many of them as bring the atom's inner
// product with it within tol of the polar, as far as is known then.
func (g TraceNorm) LMOMap(u, v []float64, x linalg.Map, tol float64) (attained, polar float64) {
	lo, hi := linalg.TopPairWithin(x, u, v, tol*g.Lambda)
	polar = rescale(v, g.Lambda, hi)
	return lo / g.Lambda, polar
}

// LMO is the top pair of singular vectors over λ, by the Lanczos process. It returns the Ritz value with its
// residual, so that gaps may rest on it: exact up to rounding where d or k is at most 120.
func (g TraceNorm) LMO(u, v, x []float64) float64 {
	checkAtom(u, v, x)
	_, hi := linalg.TopPair(linalg.NewDense(len(u), len(v), x), u, v)
	return rescale(v, g.Lambda, hi)
}
