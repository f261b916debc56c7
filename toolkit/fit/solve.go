package fit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// DefaultTol is what Linear.Tol is where it is 0.
const DefaultTol = 1e-6

// tolerance is Tol, or its default.
func (c Linear) tolerance() float64 { return cmp.Or(c.Tol, DefaultTol) }

// fit solves for one λ, from a model unless that is nil.
func (p *Prepared) fit(ctx context.Context, lambda float64, start *model.Linear) (*model.Linear, error) {
	if err := p.checkLambda(lambda); err != nil {
		return nil, err
	}
	if p.few != nil {
		m, err := p.question().choose()
		if err != nil {
			return nil, err
		}
		if out, ok, err := p.few.learn(ctx, p.Linear, m, lambda, start); ok || err != nil {
			return out, err
		}
		p.refused = true
	}
	whole, err := p.ready()
	if err != nil {
		return nil, err
	}
	return whole.solve(ctx, p.Linear, p.question(), lambda, whole.from(start))
}

// solve solves a problem for one λ by a method for the case, from a point unless that is nil.
func (p *problem) solve(
	ctx context.Context, c Linear, at *Case, lambda float64, start []float64,
) (*model.Linear, error) {
	m, err := at.choose()
	if err != nil {
		return nil, err
	}
	r := newRun(p, c, at, m, lambda)
	if smooth(p.loss) {
		zero, err := p.origin()
		if err != nil {
			return nil, err
		}
		r.zero = *zero
		if r.solvedByZero() {
			return r.zeroModel(), nil
		}
	}
	if c.TimeLimit > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, c.TimeLimit)
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

// run follows a solver.
type run struct {
	*course
	p       *problem
	c       Linear
	at      *Case
	m       *Method
	why     string          // the method was chosen
	problem *solver.Problem // at λ
	lambda  float64         // λ, also where the problem's own is 1
	best    []float64       // the point of least objective; nil where the last one has it
	least   float64
	last    solver.Progress
	status  solver.Status
}

func newRun(p *problem, c Linear, at *Case, m *Method, lambda float64) *run {
	if c.constrainedOnly() {
		lambda = 1
	}
	r := &run{p: p, c: c, at: at, m: m, why: m.reason(), problem: p.Problem, lambda: lambda, least: math.Inf(1)}
	if p.penalty != nil {
		r.problem = p.At(lambda)
	}
	r.course = newCourse(c, m, p.penalty == nil, r.uncertified())
	return r
}

// solvedByZero tells whether λ is at least λ_max, as far as that is known.
func (r *run) solvedByZero() bool {
	if r.p.penalty == nil || ridgeOnly(r.p.penalty, r.p.Mu, r.p.d, r.p.k) != nil || r.p.flatRidge() != nil {
		return false
	}
	top, err := r.p.top()
	return err == nil && r.lambda >= top
}

// follow runs the solver, and returns its last or best point.
func (r *run) follow(ctx context.Context, start []float64) (x []float64, err error) {
	for st, err := range solver.Timed(r.states(ctx, start)) {
		r.last = *st.Report()
		if r.m.KeepsBest && r.last.Gap == r.last.Gap && r.last.Objective < r.least {
			r.best, r.least = st.X(r.best), r.last.Objective
		}
		status, ended := r.see(&r.last, st), err != nil
		if r.c.Watch != nil {
			seen := r.last
			seen.Gap = r.gap
			r.c.Watch(seen)
		}
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
		worse := r.least < r.last.Objective-1e-12*math.Abs(r.least) || math.IsNaN(r.last.Objective)
		if r.best != nil && worse {
			x, r.last.Objective = r.best, r.least
		}
		return x, nil
	}
	return nil, errors.New("the solver ended without a reason")
}

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
	if g, ok := r.p.penalty.(prox.Unbounded); ok && g.Unbounded(r.problem.Dim()) {
		return !r.problem.StronglyConvex()
	}
	_, certified := r.p.penalty.(toolkit.Conjugate)
	return !certified
}

// handOver is a run of FISTA that goes on where a quicker method has stalled far from the tolerance, as methods that
// trust second derivatives may where these jump; ok is false where there is no need of one, as where the solver was
// done and rounding forbids to say so, or no such run.
func (r *run) handOver(out *model.Linear) (general *run, ok bool) {
	stalled := out.Status == solver.Stalled && r.reached == 0 && out.Gap > handOverGap*math.Abs(out.Objective)
	if !stalled || !r.c.Method.chosen() || r.m == FISTA || FISTA.why(r.at) != "" {
		return nil, false
	}
	general = newRun(r.p, r.c, r.at, FISTA, r.lambda)
	general.zero = r.zero
	general.why = fmt.Sprintf("%s stalled at a gap of %.1e, and it went on from there", r.m.Name, out.Gap)
	return general, true
}

// handOverGap is the relative gap up to which rounding, and not the method, may be what a solver stalls at.
const handOverGap = 1e-8
