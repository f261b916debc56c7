package composite

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg/independent"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// State is the state after an iteration, which is 25 of splitting, or one subproblem of Newton. Its point is the best
// so far, and the gap that to the best dual point so far.
type State struct {
	solver.Progress
	// Assumed is what of Gap rests on |x*_j| ≤ Radius_j, for variables without ridge for which rounding leaves
	// q_j ≠ 0: Σ_j |q_j| Radius_j, a thousand times what x_j is, and the largest of all or what predictions like targets
	// take. Where it is not 0 the bound is one of the least P of such x. Of columns that are combinations of others but
	// for little x_j is what is left.
	Assumed float64
	Radius  []float64
	// Violation is how far a K_kx + d_k is from satisfying its constraint, at most. P may lie below P* by it times what
	// the constraint costs, which Gap holds: Gap is P − D + Σ_k ‖v_k‖ times the distance, at least the latter, and
	// +Inf where a distance is more than 1e-9 of the size of Kx + d.
	Violation float64
	Interior  bool // the phase: of interior points,
	Newton    bool // or the second
	Factors   int  // matrices factored
	// Splittings are the iterations of splitting.
	Splittings int

	x     []float64
	last  []float64
	rows  [][]float64 // sizes of rows that were divided by them; nil where none were
	point [][]float64 // v of the best dual point
}

// X copies the point.
func (s *State) X(dst []float64) []float64 { return append(dst[:0], s.x...) }

// Last copies the last point, of which P may be more by rounding than that of the best, and less is known.
func (s *State) Last(dst []float64) []float64 { return append(dst[:0], s.last...) }

// Multipliers copies the best dual point's v_k; nil before there is one.
func (s *State) Multipliers(dst []float64, k int) []float64 {
	if s.point == nil {
		return nil
	}
	dst = append(dst[:0], s.point[k]...)
	if s.rows[k] != nil {
		floats.Div(dst, s.rows[k])
	}
	return dst
}

// machine is a run.
type machine struct {
	system
	problem  *Problem
	proving  bool
	proveAt  int             // iteration at which a proof that there is no solution is looked for
	followed int             // how often a ray was looked for
	asked    bool            // whether one was where constraints hardly hold
	upTo     int             // iterations of splitting at most
	ctx      context.Context //nolint:containedctx // of one step, which its loops ask
	terms    []*term
	columns  []float64          // x = columns · x̃: what follows is in x̃, or in coordinates u of it
	basis    *independent.Basis // those; nil for x̃
	byLosses bool               // of losses' columns
	radius   []float64          // |u_j| that is assumed
	mu       []float64
	sigma    []float64
	linear   []float64 // c
	constant float64
	size     float64 // what P is like, at least
	unit     float64 // what x̃ is like where nothing else is known
	sharp    bool    // Kᵀv is computed in twice the digits
	tilted   bool    // c is not 0

	conjugates, derivatives bool      // whether those of all functions are known
	added                   []float64 // to the diagonal

	x, center []float64
	direction []float64 // of Newton
	s         *State
	at        [][]float64 // predictions of a point that is tried
	v         [][]float64 // multipliers that are tried
	best      float64
	far       []float64 // distances from the constraints there, one a term
	off       float64   // the largest relative one
	left      []float64 // q of the best dual point
	prices    []float64 // ‖v_k‖ of constraints, at the best dual point
	dual      float64
	lost      float64 // of it, by rounding
	bestX     []float64
	pieces    []piece // of all terms, where interior points are gone through
	curved    bool    // some conjugates of them, or a ridge
	before    float64 // gap from which tries are counted
	tries     int     // subproblems since
	restarts  int
	vain      int // steps through them by which the gap hardly fell
	next      int // iteration of splitting at which stepsizes are balanced
}

// likeTerms are vectors as long as terms.
func (m *machine) likeTerms() (out [][]float64) {
	for _, t := range m.terms {
		out = append(out, make([]float64, len(t.z)))
	}
	return out
}

// factor computes H and factors it.
func (m *machine) factor() {
	for j, mu := range m.mu {
		m.added[j] = mu + m.sigma[j]
	}
	m.set(m.terms, m.added)
}

// newMachine begins at a point; nil for 0. Where there are terms by which columns are told apart, units are powers of
// two, and u others than x̃.
func newMachine(p *Problem, start []float64, by func(*term) bool) *machine {
	n := p.Variables()
	if start != nil && len(start) != n {
		panic("composite: the start has another length than the variables")
	}
	m := &machine{
		columns: p.units(), mu: make([]float64, n), linear: make([]float64, n), constant: p.Constant, best: math.Inf(1),
		off: math.Inf(1), far: make([]float64, len(p.Terms)), prices: make([]float64, len(p.Terms)), dual: math.Inf(-1),
		problem: p, sigma: make([]float64, n), unit: 1,
	}
	if m.n = n; by != nil {
		toPowers(m.columns)
	}
	for j, mu := range p.Ridge {
		m.mu[j] = mu * m.columns[j] * m.columns[j]
	}
	for j, c := range p.Linear {
		m.linear[j] = c * m.columns[j]
		m.tilted = m.tilted || c != 0
	}
	m.conjugates, m.derivatives = true, true
	var rows [][]float64
	for _, t := range p.Terms {
		of := newTerm(t, m.columns, by != nil)
		var derivative bool
		of.dual, derivative = Known(t.Function, len(of.z))
		m.conjugates, m.derivatives = m.conjugates && of.dual, m.derivatives && derivative
		m.terms, rows = append(m.terms, of), append(rows, of.rows)
	}
	m.at, m.v = m.likeTerms(), m.likeTerms()
	m.x, m.center, m.bestX = make([]float64, n), make([]float64, n), make([]float64, n)
	if by != nil {
		m.basis = rebase(m.terms, m.linear, m.mu, by)
		m.tilted = floats.Norm(m.linear, 1) > 0
	}
	if start != nil {
		copy(m.x, m.inward(start))
	}
	m.direction, m.added = make([]float64, n), make([]float64, n)
	m.s = &State{Progress: solver.Unknown(), x: make([]float64, n), Radius: make([]float64, n), rows: rows}
	m.radius = make([]float64, n)
	return m
}

// hold makes σ a share of the diagonal of Σ KᵀK/s, of terms of sets another, and where that is 0 without ridge, the
// least entry.
func (m *machine) hold(share, sets float64) {
	clear(m.sigma)
	for _, t := range m.terms {
		by := share
		if t.set != nil {
			by = sets
		}
		for j, norm := range t.norms {
			m.sigma[j] += by * norm * norm / t.s
		}
	}
	least := math.Inf(1)
	for _, s := range m.sigma {
		if s > 0 {
			least = math.Min(least, s)
		}
	}
	if math.IsInf(least, 1) {
		least = share
	}
	for j, s := range m.sigma {
		if s == 0 && m.mu[j] == 0 {
			m.sigma[j] = least
		}
	}
}

// scaled is x̃ of u.
func (m *machine) scaled(u []float64) []float64 {
	if m.basis != nil {
		return m.basis.Outward(u)
	}
	return append([]float64(nil), u...)
}

// outward is x of u, in its own units, and inward u of x.
func (m *machine) outward(u []float64) []float64 {
	x := m.scaled(u)
	floats.Mul(x, m.columns)
	return x
}

func (m *machine) inward(x []float64) []float64 {
	u := floats.DivTo(make([]float64, len(x)), x, m.columns)
	if m.basis != nil {
		return m.basis.Inward(u)
	}
	return u
}
