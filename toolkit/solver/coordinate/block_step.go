package coordinate

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// product is A_jᵀC r.
func (p *descent) product(k int) float64 {
	e := &p.b.columns[k]
	if c := p.curvature.uniform[k]; c > 0 {
		return c * e.dot(p.r)
	}
	floats.MulTo(p.cr[e.lo:e.hi], p.c[e.lo:e.hi], p.r[e.lo:e.hi])
	return e.dot(p.cr)
}

// updateBlock minimizes over a block, and returns its size.
func (p *descent) updateBlock(g int) int {
	block := p.b.of(g)
	if len(block) > 1 {
		p.updateSeveral(g, block)
		return len(block)
	}
	e, l := &block[0], p.curvature.l[g]
	old := p.s.w[e.weightAt]
	now := 0.
	if l > 0 {
		threshold := p.lambda * p.b.omega[g]
		at := p.product(p.b.start[g]) + l*old
		switch {
		case at > threshold:
			now = (at - threshold) / (l + p.ridge(g))
		case at < -threshold:
			now = (at + threshold) / (l + p.ridge(g))
		case at != at:
			now = at
		}
	}
	if now != old {
		p.s.w[e.weightAt] = now
		e.addTo(p.r, old-now)
	}
	return 1
}

// The steps within a block: their largest number, and the share of the first below which one is the last.
const (
	blockSteps = 20
	blockShare = 1e-2
)

// updateSeveral takes proximal steps w_g ← shrink(L w_g + q, λω_g)/(L + μ) with q = A_gᵀC r, which is updated by
// the Gram matrix, so that the columns are read twice only.
func (p *descent) updateSeveral(g int, block []column) {
	m := &p.curvature
	l, threshold, first := m.l[g], p.lambda*p.b.omega[g], p.b.start[g]
	if need := 3 * len(block); need > len(p.space) {
		p.space = make([]float64, need)
	}
	w, q, change := p.space[:len(block)], p.space[len(block):2*len(block)], p.space[2*len(block):3*len(block)]
	for i := range block {
		w[i], q[i] = p.s.w[block[i].weightAt], p.product(first+i)
	}
	if l == 0 {
		threshold = math.Inf(1)
	}
	firstMove := 0.
	for step := range blockSteps {
		var norm, moved float64
		for i := range w {
			at := l*w[i] + q[i]
			norm += at * at
		}
		norm = math.Sqrt(norm)
		scale := 0.
		if norm > threshold || norm != norm {
			scale = (1 - threshold/norm) / (l + p.mu)
		}
		for i := range w {
			now := 0.
			if scale != 0 {
				now = scale * (l*w[i] + q[i])
			}
			change[i] = now - w[i]
			moved += change[i] * change[i]
			w[i] = now
		}
		if step == 0 {
			firstMove = moved
		}
		if moved <= blockShare*blockShare*firstMove || !m.update(q, g, change, first) {
			break
		}
	}
	for i := range block {
		e := &block[i]
		if old := p.s.w[e.weightAt]; w[i] != old {
			p.s.w[e.weightAt] = w[i]
			e.addTo(p.r, old-w[i])
		}
	}
}

// update makes q that of the changed weights of a block, and returns true; it returns false where that would take the
// columns themselves, or another step would gain nothing.
func (m *curvature) update(q []float64, g int, change []float64, first int) bool {
	if gram := m.gram[g]; gram != nil {
		for i := range q {
			q[i] -= floats.Dot(gram[i*len(q):(i+1)*len(q)], change)
		}
		return true
	}
	if !m.diagonal[g] {
		return false
	}
	even := true
	for i := range q {
		q[i] -= m.squares[first+i] * change[i]
		even = even && m.squares[first+i] == m.l[g]
	}
	return !even
}
