package coordinate

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// targets are those of a squared loss, by prediction; ok is false where it is none.
func targets(p *predictions) (y []float64, ok bool) {
	squared, ok := p.loss.(LeastSquares)
	if !ok {
		return nil, false
	}
	y = make([]float64, len(p.example))
	for k, i := range p.example {
		y[k] = squared.Target(i)
	}
	return y, true
}

// quadratic is what Σ_i c_i ½ r_i² on blocks is for all targets, λ and μ.
type quadratic struct {
	blocks
	c         []float64
	curvature curvature
	projector projector
}

// quadraticKey is the key under which a problem keeps its quadratic.
type quadraticKey layoutKey

// newQuadratic is that of blocks with weights c and the squares ‖A_j‖² of their columns, nil where they are not known.
func newQuadratic(b blocks, c, squares []float64) *quadratic {
	return &quadratic{b, c, newCurvature(&b, c, squares), newProjector(&b, c)}
}

// newDescent starts a run at c's start; norms are nil where rounding is none of its business.
func newDescent(c Descent, q *quadratic, norms *norms, y []float64, lambda, mu float64) *descent {
	size := len(q.columns)
	if c.Start != nil && len(c.Start) != size {
		panic(badStart)
	}
	p := &descent{
		Descent: c, b: q.blocks, lambda: lambda, mu: mu, s: &State{Progress: solver.Unknown(), w: make([]float64, size)},
		c: q.c, y: y, r: append([]float64(nil), y...), cr: make([]float64, q.n),
		curvature: q.curvature, projector: q.projector.withScratch(),
		mostWeight: floats.Max(q.c), norms: norms,
	}
	if p.memory = c.Memory; p.memory == nil {
		p.memory = &Memory{}
	}
	p.memory.bind(q, norms)
	copy(p.s.w, c.Start)
	for g, l := range q.curvature.l { // columns of zeros, which no step visits
		if l == 0 && q.isPenalized(g) {
			for _, e := range q.of(g) {
				p.s.w[e.weightAt] = 0
			}
		}
	}
	p.b.addTo(p.r, -1, p.s.w)
	return p
}

const badStart = "coordinate: the start has another length than the weights"
