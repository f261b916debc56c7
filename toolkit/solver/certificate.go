package solver

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// Objective is P(W).
func (p *Problem) Objective(w []float64) float64 { return p.Value(w) + p.regularization(w) }

// Gap bounds P(W) − P*: it is the duality gap P(W) − D(U) at U with rows u_i = c_i ∇ℓ_i(Wᵀa_i + Bᵀf_i), see Dual, or
// P(W) − D(0) where that is less, and what rounding may have put it wrong by, see Rounding; never 0 therefore. It is
// +Inf for μ = 0 and a penalty that does not implement toolkit.Conjugate.
func (p *Problem) Gap(w []float64) float64 {
	gap, _ := p.Certify(w)
	return gap
}

// Certify is Gap, and what of it is the bound of rounding.
func (p *Problem) Certify(w []float64) (gap, rounding float64) {
	loss := p.slopes(w)
	if p.gap[0] == 0 {
		gap, rounding := p.certify(w, loss)
		p.gap[0], p.gap[1] = p.Sharpen(w, p.unpenalizedNow(), nil, loss+p.regularization(w), gap, rounding)
	}
	return p.gap[0], p.gap[1]
}

// certify is Certify where the slopes are those at w.
func (p *Problem) certify(w []float64, loss float64) (gap, rounding float64) {
	reg := p.regularization(w)
	r := p.rounding(w, p.u)
	dual, size := p.dual(p.u, w)
	if math.IsInf(r.Polar, 1) { // nothing penalizes some weight: rounding hides whether AᵀU is 0 there
		r.Polar, dual = 0, math.Inf(-1)
	}
	if r.Sum += math.Abs(loss) + math.Abs(reg); !math.IsInf(dual, -1) {
		r.Sum += size
	}
	bound := r.Bound()
	if math.IsInf(dual, -1) {
		if gap, ok := p.strongGap(w, r); ok {
			return math.Min(Known(gap+bound), loss+reg-p.dualAtZero()+bound), r.hidden()
		}
	}
	return math.Min(r.GapAbove(loss+reg, dual), loss+reg-p.dualAtZero()+bound), r.hidden()
}

// dualAtZero is D(0) = −Σ_i c_i ℓ_i*(0) − λΩ*(0), the sum of the least values of losses and penalty.
func (p *Problem) dualAtZero() float64 {
	losses := Shared(p, lossesAtZeroKey, func() float64 {
		return p.o.DualAtZero()
	})
	if p.Penalty == nil || p.Lambda == 0 {
		return losses
	}
	return losses - p.Lambda*Shared(p, penaltyAtZeroKey, func() float64 {
		if reg, ok := p.Penalty.(toolkit.Conjugate); ok {
			return reg.Conjugate(make([]float64, len(p.v)))
		}
		return math.Inf(1)
	})
}

// Dual is the dual objective, a lower bound of P*, with R = λΩ + (μ/2)‖·‖²,
//
//	D(U) = −Σ_i c_i ℓ_i*(u_i/c_i) − R*(−AᵀU),      FᵀU = 0,
//
// at U scaled by 1/max(1, Polar(−AᵀU)) to be feasible, one entry a prediction, less what rounding may have added; −Inf
// where R* is not known, and for a toolkit.Joint. Products with unpenalized columns are taken to be 0.
//
// At w, unless that is nil, −AᵀU may nearly be a subgradient of R, which is of use to polars that are found by
// iteration.
func (p *Problem) Dual(u, w []float64) float64 {
	r := p.dualRounding(u)
	if math.IsInf(r.Polar, 1) || p.o.Joint != nil {
		return math.Inf(-1)
	}
	dual, size := p.dual(u, w)
	r.Sum += size
	return dual - r.Bound()
}

// dual is D(U) as computed, and the sum of its terms' absolute values, with a point at which −AᵀU may nearly be a
// subgradient of R; nil for none.
func (p *Problem) dual(u, near []float64) (dual, size float64) {
	_, ok := p.Penalty.(toolkit.Conjugate)
	if !ok && p.Penalty != nil && p.Mu == 0 || p.WeakConvexity() > 0 {
		return math.Inf(-1), 0
	}
	p.products(p.v, u)
	floats.Scale(-1, p.v)
	s, conjugate := p.feasible(p.v, near)
	dual, size = p.o.Dual(u, s)
	return dual - conjugate, size + math.Abs(conjugate)
}

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
