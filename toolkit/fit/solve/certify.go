package solve

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
)

// zeroModel is the model of W = 0, where that is the solution.
func (r *run) zeroModel() *model.Linear {
	origin := make([]float64, r.problem.Dim())
	out := r.p.Model(origin, r.problem.UnpenalizedWeights(origin))
	r.residual = 0
	r.last.Objective, r.last.Iter = r.zero.objective, 0
	r.finish(out, origin, solver.Converged)
	out.Why = "λ is at least λ_max: W = 0 is the solution"
	if r.problem.WeakConvexity() > 0 {
		out.Why = "λ is at least λ_max: W = 0 is a local minimum"
	}
	return out
}

// result is the model of a point.
func (r *run) result(x []float64) *model.Linear {
	p := r.p
	w := x[:r.problem.Dim()]
	if !losses.Smooth(p.Loss) || r.fresh() {
		r.free = x[len(w):]
		out := p.Model(w, r.free)
		if !losses.Smooth(p.Loss) {
			w = nil
		}
		r.finish(out, w, r.status)
		return out
	}
	if r.lowRank() {
		w = r.sharpen(w)
	}
	out := p.Model(w, r.problem.UnpenalizedWeights(w))
	r.finish(out, w, r.status)
	return out
}

// fresh tells whether the last state has objective and gap of its point: interrupted before it began it has neither.
func (r *run) fresh() bool {
	return r.m.Fresh && !math.IsNaN(r.last.Objective) || r.sure() && r.p.Unpenalized == nil
}

// sure tells whether the last gap is as good as one that is computed anew, but for unpenalized weights at their best.
func (r *run) sure() bool { return r.m.FreshGap && r.last.Gap <= r.tol*math.Abs(r.last.Objective) }

// lowRank tells whether the penalty is the trace norm.
func (r *run) lowRank() bool {
	_, trace := r.p.Penalty.(lowrank.TraceNorm)
	return trace
}

// sharpen is a proximal gradient step where it does not harm: singular values that are 0 in the solution become 0.
func (r *run) sharpen(w []float64) []float64 {
	l := r.problem.Lipschitz()
	if !(l > 0) || math.IsInf(l, 1) {
		return w
	}
	before := r.problem.Objective(w)
	next := make([]float64, len(w))
	r.problem.ValueGrad(next, w)
	floats.Scale(-1/l, next)
	floats.Add(next, w)
	r.problem.Regularizer().Prox(next, next, 1/l)
	if r.problem.Objective(next) <= before {
		return next
	}
	return w
}

// finish says what is known of the solution w; objective and gap are computed anew there, unless the solver just did.
// It is nil for what only the solver can tell.
func (r *run) finish(out *model.Linear, w []float64, status solver.Status) {
	p := r.p
	out.Lambda, out.Mu, out.Status, out.Method, out.Why = r.lambda, p.Mu, status, r.m.Name, r.why
	if !r.at.Wanted.Free() {
		out.Why = Asked
	}
	if r.p.Penalty == nil || r.p.constraint() {
		out.Lambda = 0
	}
	out.Objective, out.Iterations, out.Seconds = r.last.Objective, r.earlier+r.last.Iter, r.last.Elapsed.Seconds()
	out.GapKind = model.DualityGap
	if w != nil && !r.fresh() {
		out.Objective = r.evaluated(w)
	}
	reporting := r.reporting(out, w)
	out.Gap = math.Max(0, out.Objective-r.lower) + reporting
	if out.Gap <= math.SmallestNonzeroFloat64 { // P is 0, and so is its bound
		out.Gap = 0
	}
	if math.IsInf(r.lower, -1) {
		out.Gap, out.GapKind = math.NaN(), model.NoGap
		if r.uncertified() {
			out.Gap, out.GapKind = r.residual, model.Residual
		}
		switch weak := r.problem.WeakConvexity() > 0; {
		case weak && losses.Smooth(p.Loss):
			out.GapKind = model.LocalMinimum
		case weak:
			out.GapKind = model.Stationary
		}
	}
	// what the solver calls close may not be, once computed anew; and what it was stopped on the way to may be
	near := out.GapKind == model.DualityGap && (out.Gap <= r.tol*math.Abs(out.Objective) || r.exact(out.Objective))
	switch {
	case near:
		out.Status = solver.Converged
	case out.GapKind == model.DualityGap:
		r.stalled(out, r.last.Rounding+reporting > out.Gap/2)
	}
	if r.lowRank() {
		if w == nil {
			w = out.Weights
		}
		rank := rankOf(w, len(w)/p.Outputs(), p.Outputs())
		out.Rank = &rank
	}
}

