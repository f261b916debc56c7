package fit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"

	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/model"

	"gonum.org/v1/gonum/floats"
)

// DefaultTol is what Linear.Tol is where it is 0.
const DefaultTol = 1e-6

// tolerance is Tol, or its default.
func (c Linear) tolerance() float64 { return cmp.Or(c.Tol, DefaultTol) }

// A run goes on from the tolerance to a share of it, for at most half as many iterations, or a few: then weights and
// singular values that are 0 in the solution are 0.
const (
	polishShare = 1e-4
	polishLeast = 10
)

// atZero is what is known of W = 0.
type atZero struct {
	objective, slope float64 // P, and ‖∇P‖ of its smooth part
}

// origin evaluates the problem at W = 0, once.
func (p *Prepared) origin() (*atZero, error) {
	if p.zero != nil {
		return p.zero, nil
	}
	if err := p.ready(); err != nil {
		return nil, err
	}
	value, gradient := p.problem.AtZero()
	z := &atZero{value, floats.Norm(gradient, 2)}
	if !solver.Finite(z.slope) || !solver.Finite(z.objective) {
		return nil, errors.New("the gradient at W = 0 is not finite: features or targets are too large; scale them")
	}
	p.zero = z
	return z, nil
}

// Fit solves for Linear.Lambda, from Linear.Start.
func (p *Prepared) Fit(ctx context.Context) (*model.Linear, error) {
	return p.fit(ctx, p.Lambda, p.start())
}

// Path learns for several λ, falling, each from the model before. When the context ends, the last model says so and
// is the last.
func (p *Prepared) Path(ctx context.Context, lambdas []float64) ([]*model.Linear, error) {
	if p.Penalty == nil {
		return nil, errors.New("without a penalty there is no path of λ")
	}
	for k := 1; k < len(lambdas); k++ {
		if !(lambdas[k] < lambdas[k-1]) {
			return nil, fmt.Errorf("the λ of a path must fall: %g comes after %g", lambdas[k], lambdas[k-1])
		}
	}
	if len(lambdas) == 0 {
		return nil, nil
	}
	return p.Follow(ctx, choose.LambdaPath(lambdas, p.Mu))
}

// fit solves for one λ.
func (p *Prepared) fit(ctx context.Context, lambda float64, start []float64) (*model.Linear, error) {
	if err := p.checkLambda(lambda); err != nil {
		return nil, err
	}
	if p.compressed != nil {
		if out, ok, err := p.compressed.fit(ctx, p, lambda, start); ok || err != nil {
			return out, err
		}
		p.refused = true
	}
	if err := p.ready(); err != nil {
		return nil, err
	}
	m, err := p.question().choose()
	if err != nil {
		return nil, err
	}
	r := newRun(p, m, lambda)
	if smooth(p.bound) {
		zero, err := p.origin()
		if err != nil {
			return nil, err
		}
		r.zero = *zero
		if r.solvedByZero() {
			return r.zeroModel(), nil
		}
	}
	if p.TimeLimit > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, p.TimeLimit)
		defer stop()
	}
	if start == nil {
		start = r.headStart(ctx)
	}
	x, err := r.follow(ctx, start)
	if err != nil {
		return nil, err
	}
	out := r.result(x)
	if general, ok := r.handOver(out); ok {
		if x, err = general.follow(ctx, x); err == nil {
			return general.result(x), nil
		}
	}
	return out, nil
}

// settling is a state that may know that its objective falls no more, though the gap may: there is nothing to polish.
type settling interface{ Settled() bool }

// run follows a solver.
type run struct {
	p         *Prepared
	m         *Method
	at        *Case
	why       string // the method was chosen
	problem   *solver.Problem
	lambda    float64 // λ, also where the problem's own is 1
	zero      atZero
	lower     float64 // the best lower bound of P*
	objective float64 // the lowest so far
	gap       float64 // the smallest so far
	residual  float64 // the last one known; NaN before
	calmest   float64 // the least, where there is no gap
	gained    int     // the iteration of the last gain
	reached   int     // the iteration that reached the tolerance; 0 for none
	settled   bool    // nothing but rounding is left to gain
	best      []float64
	bestValue float64
	last      solver.Progress
	status    solver.Status
}

func newRun(p *Prepared, m *Method, lambda float64) *run {
	problem := p.problem
	if p.constrainedOnly() {
		lambda = 1
	}
	if p.penalty != nil {
		problem = p.problem.At(lambda)
	}
	infinite := math.Inf(1)
	return &run{
		p: p, m: m, at: p.question(), why: cmp.Or(m.Why, asked), problem: problem, lambda: lambda, lower: -infinite, objective: infinite, gap: infinite,
		bestValue: infinite, residual: math.NaN(), calmest: infinite,
	}
}

// solvedByZero tells whether λ is at least λ_max, as far as that is known.
func (r *run) solvedByZero() bool {
	if r.p.penalty == nil || ridgeOnly(r.p.penalty, r.p.Mu, r.p.d, r.p.k) != nil || r.p.flatRidge() != nil {
		return false
	}
	top, err := r.p.LambdaMax()
	return err == nil && r.lambda >= top
}

