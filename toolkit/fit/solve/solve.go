package solve

import (
	"context"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Solve solves a problem for one λ by a method for the case, from a point unless that is nil. When time is up it
// returns the best model so far, with its gap and why it ended as Status; when the context ends, that and an error.
func (p *Problem) Solve(
	ctx context.Context, c Settings, at *Case, lambda float64, start []float64,
) (*model.Linear, error) {
	m, err := at.Choose()
	if err != nil {
		return nil, err
	}
	r := newRun(p, c, at, at.inTurn(c, m, p.Problem), lambda)
	if losses.Smooth(p.Loss) {
		zero, err := p.origin()
		if err != nil {
			return nil, err
		}
		r.zero = *zero
		if r.solvedByZero(ctx) {
			return r.zeroModel(), solver.Interrupted(ctx)
		}
	} else if r.problem.WeakConvexity() > 0 {
		r.zero.slope = steepness(r.problem)
	}
	limited := ctx // by the settings, whose end is no error
	if c.TimeLimit > 0 {
		var stop context.CancelFunc
		limited, stop = context.WithTimeout(ctx, c.TimeLimit)
		defer stop()
	}
	if first, x := r.tried(limited, start); first != nil {
		return first.result(x), solver.Interrupted(ctx)
	}
	if start == nil {
		start = r.headStart(limited)
	}
	x, err := r.follow(limited, start)
	if err != nil {
		return nil, err
	}
	r, x = r.descend(ctx, x)
	out := r.result(x)
	if general, ok := r.handOver(out); ok {
		if x, err = general.follow(limited, x); err == nil {
			out = general.result(x)
		}
	}
	return out, solver.Interrupted(ctx)
}

// solvedByZero tells whether λ is at least λ_max, as far as that is known, and the gap at W = 0 says the same: it is
// computed, and no more than the tolerance or rounding.
func (r *run) solvedByZero(ctx context.Context) bool {
	if _, composed := r.p.Penalty.(toolkit.Composition); composed || r.p.Penalty == nil || r.p.ridgeOnly() != nil ||
		r.p.flatRidge() != nil {
		return false
	}
	if top, err := r.p.top(ctx); err != nil || !(r.lambda >= top.most) {
		return false
	}
	if r.uncertified() {
		return true
	}
	gap, rounding := r.problem.Certify(make([]float64, r.problem.Dim()))
	if !(gap-rounding <= r.tol*math.Abs(r.zero.objective)) {
		return false
	}
	r.lower = r.zero.objective - gap
	return true
}

// handOver is a run of FISTA that goes on where a quicker method has stalled far from the tolerance, as methods that
// trust second derivatives may where these jump; ok is false where there is no need of one, as where the solver was
// done and rounding forbids to say so, or no such run.
func (r *run) handOver(out *model.Linear) (general *run, ok bool) {
	stalled := out.Status == solver.Stalled && r.reached == 0 && out.Gap > handOverGap*math.Abs(out.Objective)
	if !stalled || !r.at.Wanted.Free() || r.m == FISTA || r.at.why(FISTA) != "" {
		return nil, false
	}
	general = newRun(r.p, r.c, r.at, FISTA, r.lambda)
	general.zero = r.zero
	general.why = fmt.Sprintf("%s stalled at a gap of %.1e, and it went on from there", r.m.Name, out.Gap)
	return general, true
}

// handOverGap is the relative gap up to which rounding, and not the method, may be what a solver stalls at.
const handOverGap = 1e-8
