package composite

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Method solves a Problem by splitting, and then by Newton's method; see the package.
type Method struct {
	Splitting int       // the most iterations of the first phase; 0 for 300
	HandOver  float64   // the relative gap at which the second takes over; 0 for 1e-4
	Start     []float64 // x; nil for 0. It is copied.
}

// Iterations solves a problem. A problem that is not one ends the sequence with an error that says why.
func (c Method) Iterations(ctx context.Context, p *Problem) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		if err := p.check(); err != nil {
			return &State{Progress: solver.Unknown()}, nil, err
		}
		m := c.start(p)
		return m.s, m.step, nil
	})
}

func (c Method) start(p *Problem) *machine {
	if c.Splitting == 0 {
		c.Splitting = 300
	}
	if c.HandOver == 0 {
		c.HandOver = 1e-4
	}
	n := p.Variables()
	if c.Start != nil && len(c.Start) != n {
		panic("composite: the start has another length than the variables")
	}
	m := &machine{
		upTo: c.Splitting, near: c.HandOver, columns: p.units(), mu: make([]float64, n), linear: make([]float64, n),
		constant: p.Constant, best: math.Inf(1), off: math.Inf(1), far: make([]float64, len(p.Terms)),
		prices: make([]float64, len(p.Terms)), dual: math.Inf(-1), next: 20,
	}
	m.n = n
	for j, mu := range p.Ridge {
		m.mu[j] = mu * m.columns[j] * m.columns[j]
	}
	for j, c := range p.Linear {
		m.linear[j] = c * m.columns[j]
		m.tilted = m.tilted || c != 0
	}
	m.conjugates, m.derivatives = true, true
	for _, t := range p.Terms {
		of := newTerm(t, m.columns)
		var derivative bool
		of.dual, derivative = Known(t.Function, len(of.z))
		m.conjugates, m.derivatives = m.conjugates && of.dual, m.derivatives && derivative
		m.terms = append(m.terms, of)
	}
	m.at, m.v = m.likeTerms(), m.likeTerms()
	m.x, m.center, m.bestX = make([]float64, n), make([]float64, n), make([]float64, n)
	if c.Start != nil {
		floats.DivTo(m.x, c.Start, m.columns)
	}
	m.direction, m.added = make([]float64, n), make([]float64, n)
	m.s = &State{Progress: solver.Unknown(), x: make([]float64, n), Radius: make([]float64, n)}
	m.stepsizes()
	if m.pieces = m.findPieces(); m.pieces != nil {
		m.enter()
	}
	return m
}

// stepsizes are first ones, for multipliers that are 0.
func (m *machine) stepsizes() {
	z := make([]float64, len(m.x))
	var size, weight float64
	for _, t := range m.terms { // losses alone are not 0 there
		t.predict(t.p, z)
		if v := t.value(t.p); v > size && !math.IsInf(v, 1) {
			size, weight = v, float64(len(t.p))
		}
	}
	if !(size > 0) {
		size, weight = 1, 1
	}
	for _, t := range m.terms {
		t.whole = true
		if _, ok := t.of.(sloped); ok {
			t.s = size * weight
		} else {
			t.s = t.scale(size)
		}
		t.predict(t.z, m.x)
		copy(t.p, t.z)
	}
}

// units are those in which the columns of the map of most entries have mean square 1, that of the losses as a rule.
func (p *Problem) units() []float64 {
	units := make([]float64, p.Variables())
	most := -1
	for _, t := range p.Terms {
		r, c := t.Map.Dims()
		entries := r * c
		if sparse, ok := t.Map.(interface{ NNZ() int }); ok {
			entries = sparse.NNZ()
		}
		if entries > most {
			most = entries
			for j, norm := range linalg.ColumnNorms(t.Map) {
				units[j] = math.Sqrt(float64(r)) / norm
			}
		}
	}
	for j, u := range units {
		if !(u > 0) || math.IsInf(u, 1) {
			units[j] = 1
		}
	}
	return units
}

// step takes 25 iterations of splitting, or solves a subproblem.
func (m *machine) step(ctx context.Context) (float64, error) {
	m.ctx = ctx
	s := m.s
	if !s.Interior && !s.Newton && m.derivatives && (s.Splittings >= m.upTo || s.Gap <= m.near*math.Abs(s.Objective)) {
		s.Newton = true
		m.begin()
	}
	switch {
	case s.Interior:
		m.interior()
	case s.Newton:
		m.newton()
	default:
		m.split()
	}
	s.Factors = m.factors
	return s.Objective, context.Cause(ctx)
}
