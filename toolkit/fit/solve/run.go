package solve

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

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
	earlier int // iterations of runs before
	status  solver.Status
	bends   float64   // the loss's curvature there, summed over the predictions; 0 where that is not known
	free    []float64 // the unpenalized weights of the point; nil where the problem is to say them
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
	r.problem.Tol = r.tol
	return r
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
		if l, ok := st.(Curving); ok {
			r.bends = l.Curvature()
		}
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
		gap, _ = r.problem.Certify(w)
		return r.problem.Objective(w), gap
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
