package solver

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// feasible scales v by s = 1/max(1, Polar(v)), which makes it dual feasible, and returns s and R*(s·v).
func (p *Problem) feasible(v, near []float64) (s, conjugate float64) {
	if p.Mu > 0 { // R* is finite everywhere, and attained at w = prox_{R/μ}(v/μ)
		w := make([]float64, len(v))
		floats.ScaleTo(w, 1/p.Mu, v)
		inner, short := p.exactProx(w)
		return 1, floats.Dot(v, w) - inner - p.Mu/2*floats.Dot(w, w) + short
	}
	if p.Penalty == nil || p.Lambda == 0 { // R* is 0 at 0 alone
		if floats.Norm(v, math.Inf(1)) == 0 {
			return 1, 0
		}
		return 0, 0
	}
	if p.Lambda != 1 { // (λΩ)*(v) = λΩ*(v/λ)
		floats.Scale(1/p.Lambda, v)
	}
	if polar, ok := p.polarNear(v, near); ok {
		return 1 / max(1, polar), 0 // Ω is a norm
	}
	reg := p.Penalty.(toolkit.Conjugate) //nolint:errcheck // dual asks
	s = 1 / max(1, reg.Polar(v))
	floats.Scale(s, v)
	return s, p.Lambda * reg.Conjugate(v)
}

// exactProx is prox_{λΩ/μ} in the place of w as far as rounding allows, λΩ there, and how much less than R* the value
// at w may be.
func (p *Problem) exactProx(w []float64) (value, short float64) {
	if p.Penalty == nil || p.Lambda == 0 {
		return 0, 0
	}
	if g, ok := p.Penalty.(toolkit.IterativeProx); ok {
		dual := make([]float64, g.Duals(len(w)))
		copy(dual, p.warm.dual) // near the solution those of its own prox: from 0 it may be far
		value, gap := g.ProxTo(w, dual, append([]float64(nil), w...), p.Lambda/p.Mu, 0)
		return p.Lambda * value, p.Lambda * gap
	}
	return p.Lambda * p.Penalty.Prox(w, w, p.Lambda/p.Mu), 0
}

// polarNear is a polar by what is known near a point, if the penalty can make use of it.
func (p *Problem) polarNear(v, near []float64) (polar float64, ok bool) {
	if near == nil {
		return 0, false
	}
	if at, ok := p.Penalty.(DualPolar); ok && p.warm.dual != nil {
		return p.polarAt(at, v, near), true
	}
	if at, ok := p.Penalty.(NearPolar); ok {
		return at.PolarNear(v, near), true
	}
	return 0, false
}

// nearlyFeasible is by how much a polar may exceed 1 near the solution.
const nearlyFeasible = 1e-2

// polarAt is a polar by the dual variables of the last prox. A step of 1/L hardly moves weights in units of their own,
// and its dual variables are as inexact: near the solution w those of prox_{γΩ}(w + γv) = w are found for a γ that
// does.
func (p *Problem) polarAt(at DualPolar, v, w []float64) float64 {
	polar := at.PolarAt(v, p.warm.dual)
	g, ok := p.Penalty.(toolkit.IterativeProx)
	gamma := floats.Norm(w, 2) / floats.Norm(v, 2)
	if !ok || !(polar > 1 && polar < 1+nearlyFeasible) || !(gamma > 0) || math.IsInf(gamma, 1) {
		return polar
	}
	dual, ahead := append([]float64(nil), p.warm.dual...), append([]float64(nil), w...)
	floats.AddScaled(ahead, gamma, v)
	g.ProxTo(ahead, dual, ahead, gamma, leastTol)
	if exact := at.PolarAt(v, dual); exact < polar {
		copy(p.warm.dual, dual)
		return exact
	}
	return polar
}
