package solve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// DefaultTol is what Settings.Tol is where it is 0.
const DefaultTol = 1e-6

// Settings say how far a problem is to be solved: as in fit.Linear.
type Settings struct {
	Tol       float64
	NoPolish  bool
	MaxIter   int
	TimeLimit time.Duration
	Watch     func(solver.Progress)
}

// Problem is a problem with what belongs to its answers.
type Problem struct {
	*solver.Problem
	// Model makes a model of weights, d×k, and those of the unpenalized columns, in the units that a user has, and Off is
	// what an intercept of such a model may be off by, as it is rounded.
	Model func(w, unpenalized []float64) *model.Linear
	Off   func(m *model.Linear) float64
	// Sets are features that may move together at no cost: each has an unpenalized column, the first of them.
	Sets [][]int

	origin func() (*atZero, error) // at W = 0
	top    func() (float64, error) // λ_max
}

// NewProblem is a problem whose models have its own units.
func NewProblem(p *solver.Problem) *Problem {
	out := &Problem{
		Problem: p,
		Model: func(w, unpenalized []float64) *model.Linear {
			return &model.Linear{Weights: slices.Clone(w), Intercept: slices.Clone(unpenalized)}
		},
		Off: func(*model.Linear) float64 { return 0 },
	}
	out.origin, out.top = sync.OnceValues(out.evaluateZero), sync.OnceValues(out.lambdaMax)
	return out
}

// WithRidge is the same problem with another μ; what does not depend on it is not computed again.
func (p *Problem) WithRidge(mu float64) *Problem {
	out := *p
	out.Problem = p.Problem.WithRidge(mu)
	out.top = sync.OnceValues(out.lambdaMax)
	return &out
}

// constraint tells whether the penalty is a constraint alone, for which λ has no meaning.
func (p *Problem) constraint() bool {
	g, ok := p.Penalty.(prox.Constraint)
	return ok && g.Constraint()
}

// Solve solves a problem for one λ by a method for the case, from a point unless that is nil. When the context ends or
// time is up it returns the best model so far, with its gap and why it ended as Status: that is no error.
func (p *Problem) Solve(
	ctx context.Context, c Settings, at *Case, lambda float64, start []float64,
) (*model.Linear, error) {
	m, err := at.Choose()
	if err != nil {
		return nil, err
	}
	r := newRun(p, c, at, m, lambda)
	if losses.Smooth(p.Loss) {
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
	p       *Problem
	c       Settings
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

func newRun(p *Problem, c Settings, at *Case, m *Method, lambda float64) *run {
	if p.constraint() {
		lambda = 1
	}
	r := &run{p: p, c: c, at: at, m: m, why: m.reason(), problem: p.Problem, lambda: lambda, least: math.Inf(1)}
	if p.Penalty != nil {
		r.problem = p.At(lambda)
	}
	r.course = newCourse(c, m, p.Penalty == nil, r.uncertified())
	return r
}

// solvedByZero tells whether λ is at least λ_max, as far as that is known.
func (r *run) solvedByZero() bool {
	if r.p.Penalty == nil || r.p.ridgeOnly() != nil || r.p.flatRidge() != nil {
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
	if g, ok := r.p.Penalty.(prox.Unbounded); ok && g.Unbounded(r.problem.Dim()) {
		return !r.problem.StronglyConvex()
	}
	_, certified := r.p.Penalty.(toolkit.Conjugate)
	return !certified
}

// handOver is a run of FISTA that goes on where a quicker method has stalled far from the tolerance, as methods that
// trust second derivatives may where these jump; ok is false where there is no need of one, as where the solver was
// done and rounding forbids to say so, or no such run.
func (r *run) handOver(out *model.Linear) (general *run, ok bool) {
	stalled := out.Status == solver.Stalled && r.reached == 0 && out.Gap > handOverGap*math.Abs(out.Objective)
	if !stalled || !r.at.Wanted.Free() || r.m == FISTA || FISTA.why(r.at) != "" {
		return nil, false
	}
	general = newRun(r.p, r.c, r.at, FISTA, r.lambda)
	general.zero = r.zero
	general.why = fmt.Sprintf("%s stalled at a gap of %.1e, and it went on from there", r.m.Name, out.Gap)
	return general, true
}

// handOverGap is the relative gap up to which rounding, and not the method, may be what a solver stalls at.
const handOverGap = 1e-8
