package solver

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
)

// Objective is P(W).
func (p *Problem) Objective(w []float64) float64 { return p.Value(w) + p.regularization(w) }

// ObjectiveAt is P where the unpenalized columns have the weights B, q×k row by row, and not the best ones.
func (p *Problem) ObjectiveAt(w, b []float64) float64 {
	z := make([]float64, p.o.Size())
	p.Predict(z, w, b)
	return p.o.Slopes(z, z) + p.regularization(w)
}

// Gap bounds P(W) − P*: it is the duality gap P(W) − D(U) at U with rows u_i = c_i ∇ℓ_i(Wᵀa_i + Bᵀf_i), see Dual, or
// P(W) − D(0) where that is less, and what rounding may have put it wrong by, see Rounding; never 0 therefore. It is
// +Inf for μ = 0 and a penalty that does not implement toolkit.Conjugate.
func (p *Problem) Gap(w []float64) float64 {
	gap, _ := p.Certify(w)
	return gap
}

// Certify is Gap, and what of it is the bound of rounding: sums of twice the digits, see Sharpen, are for gaps that
// will not do.
func (p *Problem) Certify(w []float64) (gap, rounding float64) {
	loss := p.slopes(w)
	if p.gap[0] == 0 {
		p.gap[0], p.gap[1] = p.certify(w, loss)
		p.sharp = false
	}
	if objective := loss + p.regularization(w); !p.sharp && !p.Within(p.gap[0], objective) {
		p.gap[0], p.gap[1] = p.Sharpen(w, p.unpenalizedNow(), nil, objective, p.gap[0], p.gap[1])
		p.sharp = true
	}
	return p.gap[0], p.gap[1]
}

// certify is Certify where the slopes are those at w.
func (p *Problem) certify(w []float64, loss float64) (gap, rounding float64) {
	reg := p.regularization(w)
	if p.ridgeAlone() {
		p.v = vec.Resize(p.v, p.size)
		p.products(p.v, p.u)
		floats.AddScaled(p.v, p.Mu, w)
		gap, rounding, _ := p.RidgeGap(w, p.u, p.v, loss+reg)
		return math.Min(gap, loss+reg-p.dualAtZero()+rounding), rounding
	}
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
			return reg.Conjugate(make([]float64, p.size))
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
	p.v = vec.Resize(p.v, p.size)
	p.products(p.v, u)
	floats.Scale(-1, p.v)
	s, conjugate := p.feasible(p.v, near)
	dual, size = p.o.Dual(u, s)
	return dual - conjugate, size + math.Abs(conjugate)
}
