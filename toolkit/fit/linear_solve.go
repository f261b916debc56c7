package fit

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// defaultTol is that of Linear.Tol.
const defaultTol = 1e-6

// tolerance is Tol, or its default.
func (c Linear) tolerance() float64 { return defaultTo(c.Tol, defaultTol) }

// A run goes on from tolerance to a share of it, for at most half as many iterations, or a few: then weights and singular values that are 0 in the
// solution are 0.
const (
	polishShare = 1e-4
	polishLeast = 10
)

// run follows a solver.
type run struct {
	p          *linearProblem
	m          method
	matrix     *solver.Problem
	zero       float64 // P at W = 0
	slope      float64 // ‖∇P‖ there
	lower      float64 // the best lower bound of P*
	objective  float64 // the lowest so far
	gap        float64 // the smallest so far
	gained     int     // the iteration of the last gain
	reached    int     // the iteration that reached the tolerance; 0 for none
	best       []float64
	bestValue  float64
	last       solver.Progress
	lastStatus solver.Status
}

// fit solves for one λ.
func (p *linearProblem) fit(ctx context.Context, lambda float64, start []float64) (*LinearModel, error) {
	if err := p.checkLambda(lambda); err != nil {
		return nil, err
	}
	m, err := p.choose()
	if err != nil {
		return nil, err
	}
	r := &run{p: p, m: m, lower: math.Inf(-1), objective: math.Inf(1), gap: math.Inf(1), bestValue: math.Inf(1)}
	if p.Loss != Hinge {
		r.matrix = p.matrix(lambda)
		gradient, origin := make([]float64, r.matrix.Dim()), make([]float64, r.matrix.Dim())
		r.zero = r.matrix.ValueGrad(gradient, origin)
		r.slope = floats.Norm(gradient, 2)
		if math.IsNaN(r.slope) || math.IsInf(r.slope, 1) || math.IsInf(r.zero, 1) {
			return nil, errors.New("the gradient at W = 0 is not finite: features or targets are too large; scale them")
		}
		most := math.Inf(1)
		if p.Penalty != NoPenalty && p.ridged() == nil {
			if most, err = p.most(); err != nil {
				return nil, err
			}
		}
		if lambda >= most {
			out := p.model(origin, r.matrix.UnpenalizedWeights(origin))
			r.lower = r.zero
			r.last.Objective, r.last.Iter = r.zero, 0
			r.finish(out, lambda, origin, solver.Converged)
			out.Why = "λ is at least λ_max: W = 0 is the solution"
			return out, nil
		}
	}
	if p.TimeLimit > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, p.TimeLimit)
		defer stop()
	}
	x, err := r.follow(ctx, lambda, start)
	if err != nil {
		return nil, err
	}
	return r.result(lambda, x), nil
}

// follow runs the solver, and returns its last or best point.
func (r *run) follow(ctx context.Context, lambda float64, start []float64) (x []float64, err error) {
	for st, err := range solver.Timed(r.m.run(ctx, r.p, lambda, start)) {
		r.last = *st.Report()
		status, ended := r.look(st), err != nil
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			status = solver.TimeLimited
		case err != nil && context.Cause(ctx) != nil:
			status = solver.Canceled
		case errors.Is(err, solver.ErrDiverged):
			return nil, fmt.Errorf("%s: %w after %d iterations: features or targets may be too large, or a free weight without a minimum", r.m.name, err, r.last.Iter)
		case err != nil:
			return nil, err
		}
		if ended && r.reached > 0 {
			status = solver.Converged
		}
		if status == "" {
			continue
		}
		r.lastStatus = status
		x = st.X(nil)
		if r.best != nil && (r.bestValue < r.last.Objective-1e-12*math.Abs(r.bestValue) || math.IsNaN(r.last.Objective)) {
			x, r.last.Objective = r.best, r.bestValue
		}
		return x, nil
	}
	return nil, errors.New("the solver ended without a reason")
}

