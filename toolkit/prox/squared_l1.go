package prox

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// SquaredL1 is (λ/2)‖x‖₁², with λ ≥ 0. On the norms of groups it is the regularizer of multiple kernel learning,
// (λ/2)(Σ_k ‖θ_k‖)².
type SquaredL1 struct {
	Lambda float64
}

// Value is (λ/2)‖x‖₁².
func (g SquaredL1) Value(x []float64) float64 {
	n := floats.Norm(x, 1)
	return g.Lambda / 2 * n * n
}

// Prox is soft thresholding at τ = γλ/(1 + ργλ) Σ_{r≤ρ} y_r, where y is |v| in descending order and ρ the largest j with
// y_j > γλ/(1 + jγλ) Σ_{r≤j} y_r. Sorting makes it O(d log d). τ is γλ‖dst‖₁.
//
// Source: Martins et al., Online Multiple Kernel Learning for Structured Prediction, 2010, Algorithm 2 and appendix F.
func (g SquaredL1) Prox(dst, v []float64, gamma float64) float64 {
	check(dst, v, gamma)
	t := gamma * g.Lambda
	y := make([]float64, len(v))
	for j, x := range v {
		y[j] = math.Abs(x)
	}
	slices.SortFunc(y, func(a, b float64) int {
		switch {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	})
	var sum, tau float64
	for j, x := range y { // the indices that satisfy the condition are 0, …, ρ−1
		if x != x || x <= t*(sum+x)/(1+float64(j+1)*t) {
			break
		}
		sum += x
		tau = t * sum / (1 + float64(j+1)*t)
	}
	L1{Lambda: 1}.Prox(dst, v, max(tau, math.SmallestNonzeroFloat64))
	return g.Value(dst)
}

// Conjugate is ‖v‖∞²/(2λ); for λ = 0 it is 0 at v = 0 and +Inf elsewhere.
func (g SquaredL1) Conjugate(v []float64) float64 {
	n := floats.Norm(v, math.Inf(1))
	if n == 0 {
		return 0
	}
	return n * n / (2 * g.Lambda)
}

// Polar is 0 for λ > 0, where the conjugate is finite everywhere; for λ = 0 it is 0 at v = 0 and +Inf elsewhere.
func (g SquaredL1) Polar(v []float64) float64 {
	if g.Lambda > 0 || floats.Norm(v, math.Inf(1)) == 0 {
		return 0
	}
	return math.Inf(1)
}
