// Package gauge holds atomic sets of matrices: a gauge Ω(W) = min{Σ θ_i : W = Σ θ_i M_i, θ_i ≥ 0} over atoms M_i, of which the
// lasso, the group lasso and the trace norm are three. All atoms here are of rank one, u vᵀ.
//
// Source: Dudik, Harchaoui, Malick, Lifted Coordinate Descent for Learning with Trace-Norm Regularization, AISTATS 2012, appendix D.
package gauge

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

const badLength = "gauge: length mismatch"

// check panics where u and v are not the factors of a matrix with as many entries as g.
func check(u, v, g []float64) {
	if len(u)*len(v) != len(g) {
		panic(badLength)
	}
}

// Lasso has the atoms ±e_j e_lᵀ: Ω(W) = Σ |W_jl|.
type Lasso struct{}

// LMO is the entry of largest magnitude, with its sign.
func (Lasso) LMO(u, v, g []float64) float64 {
	check(u, v, g)
	at, most := 0, -1.
	for i, x := range g {
		if a := math.Abs(x); a > most || a != a {
			at, most = i, a
		}
	}
	clear(u)
	clear(v)
	u[at/len(v)], v[at%len(v)] = 1, math.Copysign(1, g[at])
	return most
}

// Rows has the atoms e_j vᵀ with ‖v‖ = 1: Ω(W) = Σ_j ‖W_j‖, the group lasso of rows, with which features are chosen for all
// outputs together.
type Rows struct{}

// LMO is the row of largest norm, normalized.
func (Rows) LMO(u, v, g []float64) float64 {
	check(u, v, g)
	k := len(v)
	at, most := 0, -1.
	for j := range u {
		if n := floats.Norm(g[j*k:(j+1)*k], 2); n > most || n != n {
			at, most = j, n
		}
	}
	clear(u)
	u[at] = 1
	normalize(v, g[at*k:(at+1)*k])
	return most
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

// Trace has the atoms u vᵀ with ‖u‖ = ‖v‖ = 1: Ω(W) = ‖W‖_*, the sum of the singular values.
type Trace struct{}

// LMO is the top pair of singular vectors, by the Lanczos process. It returns the Ritz value with its residual, so that gaps
// may rest on it: exact up to rounding where d or k is at most 120.
func (Trace) LMO(u, v, g []float64) float64 {
	check(u, v, g)
	_, hi := linalg.TopPair(linalg.NewDense(len(u), len(v), g), u, v)
	return hi
}
