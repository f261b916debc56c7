package composite

import (
	"context"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// near is the relative gap at which Newton's method takes over; else it is after 300 iterations of splitting, and of
// dense maps of n columns after n, up to 600.
const near = 1e-4

// Method solves a Problem by splitting, and then by Newton's method; see the package.
type Method struct {
	Start  []float64 // x; nil for 0. It is copied.
	search bool      // for a proof: it looks for none itself
	size   float64   // what P is like, at least
}

// Iterations solves a problem. A problem that is not one ends the sequence with an error that says why, one without
// solution with an *Infeasible or an *Unbounded, which hold a certificate.
func (c Method) Iterations(ctx context.Context, p *Problem) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		if err := p.check(true); err != nil {
			return &State{Progress: solver.Unknown()}, nil, err
		}
		m := c.start(p)
		return m.s, m.step, nil
	})
}

func (c Method) start(p *Problem) *machine {
	m := newMachine(p, c.Start, nil)
	if dependent(m.terms, m.mu, anyTerm) {
		m = newMachine(p, c.Start, anyTerm)
	}
	m.proveAt, m.proving = 12, c.search
	m.upTo, m.next = fewest, 20
	if slices.ContainsFunc(m.terms, func(t *term) bool { return t.full }) {
		m.upTo = max(fewest, min(m.n, 2*fewest)) // a Newton step costs as much as n/50 of them
	}
	m.size = c.size
	m.enterAt(make([]float64, len(m.x))) // where losses alone are not 0
	if m.conjugates {                    // multipliers of 0 prove that losses and norms are not negative
		m.bound(m.linear, m.x, m.farthest(m.x), false)
	}
	if m.pieces = m.findPieces(); m.pieces != nil {
		m.enter()
	}
	return m
}

// hopeless looks now and then for a proof that a problem has no solution, where iterations do not come near one, and
// once where they do but for constraints that hold no better than numbers that run away hide.
func (m *machine) hopeless() error {
	almost := m.off > rounded && m.off <= feasible && m.s.Gap <= loose*math.Abs(m.s.Objective)
	if m.proving || m.s.Iter < m.proveAt && (!almost || m.asked) {
		return nil
	}
	if m.asked = m.asked || almost; m.s.Iter >= m.proveAt {
		m.proveAt *= 2
	}
	if almost || m.off > feasible {
		found, x := m.problem.farkas(m.ctx, Method{search: true}.Iterations)
		if found != nil {
			return found
		}
		if x != nil && m.off > feasible {
			m.try(m.inward(x), x, 0)
			m.report()
		}
	}
	if m.tilted && !(m.s.Gap <= loose*math.Abs(m.s.Objective)) {
		if found := m.ray(func(size float64) search { return Method{search: true, size: size}.Iterations }); found != nil {
			if m.off <= feasible {
				found.X = m.s.X(nil)
			}
			return found
		}
	}
	return nil
}

// step takes 25 iterations of splitting, or solves a subproblem.
func (m *machine) step(ctx context.Context) (float64, error) {
	m.ctx = ctx
	s := m.s
	if !s.Interior && !s.Newton && m.derivatives && (s.Splittings >= m.upTo || s.Gap <= near*math.Abs(s.Objective)) {
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
	if err := m.hopeless(); err != nil {
		return s.Objective, err
	}
	return s.Objective, context.Cause(ctx)
}