// follow runs the solver, and returns its last or best point.
func (r *run) follow(ctx context.Context, start []float64) (x []float64, err error) {
	for st, err := range solver.Timed(r.states(ctx, start)) {
		r.last = *st.Report()
		if s, ok := st.(settling); ok {
			r.settled = s.Settled()
		}
		status, ended := r.observe(st), err != nil
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			status = solver.TimeLimited
		case err != nil && context.Cause(ctx) != nil:
			status = solver.Canceled
		case errors.Is(err, solver.ErrDiverged):
			return nil, fmt.Errorf("%s: %w after %d iterations: features or targets may be too large, "+
				"or an unpenalized weight without a minimum", r.m.Name, err, r.last.Iter)
		case err != nil:
			return nil, err
		}
		if ended && r.reached > 0 {
			status = solver.Converged
		}
		if status == "" {
			continue
		}
		r.status = status
		x = st.X(nil)
		worse := r.bestValue < r.last.Objective-1e-12*math.Abs(r.bestValue) || math.IsNaN(r.last.Objective)
		if r.best != nil && worse {
			x, r.last.Objective = r.best, r.bestValue
		}
		return x, nil
	}
	return nil, errors.New("the solver ended without a reason")
}

// observe takes notice of a state, and says why to stop there, "" to go on.
func (r *run) observe(st state) solver.Status {
	p, s := r.p, &r.last
	if gap := s.Gap; gap >= 0 && !r.uncertified() && !math.IsInf(gap, 1) && !math.IsNaN(s.Objective) {
		r.lower = math.Max(r.lower, s.Objective-gap)
	}
	if r.m.KeepsBest && s.Gap == s.Gap && s.Objective < r.bestValue {
		r.best, r.bestValue = st.X(r.best), s.Objective
	}
	if !math.IsNaN(s.Residual) {
		r.residual = s.Residual
	}
	if r.uncertified() && s.Residual < 0.99*r.calmest {
		r.calmest, r.gained = s.Residual, s.Iter
	}
	gap := math.Max(0, s.Objective-r.lower)
	if s.Objective < r.objective-1e-13*math.Abs(r.objective) || gap < 0.99*r.gap || s.Iter < r.gained {
		r.gained = s.Iter
	}
	r.objective, r.gap = math.Min(r.objective, s.Objective), math.Min(r.gap, gap)
	if p.Watch != nil {
		seen := *s
		seen.Gap = r.gap
		p.Watch(seen)
	}
	left := solver.Progress{Gap: gap, Rounding: s.Rounding}
	forbidden := s.Rounding > p.tolerance()*math.Abs(s.Objective) && r.close(left.Left(), 1) // by rounding
	if (r.close(gap, 1) || forbidden) && r.reached == 0 {
		r.reached = max(1, s.Iter)
	}
	return r.ending(gap)
}

// ending says why to stop, "" to go on.
func (r *run) ending(gap float64) solver.Status {
	s, limit := &r.last, r.p.MaxIter
	if limit == 0 {
		limit = cmp.Or(r.m.Limit, 10000)
	}
	done := r.reached > 0
	best := solver.Progress{Gap: gap, Rounding: s.Rounding}
	polished := r.p.penalty == nil || r.p.NoPolish || r.settled ||
		r.close(best.Left(), cmp.Or(r.m.Polish, polishShare)) ||
		s.Iter >= r.reached+max(polishLeast, r.reached/2)
	switch {
	case done && polished:
		return solver.Converged
	case s.Iter-r.gained < cmp.Or(r.m.Patience, 1000) && s.Iter < limit:
		return ""
	case done:
		return solver.Converged
	case s.Iter >= limit:
		return solver.IterationLimit
	}
	return solver.Stalled
}

// close tells whether a gap, or a residual where there is none, is within a share of the tolerance, or there is
// nothing left to gain.
func (r *run) close(gap, share float64) bool {
	tol, s := share*r.p.tolerance(), &r.last
	if math.IsInf(r.lower, -1) && r.uncertified() {
		return s.Residual <= tol*r.zero.slope
	}
	return gap <= tol*math.Abs(s.Objective) || r.exact(s.Objective)
}

// exact tells whether an objective is rounding of what it is at W = 0: the data are met exactly.
func (r *run) exact(objective float64) bool { return objective <= 1e-15*r.zero.objective }

// states are those of the method, with objective and gap where it leaves them to the problem.
func (r *run) states(ctx context.Context, start []float64) solver.Seq[state] {
	seq := r.m.Run(ctx, r.at, r.problem, start)
	if r.m.Every == 0 {
		return seq
	}
	return solver.Evaluate(seq, r.m.Every, func(st state) (objective, gap float64) {
		w := st.X(nil)[:r.problem.Dim()]
		return r.problem.Objective(w), r.problem.Gap(w)
	})
}

// uncertified tells whether there is no gap to be had.
func (r *run) uncertified() bool {
	switch {
	case r.problem.WeakConvexity() > 0:
		return true
	case r.m.Certain || r.p.Mu > 0:
		return false
	}
	if g, ok := r.p.penalty.(Unbounded); ok && g.Unbounded(r.problem.Dim()) {
		return !r.problem.StronglyConvex()
	}
	_, certified := r.p.penalty.(toolkit.Conjugate)
	return !certified
}
