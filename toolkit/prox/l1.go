package prox

import (
	"math"

	"gonum.org/v1/gonum/floats"
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
		dst[j] = soft(x, t*w)
		sum += w * math.Abs(dst[j])
	}
	return g.Lambda * sum
}

// Conjugate is the indicator of |v_j| ≤ λw_j for all j, with a relative slack of 1e-12 for rounding.
func (g L1) Conjugate(v []float64) float64 {
	if g.Polar(v) <= 1+1e-12 {
		return 0
	}
	return math.Inf(1)
}

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