// look takes notice of a state, and says why to stop there, "" to go on.
func (r *run) look(st state) solver.Status {
	p, s := r.p, &r.last
	if gap := s.Gap; gap >= 0 && !math.IsInf(gap, 1) && !math.IsNaN(s.Objective) {
		r.lower = math.Max(r.lower, s.Objective-gap)
	}
	if r.m.name == FISTA && s.Gap == s.Gap && s.Objective < r.bestValue {
		r.best, r.bestValue = st.X(r.best), s.Objective
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
	if r.close(gap, s, 1) && r.reached == 0 {
		r.reached = max(1, s.Iter)
	}
	limit := p.MaxIter
	if limit == 0 {
		limit = r.m.limit
	}
	switch done := r.reached > 0; {
	case done && (p.Penalty == NoPenalty || r.close(gap, s, polishShare) || s.Iter >= r.reached+max(polishLeast, r.reached/2)):
		return solver.Converged
	case s.Iter-r.gained >= r.m.patience || s.Iter >= limit:
		switch {
		case done:
			return solver.Converged
		case s.Iter >= limit:
			return solver.IterationLimit
		}
		return solver.Stalled
	}
	return ""
}

// close tells whether a gap, or a residual where there is none, is within a share of the tolerance, or there is nothing left to gain.
func (r *run) close(gap float64, s *solver.Progress, share float64) bool {
	tol := share * r.p.tolerance()
	if math.IsInf(r.lower, -1) && r.residual() {
		return s.Residual <= tol*r.slope
	}
	return gap <= tol*math.Abs(s.Objective) || r.nothing(s.Objective)
}

// nothing tells whether an objective is rounding of what it is at W = 0: the data are met exactly.
func (r *run) nothing(objective float64) bool { return objective <= 1e-15*r.zero }

// residual tells whether there is no gap to be had.
func (r *run) residual() bool { return r.m.name == NewtonCG && r.p.Mu == 0 }

// result is the model of a point.
func (r *run) result(lambda float64, x []float64) *LinearModel {
	p := r.p
	_, d := p.x.Dims()
	w := x[:d*p.k]
	if p.Loss == Hinge {
		out := p.model(w, x[d*p.k:])
		r.finish(out, lambda, nil, r.lastStatus)
		return out
	}
	if p.Penalty == Trace {
		w = r.sharpen(lambda, w)
	}
	out := p.model(w, r.matrix.UnpenalizedWeights(w))
	r.finish(out, lambda, w, r.lastStatus)
	return out
}

// sharpen is a proximal gradient step where it does not harm: singular values that are 0 in the solution become 0.
func (r *run) sharpen(lambda float64, w []float64) []float64 {
	l := r.matrix.Lipschitz()
	if !(l > 0) {
		return w
	}
	before := r.matrix.Objective(w)
	next := make([]float64, len(w))
	r.matrix.ValueGrad(next, w)
	floats.Scale(-1/l, next)
	floats.Add(next, w)
	r.p.regularizer(lambda).Prox(next, next, 1/l)
	if r.matrix.Objective(next) <= before {
		return next
	}
	return w
}

// finish says what is known of the solution w; objective and gap are computed anew there. It is nil for what only the solver can tell.
func (r *run) finish(out *LinearModel, lambda float64, w []float64, status solver.Status) {
	p := r.p
	out.Lambda, out.Mu, out.Status, out.Method, out.Why = lambda, p.Mu, status, r.m.name, r.m.why
	if p.Method != "" && p.Method != Auto {
		out.Why = "it was asked for"
	}
	if p.Penalty == NoPenalty {
		out.Lambda = 0
	}
	out.Objective, out.Iterations, out.Seconds, out.GapKind = r.last.Objective, r.last.Iter, r.last.Elapsed.Seconds(), DualityGap
	if w != nil {
		out.Objective = r.matrix.Objective(w)
	}
	if w != nil && !r.residual() {
		if gap := r.matrix.Gap(w); !math.IsInf(gap, 1) && !math.IsNaN(gap) {
			r.lower = math.Max(r.lower, out.Objective-gap)
		}
	}
	out.Gap = math.Max(0, out.Objective-r.lower)
	if math.IsInf(r.lower, -1) {
		out.Gap, out.GapKind = math.NaN(), NoGap
		if r.residual() {
			out.Gap, out.GapKind = r.last.Residual, Residual
		}
	}
	// what the solver calls close may not be, once computed anew; and what it was stopped on the way to may be
	near := out.GapKind == DualityGap && (out.Gap <= p.tolerance()*math.Abs(out.Objective) || r.nothing(out.Objective))
	switch {
	case near:
		out.Status = solver.Converged
	case out.GapKind == DualityGap && status == solver.Converged:
		out.Status = solver.Stalled
	}
	if p.Penalty == Trace {
		rank := rankOf(w, len(w)/p.k, p.k)
		out.Rank = &rank
	}
}

// rankZero is what singular values are 0 below, relative to the largest: rounding.
const rankZero = 1e-12

func rankOf(w []float64, d, k int) int {
	values := prox.TraceNorm{Rows: d, Cols: k}.SingularValues(w)
	rank := 0
	for rank < len(values) && values[rank] > rankZero*values[0] {
		rank++
	}
	return rank
}
