package coordinate

import (
	"math"
	"runtime"
	"sync"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// blockProducts writes A_gᵀu for a block.
func (b *blocks) blockProducts(products []float64, g int, u []float64) {
	for k := b.start[g]; k < b.start[g+1]; k++ {
		products[k] = b.columns[k].dot(u)
	}
}

// allProducts writes Aᵀu, in parallel where there is much to do.
func (b *blocks) allProducts(products, u []float64) {
	count := b.count()
	workers := min(runtime.GOMAXPROCS(0), 1+len(products)*len(u)/parallelProducts)
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			for g := count * w / workers; g < count*(w+1)/workers; g++ {
				b.blockProducts(products, g, u)
			}
		})
	}
	group.Wait()
}

// parallelProducts is how many numbers of A are worth another goroutine.
const parallelProducts = 1 << 18

// productNorm is ‖products_g‖, of numbers by column.
func (b *blocks) productNorm(products []float64, g int) float64 {
	if part := products[b.start[g]:b.start[g+1]]; len(part) > 1 {
		return floats.Norm(part, 2)
	}
	return math.Abs(products[b.start[g]])
}

// dualAt is the dual objective on the blocks of a set at a point u, given Aᵀu there, scaled to be feasible, u/max(1,
// max_g ‖products_g‖/(λω_g)): Σ c_i (y_i²/2 − (y_i − u_i/c_i)²/2); with μ > 0 unscaled, less Σ_g max(0, ‖products_g‖ −
// λω_g)²/(2μ). size is the sum of the terms' absolute values.
func (p *descent) dualAt(u, products []float64, set []int) (dual, size float64) {
	blocks := solver.BlockDual{Mu: p.mu}
	for _, g := range set {
		if p.isPenalized(g) {
			blocks.Add(p.productNorm(products, g), p.lambda*p.omega[g])
		}
	}
	scale, penalty := blocks.Scale()
	for i, v := range u {
		if p.residual.c[i] > 0 {
			v *= scale / p.residual.c[i]
			term := p.residual.c[i] * v * (p.y[i] - v/2)
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
	copy(r.r, p.y)
	p.addTo(r.r, -1, p.w)
	p.settle() // so that Fᵀu = 0, twice for the sake of rounding
	p.settle()
	s.Objective = p.objective()
	u := floats.MulTo(make([]float64, p.n), r.c, r.r)
	before := known.computed
	known.refresh(&p.blocks, u, p.lambda)
	dual, size := p.dualAt(u, known.products, known.fresh())
	rounding := p.norms.rounding(&p.blocks, p.w, u, p.lambda, p.mu, p.mostWeight)
	rounding.Sum = s.Objective + size
	p.dual.Fill(&s.Progress, dual, rounding)
	s.Residual = s.Gap
	s.Evals += p.evals
	s.Passes += (p.visited + float64(known.computed-before)) / float64(len(p.w))
	p.evals, p.visited = 0, 0
}
