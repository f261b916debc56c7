package solver

import "math"

// BlockDual is what a penalty R = λ Σ_g ω_g ‖w_g‖ + (μ/2)‖w‖² says of a dual point U, block by block: U/max(1,
// max_g ‖(AᵀU)_g‖/(λω_g)) is feasible for μ = 0, and for μ > 0 all are, with
//
//	R*(−AᵀU) = Σ_g max(0, ‖(AᵀU)_g‖ − λω_g)²/(2μ).
//
// The zero value has no blocks.
type BlockDual struct {
	Mu            float64
	polar, beyond float64
}

// Add takes a block's ‖(AᵀU)_g‖ and its bound λω_g.
func (b *BlockDual) Add(norm, bound float64) {
	if !(norm <= bound) { // most are: without a division
		over := norm - bound
		b.polar, b.beyond = max(b.polar, norm/bound), b.beyond+over*over
	}
}

// Scale is what U is multiplied by to be feasible, and R* there.
func (b *BlockDual) Scale() (scale, conjugate float64) {
	if b.Mu > 0 {
		return 1, b.beyond / (2 * b.Mu)
	}
	return 1 / max(1, b.polar), 0
}

// LowerBound is the best lower bound of P* so far, rounding taken off. The zero value knows none.
type LowerBound struct {
	value float64
	known bool
}

// Value is the bound; −Inf for none.
func (l *LowerBound) Value() float64 {
	if !l.known {
		return math.Inf(-1)
	}
	return l.value
}

// Raise takes another one; NaN is none.
func (l *LowerBound) Raise(bound float64) {
	if bound > l.Value() {
		l.value, l.known = bound, true
	}
}

// Fill fills in the gap of a point, of which the state has the objective: by the dual objective at a dual point of its
// own, as computed, the rounding of both being r; or by the best lower bound, where that is nearer. One bound of
// rounding is enough for a point and its own dual point, others take two.
func (l *LowerBound) Fill(p *Progress, dual float64, r Rounding) {
	l.Raise(dual - r.Bound())
	r.FillBest(p, p.Objective, l.Value())
	if r.GapAbove(p.Objective, dual) < p.Gap {
		r.Fill(p, p.Objective, dual)
	}
}

// OfBlocks completes the rounding of a gap where the penalty is R: the slopes' and the weights' own sizes are known,
// curvature bounds c_iℓ_i”, polar is max_g ‖(‖A_j‖, j ∈ g)‖/ω_g, and whole is (Σ_j ‖A_j‖²)^½.
func (r Rounding) OfBlocks(lambda, mu, curvature, polar, whole float64) Rounding {
	if !math.IsInf(curvature, 1) {
		r.Square = curvature / 2 * r.Reach * r.Reach
	}
	if mu > 0 {
		size := whole * r.Slopes
		r.Square += size * size / (2 * mu)
	} else {
		r.Polar = polar / lambda
	}
	return r
}
