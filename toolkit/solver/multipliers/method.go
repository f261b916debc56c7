package multipliers

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/internal/outputs"
)

// Method minimizes a loss with kinks and any penalty: quantile regression and support vector machines with the lasso,
// for one,
//
//	P(w) = min_b Σ_i c_i ℓ_i(⟨a_i, w⟩ + ⟨f_i, b⟩) + λ Ω(w) + (μ/2)‖w‖²,
//
// by the method of multipliers for z = Aw + Fb, which is the proximal point method on the dual. With the multipliers
// v_i, one an example, and the Moreau envelope e_s of ℓ_i,
//
//	v ← 0
//	for k = 0, 1, 2, …
//		(w, b) ← argmin Σ_i c_i [e_s(⟨a_i, w⟩ + ⟨f_i, b⟩ + s v_i) − s v_i²/2] + λ Ω(w) + (μ/2)‖w‖², to a part of the gap
//		v_i ← e_s'(⟨a_i, w⟩ + ⟨f_i, b⟩ + s v_i)
//		s ← s/4 after an easy subproblem that took little off the gap, 2s after one that was not solved
//
// The subproblems are smooth, and left to a solver of smooth losses. Each ends at a dual point, U = Cv, of the
// problem itself: the gap is P(w, b) − D(U), without any smoothing in it. Where ℓ_i is piecewise linear and Ω a
// polyhedral norm the multipliers of the solution are found after finitely many subproblems that are solved exactly.
//
// Source: Rockafellar, Augmented Lagrangians and Applications of the Proximal Point Algorithm in Convex Programming,
// Math. Oper. Res. 1976.
type Method struct {
	// Inner minimizes a smooth problem from a start: W, and the unpenalized weights behind, or nil for 0. Its states'
	// points are the same, or W alone. It knows its gap. It must be set, but for small problems with a ridge alone or
	// with bounds of single weights, which do not ask it: their subproblems are solved by Newton's method with orthogonal
	// factors, to which units of features do not matter.
	Inner func(ctx context.Context, p *solver.Problem, start []float64) solver.Seq[solver.State]
	// MaxInner is the most iterations of a subproblem; 0 for 200.
	MaxInner int
	// Width is the first s, in the unit of predictions squared by that of the loss; 0 for the mean loss at the start, or
	// 1 % of that at 0.
	Width float64
	// Start is where to begin: W, and the unpenalized weights behind; nil for 0. It is copied.
	Start []float64
}

// State is the state after a subproblem. Its point is the best so far, and the gap that to the best dual point so far.
type State struct {
	solver.Progress
	Inner int // iterations of the subproblems' solver
	w, u  []float64
}

// X copies the weights: W, d×k row by row, and then those of unpenalized columns, q×k.
func (s *State) X(dst []float64) []float64 { return append(dst[:0], s.w...) }

// Multipliers copies the last dual point U, c_i v_i by example.
func (s *State) Multipliers(dst []float64) []float64 { return append(dst[:0], s.u...) }

// Iterations solves a problem whose loss is a toolkit.MoreauEnvelope of one prediction an example, or of a task's own.
// Its penalty is a toolkit.Conjugate, or μ > 0: without either there is no gap to stop at. It panics where Start is of
// another length.
func (c Method) Iterations(ctx context.Context, p *solver.Problem) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		m, err := c.start(p)
		if err != nil {
			return &State{Progress: solver.Unknown()}, nil, err
		}
		return m.s, m.step, nil
	})
}

// method is a run of Method.
type method struct {
	Method
	p    *solver.Problem
	o    *outputs.Loss
	loss *smoothed
	s    *State
	x, z []float64 // the last point, and its predictions
	best float64   // the lowest objective so far
	dual float64   // the best dual objective so far

	newton []*newton // of outputs, in the place of Inner
}

