package coordinate

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/sphere"
)

// allProducts writes Aᵀu, in parallel where there is much to do.
func allProducts(b *model.Blocks, products, u []float64) {
	k := b.Rows() // at once
	if k > 0 {
		b.Columns[0].A.MulVec(products[:k], u)
	}
	sphere.Shared(len(products)-k, len(u), func(from, to int) {
		for at := k + from; at < k+to; at++ {
			products[at] = b.Columns[at].Dot(u)
		}
	})
}

// dualAt is the dual objective at a point u, the last one that products are remembered of, scaled to be feasible,
// u/max(1, max_g ‖products_g‖/(λω_g)): Σ c_i (y_i²/2 − (y_i − u_i/c_i)²/2); with μ > 0 unscaled, less Σ_g max(0,
// ‖products_g‖ − λω_g)²/(2μ). size is the sum of the terms' absolute values.
func (p *descent) dualAt(u []float64, known *sphere.Remembered) (dual, size float64) {
	blocks := solver.BlockDual{Mu: p.Mu}
	for g := 0; p.gathered != nil && g < len(p.gathered.Sizes); g++ {
		blocks.Add(p.gathered.Sizes[g], p.Lambda*p.gathered.Omega[g])
	}
	for g := 0; p.gathered == nil && g < p.Penalized; g++ {
		if known.IsFresh(g) {
			blocks.Add(known.Sizes[g], p.Lambda*p.Omega[g])
		}
	}
	scale, penalty := blocks.Scale()
	for i, v := range u {
		if p.residual.C[i] > 0 {
			v *= scale / p.residual.C[i]
			term := p.residual.C[i] * v * (p.y[i] - v/2)
			dual += term
			size += math.Abs(term)
		}
	}
	return dual - penalty, size + penalty
}

// certify goes to the best unpenalized weights, and evaluates objective and gap, with the best dual point so far, at
// residuals that are computed anew: those of the passes have gathered rounding.
func (p *descent) certify() {
	s, r, known := p.s, p.residual, p.memory.remembered
	copy(r.R, p.y)
	p.AddTo(r.R, -1, p.W)
	p.Settle() // so that Fᵀu = 0, twice for the sake of rounding
	p.Settle()
	s.Objective = p.Objective()
	u := floats.MulTo(make([]float64, p.N), r.C, r.R)
	var gradient []float64
	if p.Start == nil && len(p.Set) == 0 && (p.Chosen != nil || len(p.Unpenalized()) < 2) { // all weights of A are 0
		gradient = p.atZero()
	}
	computed := len(s.w)
	if p.gathered != nil {
		p.gathered.Refresh(u, gradient)
		p.gathered.Scatter(s.w, p.W)
	} else {
		computed = -known.Computed
		known.Refresh(&p.Blocks, u, p.Lambda, gradient)
		computed += known.Computed
	}
	dual, size := p.dualAt(u, known)
	rounding := p.norms.rounding(&p.Blocks, p.W, u, p.Lambda, p.Mu, p.mostWeight)
	rounding.Sum = s.Objective + size
	p.dual.Fill(&s.Progress, dual, rounding)
	if s.Gap < 2*s.Rounding && !p.within(s.Gap, s.Objective) {
		if p.gathered != nil && p.gathered.HasAll() {
			p.take(p.gathered.All())
		}
		p.fillDirect(u, rounding)
	}
	s.Evals += p.Evals
	s.Passes += (p.Visited + float64(computed)) / float64(len(s.w))
	p.Evals, p.Visited = 0, 0
}
