package coordinate

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// minimizeUnpenalized minimizes over the unpenalized weights, by Newton's method, and leaves the slopes and curvatures
// of the loss there.
func (p *proximalNewton) minimizeUnpenalized() {
	value := p.slopes()
	columns := p.b.unpenalized()
	for range maxNewtonSteps {
		if len(columns) == 0 || !solver.Finite(value) {
			return
		}
		system := newProjector(&p.b, p.h)
		step, decrement, ok := system.solve(p.u)
		if !ok || !(decrement > newtonTol*math.Abs(value)) {
			return
		}
		clear(p.line)
		for j, v := range step {
			columns[j].addTo(p.line, -v)
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
			p.s.w[columns[j].weightAt] -= t * v
		}
		p.f, p.trial = p.trial, p.f
		value = p.slopes()
		if decrement == 0 {
			return
		}
	}
}

// Newton's method for the unpenalized weights: the number of its steps, and the decrement, as a share of the loss, at
// which it ends.
const (
	maxNewtonSteps = 50
	newtonTol      = 1e-28
)

// certify evaluates objective and gap at slopes u, whose products with unpenalized columns are 0 up to rounding: scaled
// to be feasible for μ = 0, as they are for μ > 0.
func (p *proximalNewton) certify() {
	s := p.s
	products := make([]float64, len(p.b.columns))
	p.b.allProducts(products, p.u)
	polar, penalty := 1., 0.
	for g := range p.b.penalized {
		norm, bound := floats.Norm(products[p.b.start[g]:p.b.start[g+1]], 2), p.lambda*p.b.omega[g]
		polar = math.Max(polar, norm/bound)
		penalty += math.Pow(math.Max(0, norm-bound), 2)
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
			dual -= p.c[i] * p.loss.Conjugate(p.example[i], scale*u/p.c[i])
		}
	}
	s.Objective = p.value(p.f) + p.b.penalty(s.w, p.lambda, p.mu)
	s.Gap = math.Max(0, s.Objective-dual)
	s.Residual = s.Gap
}

// value is the loss at predictions.
func (p *proximalNewton) value(f []float64) float64 {
	p.s.Evals++
	var sum float64
	for i, v := range f {
		if p.c[i] > 0 {
			l, _ := p.loss.At(p.example[i], v)
			sum += p.c[i] * l
		}
	}
	return sum
}

// slopes fills u and h, and returns the loss.
func (p *proximalNewton) slopes() float64 {
	p.s.Evals++
	var sum float64
	for i, f := range p.f {
		l, slope := p.loss.At(p.example[i], f)
		sum += p.c[i] * l
		p.u[i] = p.c[i] * slope
		p.h[i] = p.c[i] * p.smooth.Second(p.example[i], f)
	}
	return sum
}