// stalled says so of what the solver took for close, and of what ended for rounding alone where nobody stopped it.
func (r *run) stalled(out *model.Linear, rounding bool) {
	ended := out.Status == solver.Stalled || out.Status == solver.IterationLimit
	if out.Status == solver.Converged || ended && rounding {
		out.Status = solver.Stalled
		if rounding {
			out.Why += model.ByRounding
		}
	}
}

// evaluated is the objective at w, from where there may be a better lower bound.
func (r *run) evaluated(w []float64) float64 {
	objective := r.problem.Objective(w)
	if !r.uncertified() && !r.sure() {
		if gap, _ := r.problem.Certify(w); solver.Finite(gap) {
			r.lower = math.Max(r.lower, objective-gap)
		}
	}
	return objective
}

// reporting is what the objective may rise by where the intercept, taken back to features and targets that are not
// centred, is rounded: half the curvature times the square, as the slopes sum up to 0, and the whole where slopes jump.
func (r *run) reporting(out *model.Linear, w []float64) float64 {
	return r.raising(w) + r.centring(out, w)
}

// centring is that of the intercept.
func (r *run) centring(out *model.Linear, w []float64) float64 {
	p := r.p
	off := p.Off(out)
	curvature := float64(p.Loss.Len()) * p.Loss.Curvature()
	switch {
	case off == 0:
		return 0
	case !math.IsInf(curvature, 1):
		return curvature / 2 * off * off
	case r.bends > 0:
		return r.bends * off * off // twice what it is at W, as it changes on the way
	}
	smooth, ok := losses.Scalar(p.Loss).(toolkit.TwiceDifferentiable)
	if !ok || w == nil || p.Outputs() > 1 {
		return off
	}
	for i, f := range r.predictions(w) {
		r.bends += losses.Scalar(p.Loss).Weight(i) * smooth.Second(i, f)
	}
	return r.bends * off * off
}

// predictions are those of one output.
func (r *run) predictions(w []float64) []float64 {
	out := make([]float64, r.p.Loss.Len())
	r.p.A.MulVec(out, w)
	free := r.free
	if free == nil {
		free = r.problem.UnpenalizedWeights(w)
	}
	for q, b := range free {
		floats.AddScaled(out, b, r.p.Unpenalized.Row(q))
	}
	return out
}

// raising is what the objective may change by where sums of weights and their means are rounded: by slopes times
// columns, and by the penalty, which an ulp of every weight is in twice at most.
func (r *run) raising(w []float64) float64 {
	p := r.p
	if p.Sets == nil || w == nil {
		return 0
	}
	gradient := make([]float64, len(w))
	r.problem.ValueGrad(gradient, w)
	var most float64
	for s, b := range r.problem.UnpenalizedWeights(w)[:len(p.Sets)] {
		for _, j := range p.Sets[s] {
			most = math.Max(most, math.Abs(b)+math.Abs(w[j]))
		}
	}
	ulps := make([]float64, len(w))
	floats.AddConst(0x1p-52*most, ulps)
	var change float64
	for j, u := range ulps {
		change += u * math.Abs(gradient[j])
		if j%2 == 1 { // the worst change of a penalty of differences
			ulps[j] = -u
		}
	}
	return change + r.problem.Lambda*r.problem.Penalty.Value(ulps)
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
