package solve

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Certify says of given weights, and of those of the unpenalized columns behind them in x, what is known of an answer:
// out, a model that has them, gets the objective there, and a gap. Where the loss is smooth the dual point is that of
// their slopes; otherwise a lower bound takes a fit, from there, by whichever method the case has. The method is named
// in out, and iterations are those of the fit.
func (p *Problem) Certify(
	ctx context.Context, c Settings, at *Case, lambda float64, x []float64, out *model.Linear,
) error {
	m, err := at.Choose()
	if err != nil {
		return err
	}
	r := newRun(p, c, at, m, lambda)
	w, b := x[:r.problem.Dim()], x[r.problem.Dim():]
	out.Lambda, out.Mu, out.Method, out.Why = r.lambda, p.Mu, Given, "the weights were given"
	if p.Penalty == nil || p.constraint() {
		out.Lambda = 0
	}
	out.Objective, out.Gap, out.GapKind, out.Status = r.problem.ObjectiveAt(w, b), math.NaN(), model.NoGap, solver.Stalled
	lower := math.Inf(-1)
	switch {
	case r.problem.WeakConvexity() > 0:
		out.GapKind = model.LocalMinimum
	case losses.Smooth(p.Loss) && !r.uncertified():
		gap, rounding := r.problem.Certify(w)
		lower = r.problem.Objective(w) - gap - rounding
	}
	if math.IsInf(lower, -1) && r.problem.WeakConvexity() == 0 {
		found, err := p.Solve(ctx, c, at, lambda, x)
		if err != nil {
			return err
		}
		if out.Iterations, out.Seconds = found.Iterations, found.Seconds; found.GapKind == model.DualityGap {
			lower = found.Objective - found.Gap
		}
	}
	if !solver.Finite(lower) {
		return nil
	}
	out.GapKind, out.Gap = model.DualityGap, math.Max(0, out.Objective-lower)+r.centring(out, w)
	if out.Gap <= r.tol*math.Abs(out.Objective) {
		out.Status = solver.Converged
	}
	return nil
}

// Given is the method of weights that no method has found.
const Given = "given"
