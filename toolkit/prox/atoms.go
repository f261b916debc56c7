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

// rescale makes an atom of Ω one of λΩ, where v is its second factor, and Ω°(G) that of λΩ.
func rescale(v []float64, lambda, polar float64) float64 {
	if lambda == 1 {
		return polar
	}
	floats.Scale(1/lambda, v)
	return polar / lambda
}

// LMO is the entry of largest magnitude over its weight, with its sign: the atom ±e_j e_lᵀ/(λ w_jl).
func (g L1) LMO(u, v, x []float64) float64 {
	checkAtom(u, v, x)
	at, most := 0, -1.
	for i, z := range x {
		a := math.Abs(z)
		if g.Weights != nil {
			a /= g.Weights[i]
		}
		if a > most || a != a {
			at, most = i, a
		}
	}
	clear(u)
	clear(v)
	u[at/len(v)], v[at%len(v)] = 1, math.Copysign(1, x[at])
	return rescale(v, g.Lambda*weightOf(g.Weights, at), most*weightOf(g.Weights, at))
}

// LMO is the top pair of singular vectors over λ, by the Lanczos process. It returns the Ritz value with its residual, so that gaps
// may rest on it: exact up to rounding where d or k is at most 120.
func (g TraceNorm) LMO(u, v, x []float64) float64 {
	checkAtom(u, v, x)
	_, hi := linalg.TopPair(linalg.NewDense(len(u), len(v), x), u, v)
	return rescale(v, g.Lambda, hi)
}
