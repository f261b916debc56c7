package coordinate

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/internal/root"
)

// minimizeUnpenalized minimizes over the unpenalized weights, by Newton's method, and leaves the slopes and curvatures
// of the loss there. Where losses are almost straight curvatures get a share of those of least squares (Levenberg,
// Marquardt), ten times as much after a step that does not lower the loss.
func (p *proximalNewton) minimizeUnpenalized() {
	if len(p.b.unpenalized()) == 0 {
		return
	}
	if !p.newton(p.at) && p.apart() {
		columns := p.b.unpenalized()
		for k := range columns {
			p.bracket(&columns[k])
		}
		p.newton(p.slopes())
	}
}

// apart tells whether no two unpenalized columns meet a prediction.
func (p *proximalNewton) apart() bool {
	columns := p.b.unpenalized()
	for k := 1; k < len(columns); k++ {
		if columns[k].overlaps(&columns[k-1]) {
			return false
		}
	}
	return true
}

// newton takes damped Newton steps; done is true where there is nothing left to gain.
func (p *proximalNewton) newton(value float64) (done bool) {
	damping := 0.
	for range maxNewtonSteps {
		if done || !(math.Abs(value) < overflowing) {
			break
		}
		value, damping, done = p.newtonStep(value, damping)
	}
	return done
}

// bracket finds the weight of an unpenalized column nearly, by the sign of the slope.
func (p *proximalNewton) bracket(column *column) {
	slopes, curvatures := make([]float64, p.b.n), make([]float64, p.b.n)
	w := &p.s.w[column.weightAt]
	before := *w
	*w = root.Near(func(at float64) float64 {
		copy(p.trial, p.f)
		column.addTo(p.trial, at-before)
		p.loss.slopes(slopes, curvatures, p.trial)
		return column.dot(slopes)
	}, before)
	clear(p.f)
	p.b.addTo(p.f, 1, p.s.w)
}

// newtonStep takes the first of the steps with more and more damping that lowers the loss; done is true where there is
// nothing left to gain.
func (p *proximalNewton) newtonStep(value, damping float64) (after, next float64, done bool) {
	columns, curvatures := p.b.unpenalized(), make([]float64, len(p.h))
	for ; damping <= dampingMost; damping = math.Max(10*damping, dampingLeast) {
		floats.AddScaledTo(curvatures, p.h, damping, p.c)
		system := newProjector(&p.b, curvatures)
		step, decrement, ok := system.solve(p.u)
		if !ok || !solver.Finite(decrement) {
			continue
		}
		if !(decrement > newtonTol*math.Abs(value)) {
			return value, damping, true
		}
		clear(p.line)
		for j, v := range step {
			columns[j].addTo(p.line, -v)
		}
		floats.AddTo(p.trial, p.f, p.line)
		after = p.value(p.trial)
		// near the minimum rounding hides what a step gains, but the slopes may yet come nearer to 0
		last := damping == 0 && decrement <= newtonLast*math.Abs(value)
		if after < value || last && after <= value+solver.Slack*math.Abs(value) {
			for j, v := range step {
				p.s.w[columns[j].weightAt] -= v
			}
			p.f, p.trial = p.trial, p.f
			if damping /= 100; damping < dampingLeast {
				damping = 0
			}
			return p.slopes(), damping, last
		}
		if last {
			break
		}
	}
	return value, damping, true
}

// Newton's method for the unpenalized weights: the number of its steps, the decrement, as a share of the loss, at
// which it ends, and that at which the next step is the last, as it squares the error; and the shares of least squares
// that curvatures get.
const (
	maxNewtonSteps = 40
	newtonTol      = 1e-28
	newtonLast     = 1e-13
	dampingLeast   = 1e-6
	dampingMost    = 1e12
	overflowing    = 1e300 // losses that overflow
)

// certify evaluates objective and gap at slopes u, whose products with unpenalized columns are 0 up to rounding: scaled
// to be feasible for μ = 0, as they are for μ > 0.
func (p *proximalNewton) certify() {
	s := p.s
	products := p.products
	p.b.allProducts(products, p.u)
	polar, penalty := 1., 0.
	for g := range p.b.penalized {
		norm, bound := p.b.productNorm(products, g), p.lambda*p.b.omega[g]
		polar = math.Max(polar, norm/bound)
		beyond := math.Max(0, norm-bound)
		penalty += beyond * beyond
	}
	scale := 1 / polar
	if p.mu > 0 {
		scale, penalty = 1, penalty/(2*p.mu)
	} else {
		penalty = 0
	}
	conjugate, size := p.loss.dual(p.f, p.u, scale)
	dual := -penalty - conjugate
	s.Objective = p.at + p.b.penalty(s.w, p.lambda, p.mu)
	rounding := p.norms.rounding(&p.b, s.w, p.u, p.lambda, p.mu, p.loss.curvature())
	rounding.Sum = math.Abs(s.Objective) + size + penalty
	rounding.Fill(&s.Progress, s.Objective, dual)
	s.Residual = s.Gap
}

// value is the loss at predictions.
func (p *proximalNewton) value(f []float64) float64 {
	p.s.Evals++
	return p.loss.value(f)
}

// slopes fills u and h, and returns the loss.
func (p *proximalNewton) slopes() float64 {
	p.s.Evals++
	p.at = p.loss.slopes(p.u, p.h, p.f)
	return p.at
}
