package prox

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/prox/internal/line"
)

// SquaredL1 is (λ/2)(Σ_j d_j|x_j|)², with λ ≥ 0 and weights d_j ≥ 0; a coordinate of weight 0 is not penalized. On
// the norms of groups it is the regularizer of multiple kernel learning, (λ/2)(Σ_k ‖θ_k‖)².
type SquaredL1 struct {
	Lambda  float64
	Weights []float64 // d; nil for ones
}

func (g SquaredL1) norm(x []float64) float64 {
	var sum float64
	for j, v := range x {
		sum += weightOf(g.Weights, j) * math.Abs(v)
	}
	return sum
}

// Value is (λ/2)(Σ_j d_j|x_j|)².
func (g SquaredL1) Value(x []float64) float64 {
	n := g.norm(x)
	return g.Lambda / 2 * n * n
}

// Prox is dst_j = sign(v_j) max(0, |v_j| − d_jτ). With t = γλ and the coordinates in descending order of u_j =
// |v_j|/d_j,
//
//	τ = t Σ_{r≤ρ} d_r|v_r| / (1 + t Σ_{r≤ρ} d_r²),
//
// where ρ is the largest j with u_j > t Σ_{r≤j} d_r|v_r| / (1 + t Σ_{r≤j} d_r²); the j that satisfy it are 1, …, ρ.
// Sorting makes it O(d log d).
//
// Source: Martins et al., Online Multiple Kernel Learning for Structured Prediction, 2010, Algorithms 2 (ones) and 4.
func (g SquaredL1) Prox(dst, v []float64, gamma float64) float64 {
	check(dst, v, gamma)
	if g.Weights != nil && len(g.Weights) != len(v) {
		panic(badLength)
	}
	tau := g.threshold(v, gamma*g.Lambda)
	for j, x := range v {
		dst[j] = line.Soft(x, weightOf(g.Weights, j)*tau)
	}
	return g.Value(dst)
}

// onStack is how many coordinates are sorted without memory from the heap: online methods call Prox in every round.
const onStack = 512

// threshold is τ.
func (g SquaredL1) threshold(v []float64, t float64) float64 {
	type entry struct{ u, d, x float64 }
	order := make([]entry, 0, onStack)
	if len(v) > onStack {
		order = make([]entry, 0, len(v))
	}
	for j, x := range v {
		if d := weightOf(g.Weights, j); d > 0 && x != 0 {
			order = append(order, entry{math.Abs(x) / d, d, math.Abs(x)})
		}
	}
	slices.SortFunc(order, func(a, b entry) int {
		switch {
		case a.u > b.u:
			return -1
		case a.u < b.u:
			return 1
		}
		return 0
	})
	var sum, squares, tau float64
	for _, e := range order {
		next := t * (sum + e.d*e.x) / (1 + t*(squares+e.d*e.d))
		if first := squares == 0; !(e.u > next) && !(first && e.u == next) { // u > next for the first, but for rounding
			break
		}
		sum, squares, tau = sum+e.d*e.x, squares+e.d*e.d, next
	}
	return tau
}

// Conjugate is max_j (|v_j|/d_j)²/(2λ); +Inf where v_j ≠ 0 at λd_j = 0.
func (g SquaredL1) Conjugate(v []float64) float64 {
	m := g.dual(v)
	if m == 0 {
		return 0
	}
	return m * m / (2 * g.Lambda)
}

// dual is max_j |v_j|/d_j, leaving out zeros.
func (g SquaredL1) dual(v []float64) float64 {
	var m float64
	for j, x := range v {
		if x != 0 {
			m = max(m, math.Abs(x)/weightOf(g.Weights, j))
		}
	}
	return m
}

// Polar is 0 where the conjugate is finite, and +Inf elsewhere: v_j ≠ 0 at λd_j = 0.
func (g SquaredL1) Polar(v []float64) float64 {
	if m := g.dual(v); m == 0 || g.Lambda > 0 && !math.IsInf(m, 1) {
		return 0
	}
	return math.Inf(1)
}

// Strength is λ.
func (g SquaredL1) Strength() float64 { return g.Lambda }