func (c Method) start(p *solver.Problem) (*method, error) {
	each, ok := p.Separable()
	envelope, known := each.(toolkit.MoreauEnvelope)
	_, conjugate := p.Penalty.(toolkit.Conjugate)
	switch {
	case !ok || !known:
		return nil, fmt.Errorf("the method of multipliers needs a loss of one prediction an example with a Moreau envelope "+
			"(toolkit.MoreauEnvelope), which %T has not", p.Loss)
	case p.Mu == 0 && !conjugate:
		return nil, fmt.Errorf("the method of multipliers needs μ > 0, or a penalty with a conjugate (toolkit.Conjugate), "+
			"which %T has not", p.Penalty)
	case !(p.Mu >= 0) || math.IsInf(p.Mu, 1):
		return nil, fmt.Errorf("μ = %g: it must be finite and not negative", p.Mu)
	case c.Inner == nil && !alone(p):
		return nil, errors.New("multipliers.Method needs Inner, a solver of its smooth subproblems, such as newton.CG")
	}
	if c.MaxInner == 0 {
		c.MaxInner = 200
	}
	size := p.Dim()
	if p.Unpenalized != nil {
		size += p.Unpenalized.R * p.Outputs()
	}
	if c.Start != nil && len(c.Start) != size {
		panic("multipliers: the start has another length than the weights")
	}
	m := &method{Method: c, p: p, o: outputs.New(p.Loss), best: math.Inf(1), dual: math.Inf(-1)}
	m.loss = &smoothed{of: each, envelope: envelope, v: make([]float64, each.Len()), s: c.Width}
	m.x, m.s = make([]float64, size), &State{Progress: solver.Unknown(), w: make([]float64, size)}
	copy(m.x, c.Start)
	m.z, m.s.u = make([]float64, m.o.Size()), make([]float64, m.o.Size())
	m.predict()
	if value := m.o.Slopes(m.s.u, m.z); m.loss.s == 0 {
		atZero := m.o.Slopes(make([]float64, m.o.Size()), make([]float64, m.o.Size()))
		if m.loss.s = math.Max(value, leastWidth*atZero); !(m.loss.s > 0) || math.IsInf(m.loss.s, 1) {
			m.loss.s = 1
		}
	}
	if p.Columns(); alone(p) { // once for all subproblems
		m.newton = newtons(p, m.o, m.loss)
	}
	return m, nil
}

// leastWidth is the least first s as a share of the mean loss at 0: of a start that all but interpolates that at the
// start tells nothing, and subproblems are hard.
const leastWidth = 1e-2

// mostFactored are the flops up to which steps of subproblems are solved by orthogonal factors.
const mostFactored = 2e7

// alone tells whether subproblems need no Inner: they are small, with a ridge and at most bounds of single weights.
func alone(p *solver.Problem) bool {
	n, d := p.A.Dims()
	_, entries := p.A.(linalg.Entries)
	_, one := p.Penalty.(single)
	bounds, ok := p.Penalty.(interface{ Constraint() bool })
	return entries && p.Mu > 0 && (p.Penalty == nil || one && ok && bounds.Constraint()) &&
		float64(n+p.Dim())*float64(d)*float64(d) <= mostFactored
}

// predict are the predictions at x.
func (m *method) predict() { m.p.Predict(m.z, m.x[:m.p.Dim()], m.x[m.p.Dim():]) }

// step solves a subproblem.
func (m *method) step(ctx context.Context) (objective float64, err error) {
	s, before := m.s, m.s.Gap
	inner, err := m.solve(ctx)
	if err != nil && context.Cause(ctx) == nil {
		return s.Objective, err
	}
	s.Iter++
	m.predict()
	for i := range m.loss.v {
		f := m.z[i]
		m.loss.v[i], _ = m.loss.envelope.Envelope(i, f+m.loss.s*m.loss.v[i], m.loss.s)
		s.u[i] = m.loss.Weight(i) * m.loss.v[i]
	}
	m.certify()
	switch {
	case inner >= m.MaxInner:
		m.loss.s *= 2
	case inner <= m.MaxInner/8 && s.Left() > 0.1*before:
		m.loss.s /= 4
	}
	s.Step = 1 / m.loss.s
	return s.Objective, context.Cause(ctx)
}

// part is what of the gap a subproblem is solved to.
const part = 0.1

