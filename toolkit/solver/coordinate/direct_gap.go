package coordinate

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/arranged"
)

// fillDirect fills in the gap where the difference P − D is mostly what rounding may add to it, of which r holds the
// sizes. With q = Aᵀu and the scaled dual point su the gap is a sum of terms that are not negative,
//
//	½(1 − s)² rᵀCr + Σ_g (λω_g‖w_g‖ + (μ/2)‖w_g‖² − s⟨q_g, w_g⟩ + max(0, ‖q_g‖ − λω_g)²/(2μ)),
//
// without what P and D have in common. What r is off by counts with 1 − s, and squared. q is summed in twice the
// digits, so that it is off by roundings of its own, and to second order by γ²‖A_j‖‖u‖. A few roundings of A and y
// themselves are allowed for: who centred or scaled them made as many. Copies of some columns leave the gap as it is.
func (p *descent) fillDirect(u []float64, r solver.Rounding) {
	if p.gathered != nil && !p.gathered.IsAll() {
		return
	}
	products, known := arranged.ExactProducts(&p.Blocks, u)
	if !known {
		return
	}
	blocks, largest := solver.BlockDual{Mu: p.Mu}, 1
	for g := range p.Penalized {
		blocks.Add(p.Polar(products, g, 1), p.Lambda*p.Omega[g])
		largest = max(largest, len(p.Of(g)))
	}
	const unit, few, data = 0x1p-53, 32, 4
	gamma, own := unit*float64(r.Terms+few), unit*float64(largest+few)
	s, _ := blocks.Scale()
	off := own + gamma*gamma*r.Slopes*r.Polar // of s
	gap, size, free := (1-s+off)*(1-s+off)/2*p.residual.Energy(p.W), 0., 0.
	for g := range p.Penalized {
		term, of := p.directTerm(g, products, s)
		gap, size = gap+term, size+of
	}
	for _, e := range p.Unpenalized() {
		free += 3 * p.norms.weights[e.WeightAt] * math.Abs(p.W[e.WeightAt])
	}
	rounding := 2*off*size + 2*gamma*r.Slopes*((1-s)*r.Reach+free) + 4*gamma*gamma*(r.Square+r.Slopes*r.Reach) +
		data*unit*(r.Sum+r.Slopes*(2*r.Reach+r.Polar*r.Sum)) + r.Imbalance + gamma*math.Max(0, gap)
	if gap = math.Max(0, gap) + rounding; gap < p.s.Gap {
		p.s.Gap, p.s.Rounding = solver.Known(gap), rounding
	}
}

// directTerm is that of a block, and what its parts add up to by their absolute values.
func (p *descent) directTerm(g int, products []float64, s float64) (term, size float64) {
	var along, total float64
	for k := p.From[g]; k < p.From[g+1]; k++ {
		v := s * products[k] * p.W[p.Columns[k].WeightAt]
		along, total = along+v, total+math.Abs(v)
	}
	bound, weight, norm := p.Lambda*p.Omega[g], p.Norm(g, p.W), p.Polar(products, g, 1)
	of := bound*weight + p.Mu/2*weight*weight
	if over := norm - bound; p.Mu > 0 && over > 0 {
		of += over * over / (2 * p.Mu)
		total += over * norm / p.Mu
	}
	return of - along, of + total
}
