package prox

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/prox/internal/line"
)

// Power is (λ/2) Σ_j |x_j|^Q with Q ≥ 1. On the norms of groups it is the regularizer of non-sparse multiple kernel
// learning.
type Power struct {
	Lambda float64
	Q      float64
}

// Value is (λ/2) Σ_j |x_j|^Q.
func (g Power) Value(x []float64) float64 {
	var sum float64
	for _, v := range x {
		sum += math.Pow(math.Abs(v), g.Q)
	}
	return g.Lambda / 2 * sum
}

// Prox solves z − |v_j| + (γλQ/2) z^{Q−1} = 0 on [0, |v_j|] for every coordinate, by Newton's method kept inside a
// shrinking bracket; for Q = 1 it is soft thresholding. It panics for Q < 1, where the function is not convex.
//
// Source: Martins et al., Online Multiple Kernel Learning for Structured Prediction, 2010, section 3.2, whose
// equation lacks the ½ of its regularizer.
func (g Power) Prox(dst, v []float64, gamma float64) float64 {
	check(dst, v, gamma)
	if !(g.Q >= 1) {
		panic("prox: Power needs Q ≥ 1")
	}
	c := gamma * g.Lambda * g.Q / 2
	for j, x := range v {
		if g.Q == 1 {
			dst[j] = line.Soft(x, c)
			continue
		}
		dst[j] = math.Copysign(powerRoot(math.Abs(x), c, g.Q-1), x)
	}
	return g.Value(dst)
}

// powerRoot is the root of z + c z^p = a in [0, a], p > 0.
func powerRoot(a, c, p float64) float64 {
	if a == 0 || c == 0 || a != a || math.IsInf(a, 1) {
		return a
	}
	lo, hi := 0.0, a
	z := a / (1 + c*math.Pow(a, p-1)) // exact for p = 1
	if !(z > 0) {
		z = a / 2
	}
	for range 200 {
		f := z + c*math.Pow(z, p) - a
		if f > 0 {
			hi = z
		} else {
			lo = z
		}
		next := z - f/(1+c*p*math.Pow(z, p-1))
		if !(next > lo && next < hi) {
			next = lo + (hi-lo)/2
		}
		if math.Abs(next-z) <= 1e-16*z || hi-lo <= 1e-16*hi {
			return next
		}
		z = next
	}
	return z
}

// Conjugate is Σ_j (λ/2)(Q − 1) (2|v_j|/(λQ))^{Q/(Q−1)}; for Q = 1 or λ = 0 the indicator of ‖v‖∞ ≤ λ/2.
func (g Power) Conjugate(v []float64) float64 {
	if g.Q == 1 || g.Lambda == 0 {
		return L1{Lambda: g.Lambda / 2}.Conjugate(v)
	}
	var sum float64
	for _, x := range v {
		if x != 0 {
			sum += g.Lambda / 2 * (g.Q - 1) * math.Pow(2*math.Abs(x)/(g.Lambda*g.Q), g.Q/(g.Q-1))
		}
	}
	return sum
}

// Polar is 0 for Q > 1 and λ > 0, where the conjugate is finite everywhere, and that of an ℓ1 norm else.
func (g Power) Polar(v []float64) float64 {
	if g.Q > 1 && g.Lambda > 0 {
		return 0
	}
	return L1{Lambda: g.Lambda / 2}.Polar(v)
}

// Strength is λ.
func (g Power) Strength() float64 { return g.Lambda }
