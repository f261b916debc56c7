package coordinate

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// settle minimizes over the free weights, by Newton's method.
func (p *proximalNewton) settle() {
	value := p.slopes()
	from := len(p.b.columns) - p.b.free
	for range settleMost {
		if p.b.free == 0 || !solver.Finite(value) {
			return
		}
		step, decrement, ok := newAnnihilator(&p.b, p.h).solve(p.u)
		if !ok || !(decrement > settleTol*math.Abs(value)) {
			return
		}
		clear(p.line)
		for j, v := range step {
			p.b.columns[from+j].add(p.line, -v)
		}
		t, after := 1., value
		for ; t > 1e-10; t /= 2 {
			floats.AddScaledTo(p.trial, p.f, t, p.line)
			if after = p.value(p.trial); after < value {
				break
			}
		}
		if !(after < value) { // rounding allows no more, but the slopes may yet come nearer to 0
			floats.AddScaledTo(p.trial, p.f, 1, p.line)
			t = 1
			if after = p.value(p.trial); after > value+1e-14*math.Abs(value) {
				return
			}
			decrement = 0
		}
		for j, v := range step {
			p.s.w[p.b.columns[from+j].weightAt] -= t * v
		}
		p.f, p.trial = p.trial, p.f
		value = p.slopes()
		if decrement == 0 {
			return
		}
	}
}

// Newton's method for the free weights: its most steps, and the decrement, as a share of the loss, at which it ends.
const (
	settleMost = 50
	settleTol  = 1e-28
)

// certify evaluates objective and gap at slopes u, whose products with free columns are 0 up to rounding: scaled to be feasible for μ = 0,
// as they are for μ > 0.
func (p *proximalNewton) certify() {
	s := p.s
	products := make([]float64, len(p.b.columns))
	(&coordinates{b: p.b}).allProducts(products, p.u)
	polar, penalty := 1., 0.
	for g := range p.b.Count() {
		norm, most := floats.Norm(products[p.b.start[g]:p.b.start[g+1]], 2), p.lambda*p.b.omega(g)
		polar = math.Max(polar, norm/most)
		penalty += math.Pow(math.Max(0, norm-most), 2)
	}
	scale := 1 / polar
	if p.mu > 0 {
		scale, penalty = 1, penalty/(2*p.mu)
	} else {
		penalty = 0
	}
	dual := -penalty
	for i, u := range p.u {
		if p.c[i] > 0 {
			dual -= p.c[i] * p.loss.Conjugate(i, scale*u/p.c[i])
		}
	}
	s.Objective = p.value(p.f) + p.penalty(s.w)
	s.Gap = math.Max(0, s.Objective-dual)
	s.Residual = s.Gap
}
