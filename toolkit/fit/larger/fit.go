package larger

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/blocks"
)

// Fit solves for Linear.Lambda by passes over the blocks. When time is up it returns the best model so far, and when
// the context ends an error beside it: see fit.Linear.Fit.
func (p *Prepared) Fit(ctx context.Context) (*model.Linear, error) {
	if p.Penalty != nil {
		if err := check.Lambda(p.Lambda); err != nil {
			return nil, err
		}
	}
	callers := ctx
	if p.TimeLimit > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, p.TimeLimit)
		defer stop()
	}
	if len(p.state.Point) == 0 {
		start, err := p.sample(ctx)
		if err != nil && context.Cause(ctx) == nil {
			return nil, err
		}
		p.state.Point = start
	}
	problem := p.problem(p.Lambda)
	begin := blocks.Newton{Origin: p.state.Origin, Start: p.state.Point, Most: p.mostFeatures()}
	columns, smoothing := p.d*p.k, 0.
	seq := solver.Tee(begin.Iterations(ctx, problem), func(s *blocks.State) {
		columns, smoothing, p.held = s.Columns, s.Smoothing, s.Held
		p.watch(s)
	})
	stop := p.stop(idlePasses)
	if p.kinks {
		stop = solver.Any(solver.RelGap(p.tolerance()), solver.RelGap(nearMargin), p.stop(idleMargin))
	}
	res, err := solver.Run(seq, stop)
	reached := res.Gap <= p.tolerance()*math.Abs(res.Objective)
	if p.kinks && err == nil && !reached && (res.Status == solver.Converged || res.Status == solver.Stalled) {
		res, err = p.fitMargin(ctx, problem, res, firstWidths*smoothing)
	}
	ended := solver.Interrupted(ctx)
	if err != nil && ended == nil {
		return nil, fmt.Errorf("%s: %w", Method, err)
	}
	if len(res.X) == 0 { // not a single pass
		res.X = p.first()
	}
	out := p.model(res.X)
	out.Objective, out.Gap, out.Status = res.Objective, res.Gap, res.Status
	out.Iterations, out.Seconds, out.Lambda = res.Iter, res.Elapsed.Seconds(), problem.Lambda
	if columns < p.d*p.k && ended == nil {
		if err := p.certify(ctx, problem, res, out); err != nil {
			return nil, err
		}
	}
	if out.Gap += p.reporting(out); math.IsNaN(out.Gap) {
		out.GapKind = model.NoGap
	}
	return out, solver.Interrupted(callers)
}

// first is the point before any pass.
func (p *Prepared) first() []float64 {
	if len(p.state.Point) > 0 {
		return p.state.Point
	}
	return append(make([]float64, p.d*p.k), p.state.Origin.Intercept...)
}

// sample is the solution of a part of the blocks: a start that saves passes over all.
func (p *Prepared) sample(ctx context.Context) ([]float64, error) {
	if p.source.Blocks() < 2*sampleParts {
		return nil, nil
	}
	part, err := blocks.NewEvery(ctx, p.data.Source, sampleParts) // which may know how many rows blocks have
	if err != nil {
		return nil, err
	}
	part.Source = p.examples()
	problem := p.problem(p.Lambda)
	problem.A = part
	origin, err := problem.Origin(ctx)
	if errors.Is(err, blocks.ErrClass) {
		return nil, nil // of the part
	}
	if err != nil {
		return nil, err
	}
	begin := blocks.Newton{Origin: origin, Most: p.mostFeatures()}
	stop := solver.Any(solver.RelGap(sampleTol), solver.MaxIter(samplePass))
	res, err := solver.Run(begin.Iterations(ctx, problem), stop)
	if err != nil || len(res.X) == 0 {
		return nil, err
	}
	return res.X, nil
}

func (p *Prepared) watch(s *blocks.State) {
	if x := s.X(nil); len(x) > 0 && solver.Finite(s.Objective) {
		p.state.Point = x
		p.state.Passes++
		p.keep()
	}
	if p.Watch != nil {
		p.Watch(s.Progress)
	}
}

// certify takes the last pass, over all columns: those that were left out on the way are in the gap too.
func (p *Prepared) certify(
	ctx context.Context, problem *blocks.Problem, res solver.Result, out *model.Linear,
) error {
	objective, gap, err := problem.Certificate(ctx, res.X, p.state.Origin)
	switch {
	case err != nil && context.Cause(ctx) != nil:
		return nil // the gap of the columns that are left holds for all: see blocks.Newton
	case err != nil:
		return err
	}
	out.Objective, out.Gap, out.Iterations = objective, math.Min(gap, res.Gap), out.Iterations+1
	return nil
}