// solve moves x to the minimum of the subproblem, and says how many iterations that took.
func (m *method) solve(ctx context.Context) (inner int, err error) {
	if m.newton != nil {
		for _, n := range m.newton {
			steps := n.minimize(ctx, m.x, m.MaxInner)
			inner, m.s.Inner = max(inner, steps), m.s.Inner+steps
		}
		return inner, nil
	}
	var loss toolkit.Loss = m.loss
	if tasks, ok := m.p.Loss.(toolkit.MultiOutput); ok {
		loss = ofTasks{tasks, m.loss}
	}
	sub := m.p.WithLoss(loss)
	target := math.Inf(1)
	if solver.Finite(m.s.Gap) {
		target = part * m.s.Gap
	}
	stop := solver.Any(solver.AbsGap(target), solver.RelGap(1e-15), solver.MaxIter(m.MaxInner),
		solver.NoDecrease(8+m.MaxInner/20))
	for st, failed := range m.Inner(ctx, sub, m.x) {
		err = failed
		p := st.Report()
		if math.IsInf(target, 1) && solver.Finite(p.Objective) { // the first
			target = part * math.Abs(p.Objective)
			stop = solver.Any(solver.AbsGap(target), solver.MaxIter(m.MaxInner))
		}
		if why := stop(p); err == nil && why == "" {
			continue
		}
		inner = p.Iter
		m.s.Inner += inner
		x := st.X(nil)
		copy(m.x, x)
		if size := m.p.Dim(); len(x) == size {
			copy(m.x[size:], sub.UnpenalizedWeights(x))
		}
		break
	}
	return inner, err
}

// certify evaluates P at x, and D at the multipliers.
func (m *method) certify() {
	s, p := m.s, m.p
	w := m.x[:p.Dim()]
	dual := p.Dual(s.u, w)
	rounding := m.rounding(w)
	if !m.balanced() {
		dual = math.Inf(-1)
	}
	objective := p.Regularizer().Value(w) + m.o.Slopes(append([]float64(nil), m.z...), m.z)
	rounding.Sum = math.Abs(objective)
	if !math.IsInf(dual, -1) {
		m.dual = math.Max(m.dual, dual-rounding.Imbalance)
	}
	if objective < m.best {
		m.best = objective
		copy(s.w, m.x)
	}
	s.Objective = m.best
	gap, before := s.Gap, s.Rounding
	rounding.FillBest(&s.Progress, m.best, m.dual)
	switch {
	case !solver.Finite(objective):
		s.Objective = objective
	case objective <= m.best && m.balanced():
		s.Gap, s.Rounding = p.Sharpen(w, m.x[p.Dim():], s.u, objective, s.Gap, s.Rounding)
	case objective > m.best && gap < s.Gap: // of the same point
		s.Gap, s.Rounding = gap, before
	}
}

// balanced tells whether FᵀU = 0, but for rounding: else D(U) is no bound.
func (m *method) balanced() bool {
	for q := 0; m.p.Unpenalized != nil && q < m.p.Unpenalized.R; q++ {
		left, size := make([]float64, m.o.K), make([]float64, m.o.K)
		for i, v := range m.p.Unpenalized.Row(q) {
			u, lo := m.o.Span(m.s.u, i)
			left[lo] += v * u[0]
			size[lo] += math.Abs(v) * m.loss.Weight(i)
		}
		for k, v := range left {
			if !(math.Abs(v) <= unbalanced*size[k]) {
				return false
			}
		}
	}
	return true
}

// unbalanced is the share of what slopes may sum up to that rounding leaves.
const unbalanced = 1e-9

// rounding is that of the objective, of a loss whose slopes are at most 1, or the multipliers', and what is left of
// FᵀU = 0.
func (m *method) rounding(w []float64) solver.Rounding {
	r := solver.Rounding{Terms: max(m.o.N, len(m.x)), Reach: m.p.Reach(w)}
	for i := range m.loss.Len() {
		r.Slopes = math.Hypot(r.Slopes, m.loss.Weight(i))
	}
	r.Slopes = math.Max(r.Slopes, floats.Norm(m.s.u, 2))
	b := m.x[m.p.Dim():]
	for q := 0; q*m.o.K < len(b); q++ {
		row := m.p.Unpenalized.Row(q)
		left := make([]float64, m.o.K)
		for i, v := range row {
			u, lo := m.o.Span(m.s.u, i)
			floats.AddScaled(left[lo:lo+len(u)], v, u)
		}
		for k, v := range left {
			r.Imbalance += 2 * math.Abs(v*b[q*m.o.K+k])
		}
		r.Reach += 4 * floats.Norm(row, 2) * floats.Norm(b[q*m.o.K:(q+1)*m.o.K], 2)
	}
	return r
}
