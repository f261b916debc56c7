package prox

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/prox/internal/line"
)

// L1Ball is the indicator of ‖x‖₁ ≤ Radius, 0 inside and +Inf outside, with Radius ≥ 0. On the norms of groups it is
// the indicator of Σ_k ‖θ_k‖ ≤ Radius.
type L1Ball struct {
	Radius float64
}

// Value is 0 for ‖x‖₁ ≤ Radius, with a relative slack of 1e-12 for rounding, else +Inf.
func (g L1Ball) Value(x []float64) float64 {
	n := floats.Norm(x, 1)
	switch {
	case n <= g.Radius*(1+1e-12):
		return 0
	case n != n:
		return n
	}
	return math.Inf(1)
}

// Prox is the Euclidean projection, whatever γ: soft thresholding at the τ that brings the norm to Radius. O(d log d).
//
// Source: Duchi, Shalev-Shwartz, Singer, Chandra, Efficient Projections onto the ℓ1-Ball for Learning in High
// Dimensions, ICML 2008, Figure 1.
func (g L1Ball) Prox(dst, v []float64, gamma float64) float64 {
	check(dst, v, gamma)
	tau := 0.0
	if n := floats.Norm(v, 1); n > g.Radius {
		tau = g.threshold(v)
	}
	for j, x := range v {
		dst[j] = line.Soft(x, tau)
	}
	return g.Value(dst)
}

func (g L1Ball) threshold(v []float64) float64 {
	y := make([]float64, len(v))
	for j, x := range v {
		y[j] = math.Abs(x)
	}
	slices.Sort(y)
	slices.Reverse(y)
	var sum, tau float64
	for j, x := range y {
		sum += x
		next := (sum - g.Radius) / float64(j+1)
		if !(x > next) {
			break
		}
		tau = next
	}
	if g.Radius == 0 { // rounding must leave nothing
		tau = y[0]
	}
	return tau
}

// Conjugate is Radius·‖v‖∞.
func (g L1Ball) Conjugate(v []float64) float64 { return g.Radius * floats.Norm(v, math.Inf(1)) }

// Polar is 0: the conjugate is finite everywhere.
func (g L1Ball) Polar([]float64) float64 { return 0 }
