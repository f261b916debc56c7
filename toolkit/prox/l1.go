package prox

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/prox/internal/line"
)

// L1 is λ Σ_j w_j |x_j|, with λ ≥ 0: λ‖x‖₁ without weights. A coordinate of weight 0 is not penalized.
type L1 struct {
	Lambda  float64
	Weights []float64 // w_j ≥ 0; nil for ones
}

// Value is λ Σ_j w_j |x_j|.
func (g L1) Value(x []float64) float64 {
	if g.Weights == nil {
		return g.Lambda * floats.Norm(x, 1)
	}
	var sum float64
	for j, v := range x {
		sum += g.Weights[j] * math.Abs(v)
	}
	return g.Lambda * sum
}

// Prox is soft thresholding, dst_j = sign(v_j) max(0, |v_j| − γλw_j).
//
// Source: Wright, Nowak, Figueiredo, Sparse Reconstruction by Separable Approximation, IEEE Trans. Signal Processing,
// 2009.
func (g L1) Prox(dst, v []float64, gamma float64) float64 {
	check(dst, v, gamma)
	t := gamma * g.Lambda
	var sum float64
	for j, x := range v {
		w := weightOf(g.Weights, j)
		dst[j] = line.Soft(x, t*w)
		sum += w * math.Abs(dst[j])
	}
	return g.Lambda * sum
}

// Conjugate is the indicator of |v_j| ≤ λw_j for all j, with a relative slack of 1e-12 for rounding.
func (g L1) Conjugate(v []float64) float64 { return indicator(g.Polar(v), directSlack) }

// Polar is max_j |v_j|/(λw_j), where 0/0 is 0: ‖v‖∞/λ without weights.
func (g L1) Polar(v []float64) float64 {
	var m float64
	if g.Weights == nil {
		if m = floats.Norm(v, math.Inf(1)); m == 0 {
			return 0
		}
		return m / g.Lambda
	}
	for j, x := range v {
		if x != 0 {
			m = max(m, math.Abs(x)/(g.Lambda*g.Weights[j]))
		}
	}
	return m
}

// Blocks are single coordinates, with the weights λw_j.
func (g L1) Blocks(d int) (blocks [][]int, weights []float64) {
	weights = make([]float64, d)
	for j := range weights {
		weights[j] = g.Lambda * weightOf(g.Weights, j)
	}
	return nil, weights
}

// String is the penalty's name.
func (g L1) String() string { return "l1" }

// Strength is λ.
func (g L1) Strength() float64 { return g.Lambda }

// Check tells what is wrong with the penalty on d×k weights.
func (g L1) Check(d, k int) error { return checkWeights(g.Weights, d*k, "weight") }

// Split takes the coordinates of weight 0 apart.
func (g L1) Split(d int) (apart []int, rest toolkit.Proxable) {
	out := L1{Lambda: g.Lambda}
	for j := range d {
		if weightOf(g.Weights, j) == 0 {
			apart = append(apart, j)
		} else if g.Weights != nil {
			out.Weights = append(out.Weights, g.Weights[j])
		}
	}
	return apart, out
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
