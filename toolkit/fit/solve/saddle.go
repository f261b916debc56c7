package solve

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// A point of a penalty that is not convex is looked at for a direction in which P curves downwards, among as many
// weights that are not 0, and left by it so many times at most. Curvatures below a share of the others' are rounding.
const (
	mostSaddles    = 20
	mostCurved     = 500
	mostByGradient = 100
	saddleRounding = 1e-9
	leastDeparture = 1e-7 // of the length of the weights
)

// descend goes on from saddles, where a method may end: one step along the direction in which P curves downwards most
// lowers it, and the method goes on from there.
//
// Source: Curtis, Robinson, Exploiting Negative Curvature in Deterministic and Stochastic Optimization, Math. Program.
// 2019, section 2.
func (r *run) descend(ctx context.Context, x []float64) (last *run, at []float64) {
	last = r
	for range mostSaddles {
		if last.status != solver.Converged {
			break
		}
		next := last.departure(x[:r.problem.Dim()])
		if next == nil {
			break
		}
		again := newRun(r.p, r.c, r.at, r.m, r.lambda)
		again.zero, again.earlier = r.zero, last.earlier+last.last.Iter
		y, err := again.follow(ctx, next)
		if err != nil {
			break
		}
		last, x = again, y
	}
	return last, x
}

// departure is a point lower than a saddle; nil where w is none, or that is not known.
func (r *run) departure(w []float64) []float64 {
	p := r.problem
	bent, ok := p.Penalty.(coordinate.CurvedWeights)
	if !ok || !(p.WeakConvexity() > 0) || !losses.Smooth(p.Loss) {
		return nil
	}
	var support []int
	for j, v := range w {
		if v != 0 {
			support = append(support, j)
		}
	}
	hessian, size := r.hessian(w, support)
	if hessian == nil {
		return nil
	}
	var most float64
	for k, j := range support {
		_, curvature := bent.DerivativesAt(j, w[j])
		most = math.Max(most, math.Abs(hessian[k*size+k]))
		hessian[k*size+k] += p.Lambda*curvature + p.Mu
	}
	values, vectors, ok := linalg.EigenSym(hessian, size)
	if !ok || !(values[size-1] < -saddleRounding*most) {
		return nil
	}
	direction := make([]float64, len(w))
	for k, j := range support {
		direction[j] = vectors[(size-1)*size+k]
	}
	before, next := p.Objective(w), make([]float64, len(w))
	enough := before - solver.Slack*math.Abs(before)
	for t := floats.Norm(w, 2); t > leastDeparture*floats.Norm(w, 2); t /= 2 {
		for _, sign := range []float64{1, -1} {
			if floats.AddScaledTo(next, w, sign*t, direction); p.Objective(next) < enough {
				return append(next, p.UnpenalizedWeights(next)...)
			}
		}
	}
	return nil
}

// hessian is that of the loss in some weights, and in those of unpenalized columns behind them, of size columns; nil
// where it is too large. Of losses that are no sums of one prediction an example each it is by differences of
// gradients, at the best unpenalized weights.
func (r *run) hessian(w []float64, support []int) (hessian []float64, size int) {
	p, count := r.problem, len(support)
	smooth, ok := losses.Scalar(p.Loss).(toolkit.TwiceDifferentiable)
	_, entries := p.A.(linalg.Entries)
	switch {
	case count == 0 || count > mostCurved:
		return nil, 0
	case ok && entries && p.Outputs() == 1:
		columns, h := linalg.SelectColumns(p.A, support), make([]float64, p.Loss.Len())
		if size = count; p.Unpenalized != nil {
			columns, size = linalg.Beside(columns, p.Unpenalized), count+p.Unpenalized.R
		}
		for i, f := range r.predictions(w) {
			h[i] = losses.Scalar(p.Loss).Weight(i) * smooth.Second(i, f)
		}
		return linalg.GramOfColumns(columns, h), size
	case count > mostByGradient:
		return nil, 0
	}
	hessian = make([]float64, count*count)
	up, down, at := make([]float64, len(w)), make([]float64, len(w)), append([]float64(nil), w...)
	for k, j := range support {
		step := 1e-5 * math.Abs(w[j])
		at[j] = w[j] + step
		p.ValueGrad(up, at)
		at[j] = w[j] - step
		p.ValueGrad(down, at)
		at[j] = w[j]
		for l, i := range support {
			half := (up[i] - down[i]) / (4 * step)
			hessian[k*count+l] += half
			hessian[l*count+k] += half
		}
	}
	return hessian, count
}
