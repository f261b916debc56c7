package coordinate

import "github.com/proxlab/proxlab/toolkit/linalg"

// extrapolateWeights goes to where the weights of a set tend, if the objective is lower there.
//
// Source: Bertrand, Massias, Anderson Acceleration of Coordinate Descent, AISTATS 2021, Algorithm 4.
func (p *descent) extrapolateWeights(set []int, weights [][]float64) {
	now := weights[len(weights)-1]
	next := make([]float64, len(now))
	if !linalg.Extrapolate(next, weights) {
		return
	}
	before := p.primal()
	r := append([]float64(nil), p.r...)
	p.replace(set, next, true)
	p.s.Passes += float64(len(now)) / float64(len(p.s.w))
	if p.primal() < before {
		p.past = p.past[:0] // another sequence begins
		return
	}
	copy(p.r, r)
	p.replace(set, now, false)
}

// weightsOf are the weights of a set of blocks.
func (p *descent) weightsOf(set []int) []float64 {
	out := make([]float64, 0, len(set))
	for _, g := range set {
		for _, e := range p.b.of(g) {
			out = append(out, p.s.w[e.weightAt])
		}
	}
	return out
}

// replace replaces the weights of a set, and updates the residual where asked.
func (p *descent) replace(set []int, weights []float64, update bool) {
	k := 0
	for _, g := range set {
		block := p.b.of(g)
		for i := range block {
			e := &block[i]
			if old := p.s.w[e.weightAt]; update && weights[k] != old {
				e.addTo(p.r, old-weights[k])
			}
			p.s.w[e.weightAt] = weights[k]
			k++
		}
	}
}
