package prox

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// Ridge is g(x) + (μ/2)‖x‖², with μ ≥ 0 and g = Inner (nil for zero). Ridge{Mu: λ} is the (λ/2)‖θ‖² of a support vector
// machine; Ridge{Mu: μ, Inner: L1{λ}} is the elastic net.
type Ridge struct {
	Mu    float64
	Inner toolkit.Proxable
}

// Value is g(x) + (μ/2)‖x‖².
func (g Ridge) Value(x []float64) float64 {
	v := g.Mu / 2 * floats.Dot(x, x)
	if g.Inner != nil {
		v += g.Inner.Value(x)
	}
	return v
}

// Prox is prox_{γ/(1+γμ) g}(v/(1+γμ)), completing the square.
//
// Source: Combettes and Wajs, Signal Recovery by Proximal Forward-Backward Splitting, 2005, Lemma 2.6.
func (g Ridge) Prox(dst, v []float64, gamma float64) float64 {
	check(dst, v, gamma)
	c := 1 / (1 + gamma*g.Mu)
	floats.ScaleTo(dst, c, v)
	var inner float64
	if g.Inner != nil {
		inner = g.Inner.Prox(dst, dst, gamma*c)
	}
	return inner + g.Mu/2*floats.Dot(dst, dst)
}

// Conjugate is sup_w ⟨v,w⟩ − g(w) − (μ/2)‖w‖², attained at w = prox_{g/μ}(v/μ). For μ = 0 it is g's own conjugate,
// which panics if g has none.
func (g Ridge) Conjugate(v []float64) float64 {
	if g.Mu == 0 {
		if g.Inner != nil {
			return g.Inner.(toolkit.Conjugate).Conjugate(v)
		}
		if floats.Norm(v, math.Inf(1)) == 0 {
			return 0
		}
		return math.Inf(1)
	}
	w := make([]float64, len(v))
	floats.ScaleTo(w, 1/g.Mu, v)
	var inner float64
	if g.Inner != nil {
		inner = g.Inner.Prox(w, w, 1/g.Mu)
	}
	return floats.Dot(v, w) - inner - g.Mu/2*floats.Dot(w, w)
}

// Polar is 0 for μ > 0, where the conjugate is finite everywhere, and g's polar for μ = 0.
func (g Ridge) Polar(v []float64) float64 {
	switch {
	case g.Mu > 0, floats.Norm(v, math.Inf(1)) == 0:
		return 0
	case g.Inner != nil:
		return g.Inner.(toolkit.Conjugate).Polar(v)
	}
	return math.Inf(1)
}

// SplitRidge takes the ridge apart: μ and g.
func (g Ridge) SplitRidge() (mu float64, inner toolkit.Proxable) { return g.Mu, g.Inner }
