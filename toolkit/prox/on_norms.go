package prox

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

// OnNorms is ψ(‖x_1‖, …, ‖x_p‖) over disjoint groups that cover all coordinates, for ψ even in each argument: with
// SquaredL1 it is the squared mixed norm (λ/2)(Σ_k ‖x_k‖)², with L1Ball the indicator of Σ_k ‖x_k‖ ≤ Radius, with
// Power the regularizer of non-sparse multiple kernel learning. For groups of a model's parameters there is
// online.OnNorms(Psi).
type OnNorms struct {
	Psi    toolkit.Proxable
	Groups Groups // disjoint; CheckGroups tells
}

func (g OnNorms) norms(x []float64) []float64 {
	b := make([]float64, len(g.Groups))
	for k, group := range g.Groups {
		b[k] = norm2(x, group)
	}
	return b
}

// Value is ψ(‖x_1‖, …, ‖x_p‖).
func (g OnNorms) Value(x []float64) float64 { return g.Psi.Value(g.norms(x)) }

// Prox is ψ's on the p norms, each group then scaled to its new norm.
//
// Source: Martins et al., Online Multiple Kernel Learning for Structured Prediction, 2010, Proposition 1.
func (g OnNorms) Prox(dst, v []float64, gamma float64) float64 {
	check(dst, v, gamma)
	before := g.norms(v)
	after := make([]float64, len(before))
	value := g.Psi.Prox(after, before, gamma)
	copy(dst, v)
	for k, group := range g.Groups {
		c := 1.0
		if before[k] != 0 {
			c = after[k] / before[k] // NaN stays visible
		}
		for _, j := range group {
			dst[j] *= c
		}
	}
	return value
}

// Conjugate is ψ*(‖v_1‖, …, ‖v_p‖); +Inf where ψ has none.
func (g OnNorms) Conjugate(v []float64) float64 { return g.dual(v, toolkit.Conjugate.Conjugate) }

// Polar is that of ψ*, at the norms; +Inf where ψ has no conjugate, which leaves only the trivial dual point.
func (g OnNorms) Polar(v []float64) float64 { return g.dual(v, toolkit.Conjugate.Polar) }

func (g OnNorms) dual(v []float64, of func(toolkit.Conjugate, []float64) float64) float64 {
	if c, ok := g.Psi.(toolkit.Conjugate); ok {
		return of(c, g.norms(v))
	}
	return math.Inf(1)
}
