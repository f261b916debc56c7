package coordinate

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/internal/damped"
)

// minimizeUnpenalized minimizes over the unpenalized weights, by Newton's method, and leaves the slopes and curvatures
// of the loss there.
func (p *proximalNewton) minimizeUnpenalized() {
	if len(p.b.unpenalized()) > 0 {
		damped.Minimize(&apartFrom{proximalNewton: p, curvatures: make([]float64, len(p.h))}, p.at, solver.Slack)
		if p.classes != nil {
			p.centre()
		}
	}
}

// apartFrom is the loss in the unpenalized weights, the others being as they are: a damped.Loss.
type apartFrom struct {
	*proximalNewton
	curvatures, step []float64
}

func (p *apartFrom) Differentiate() {} // slopes and curvatures are kept

func (p *apartFrom) Direct(damping float64) (decrement float64, ok bool) {
	if p.classes != nil {
		return p.directOfClasses(damping)
	}
	floats.AddScaledTo(p.curvatures, p.h, damping, p.c)
	system := newProjector(&p.b, p.curvatures)
	p.step, decrement, ok = system.solve(p.u)
	return decrement, ok && solver.Finite(decrement)
}

// directOfClasses is Direct for a softmax loss, whose classes are coupled.
func (p *apartFrom) directOfClasses(damping float64) (decrement float64, ok bool) {
	q := p.classes.quadratic(nil, p.h)
	free := identity(len(q.columns))[q.start[q.penalized]:]
	gram := q.gram(free)
	p.step = make([]float64, len(free))
	for i, k := range free {
		e := &q.columns[k]
		at := &gram[i*len(free)+i] // all classes together may be shifted
		*at += 1e-10**at + damping*q.weight*e.a.DotRows(e.row, e.row)
		p.step[i] = p.b.columns[k].dot(p.u)
	}
	slopes := append([]float64(nil), p.step...)
	linalg.SolveCholesky(linalg.CholeskyOfGram(gram, len(free)), p.step)
	decrement = floats.Dot(slopes, p.step)
	return decrement, solver.Finite(decrement)
}

// centre makes the unpenalized weights of a column 0 on average over the classes, which changes no probability.
func (p *proximalNewton) centre() {
	columns, k := p.b.unpenalized(), p.classes.all.k
	for ; len(columns) > 0; columns = columns[k:] {
		var sum float64
		for j := range k {
			sum += p.s.w[columns[j].weightAt]
		}
		for j := range k {
			p.s.w[columns[j].weightAt] -= sum / float64(k)
			columns[j].addTo(p.f, -sum/float64(k))
		}
	}
}

func (p *apartFrom) Try() float64 {
	columns := p.b.unpenalized()
	clear(p.line)
	for j, v := range p.step {
		columns[j].addTo(p.line, -v)
	}
	floats.AddTo(p.trial, p.f, p.line)
	return p.value(p.trial)
}

func (p *apartFrom) Take() float64 {
	columns := p.b.unpenalized()
	for j, v := range p.step {
		p.s.w[columns[j].weightAt] -= v
	}
	p.f, p.trial = p.trial, p.f
	return p.slopes()
}

func (p *apartFrom) Stay() float64 { return p.at }

func (p *apartFrom) Bracket() (value float64, ok bool) {
	columns := p.b.unpenalized()
	for k := 1; k < len(columns); k++ {
		if p.classes != nil || columns[k].overlaps(&columns[k-1]) {
			return 0, false
		}
	}
	for k := range columns {
		p.bracket(&columns[k])
	}
	return p.slopes(), true
}

// bracket finds the weight of an unpenalized column nearly, by the sign of the slope.
func (p *proximalNewton) bracket(column *column) {
	slopes, curvatures := make([]float64, p.b.n), make([]float64, p.b.n)
	w := &p.s.w[column.weightAt]
	before := *w
	*w = damped.Near(func(at float64) float64 {
		copy(p.trial, p.f)
		column.addTo(p.trial, at-before)
		p.loss.slopes(slopes, curvatures, p.trial)
		return column.dot(slopes)
	}, before)
	clear(p.f)
	p.b.addTo(p.f, 1, p.s.w)
}

// certify evaluates objective and gap at slopes u, whose products with unpenalized columns are 0 up to rounding: scaled
// to be feasible for μ = 0, as they are for μ > 0.
func (p *proximalNewton) certify() {
	s := p.s
	p.b.allProducts(p.products, p.u)
	blocks := solver.BlockDual{Mu: p.mu}
	for g := range p.b.penalized {
		blocks.Add(p.b.productNorm(p.products, g), p.lambda*p.b.omega[g])
	}
	scale, penalty := blocks.Scale()
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
