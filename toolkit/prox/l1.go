package prox

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// L1 is λ‖x‖₁ = λ Σ_j |x_j|, with λ ≥ 0.
type L1 struct {
	Lambda float64
}

// Value is λ‖x‖₁.
func (g L1) Value(x []float64) float64 { return g.Lambda * floats.Norm(x, 1) }

// Prox is soft thresholding, dst_j = sign(v_j) max(0, |v_j| − γλ).
//
// Source: Wright, Nowak, Figueiredo, Sparse Reconstruction by Separable Approximation, IEEE Trans. Signal Processing, 2009.
func (g L1) Prox(dst, v []float64, gamma float64) float64 {
	check(dst, v, gamma)
	t := gamma * g.Lambda
	var sum float64
	for j, x := range v {
		dst[j] = soft(x, t)
		sum += math.Abs(dst[j])
	}
	return g.Lambda * sum
}

// Conjugate is the indicator of ‖v‖∞ ≤ λ, with a relative slack of 1e-12 for rounding.
func (g L1) Conjugate(v []float64) float64 {
	if floats.Norm(v, math.Inf(1)) <= g.Lambda*(1+1e-12) {
		return 0
	}
	return math.Inf(1)
}

// Polar is ‖v‖∞/λ; for λ = 0 it is 0 at v = 0 and +Inf elsewhere.
func (g L1) Polar(v []float64) float64 {
	m := floats.Norm(v, math.Inf(1))
	if m == 0 {
		return 0
	}
	return m / g.Lambda
}
