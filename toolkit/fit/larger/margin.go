package larger

import (
	"context"
	"errors"
	"math"
	"time"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/blocks"
)

// The smoothed hinge is given up for the examples next to the margin where the gap is such a share of the objective,
// or after so many passes without gain.
const (
	nearMargin  = 3e-3
	idleMargin  = 3
	leastKept   = 2000 // examples next to the margin, at least, and for each feature
	keptEach    = 10
	reducedTol  = 0.1 // share of the tolerance
	firstWidths = 8   // widths of the smoothing
	// features of an interior point, without and with an intercept, which no other method in memory knows
	mostDirect, mostWithIntercept = 2000, 5000
)

// fitMargin takes up a fit of a hinge where its smoothing gets it no further: pass for pass it keeps the examples
// next to the margin, and solves the problem that they make in memory. That is below the whole problem, and so its
// minimum, less its own gap, is a lower bound of P* (blocks.Reduced).
func (p *Prepared) fitMargin(
	ctx context.Context, problem *blocks.Problem, res solver.Result, width float64,
) (solver.Result, error) {
	most := max(leastKept, keptEach*p.d)
	if p.data.Memory > 0 {
		most = min(most, max(1, int(p.data.Memory/8/8/float64(p.d+1))))
	}
	stop, lower, begun := p.stop(idlePasses), res.Objective-res.Gap, res.Iter
	x, before, since := res.X, res.Elapsed, time.Now()
	for {
		r, err := problem.Reduce(ctx, x, p.state.Origin, width, most)
		if err != nil {
			return p.interrupted(ctx, res, err)
		}
		width = r.Width
		res.Iter++
		if worse := r.Objective >= res.Objective && res.Iter > begun+1; worse {
			x = between(res.X, x)
		} else {
			res.X, res.Objective = x, r.Objective
		}
		res.Gap = solver.Known(math.Max(0, res.Objective-lower) + 2*r.Rounding)
		res.Rounding, res.Elapsed = 2*r.Rounding, before+time.Since(since)
		p.state.Point = res.X
		p.state.Passes++
		p.keep()
		if p.Watch != nil {
			p.Watch(res.Progress)
		}
		if res.Status = stop(&res.Progress); res.Status != "" {
			return res, nil
		}
		next, bound, err := p.solveReduced(ctx, r)
		if err != nil {
			return p.interrupted(ctx, res, err)
		}
		if lower = math.Max(lower, bound); len(x) == len(next) && floats.Equal(x, res.X) {
			x = next
		}
	}
}

// between is half way from the best point to one that was too far.
func between(best, far []float64) []float64 {
	x := make([]float64, len(best))
	for j, v := range best {
		x[j] = (v + far[j]) / 2
	}
	return x
}

// interrupted is the best so far, where the context ended.
func (p *Prepared) interrupted(ctx context.Context, res solver.Result, err error) (solver.Result, error) {
	switch cause := context.Cause(ctx); {
	case cause == nil:
		return res, err
	case errors.Is(cause, context.DeadlineExceeded):
		res.Status = solver.TimeLimited
	default:
		res.Status = solver.Canceled
	}
	return res, nil
}

// solveReduced solves the problem of the examples next to the margin, and returns its solution with a lower bound of
// P*. Its weights are made to sum to 1, as a Linear has them: then μ and the objective are in those units.
func (p *Prepared) solveReduced(ctx context.Context, r *blocks.Reduced) (x []float64, lower float64, err error) {
	share := floats.Sum(r.Weights)
	c := fit.Linear{
		Loss: p.Loss, Mu: p.Mu / share, Intercept: p.Intercept, Tol: reducedTol * p.tolerance(), Seed: p.Seed, NoPolish: true,
	}
	if _, d := r.X.Dims(); d <= mostDirect || p.Intercept && d <= mostWithIntercept {
		c.Method = fit.InteriorPoint // which ends in the middle of all solutions: the next examples are of both classes
	}
	m, err := c.Fit(ctx, fit.Data{X: r.X, Y: r.Y, Weights: r.Weights})
	if err != nil {
		return nil, math.NaN(), err
	}
	x = append(append([]float64(nil), m.Weights...), m.Intercept...)
	if lower = share*(m.Objective-m.Gap) - r.Rounding; m.GapKind != model.DualityGap {
		lower = math.Inf(-1)
	}
	return x, lower, nil
}
