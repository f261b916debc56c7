package kernels

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/model/machine"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/decomposition"
)

// Decomposes tells whether a loss is learnt by decomposition where λ = 0.
func Decomposes(l toolkit.Loss) bool {
	_, ok := l.(decomposition.Tube)
	return ok
}

// single learns without a block norm.
func (c Machine) single(ctx context.Context, data Data) (*machine.Model, error) {
	if _, tube := c.Loss.(decomposition.Tube); tube && c.Lambda == 0 {
		return c.decompose(ctx, data)
	}
	return c.byFeatures(ctx, data)
}

// byFeatures learns a linear model on the features of the kernels, side by side.
func (c Machine) byFeatures(ctx context.Context, data Data) (*machine.Model, error) {
	grams := data.Grams
	if c.Lambda == 0 {
		grams = []toolkit.Gram{Sum(grams, nil)}
	}
	parts, err := factor(ctx, grams)
	if err != nil {
		return nil, err
	}
	x, groups := beside(parts)
	to := c.linear()
	if x.C == 0 { // kernels of zeros
		x, to.Mu = linalg.NewDense(x.R, 1, nil), 1
	} else if c.Lambda > 0 {
		to.Penalty, to.Lambda = needed(groups), c.Lambda
	}
	head, err := to.Fit(ctx, fit.Data{X: x, Y: data.Y, Weights: data.Weights, LabelNames: data.LabelNames})
	if head == nil {
		return nil, err
	}
	head.Mu = c.Mu
	k := head.Outputs
	alphas := make([]*linalg.Dense, len(data.Grams))
	for j := range alphas {
		of, at := parts[0], 0
		if c.Lambda > 0 {
			of = parts[j]
			if at = 0; len(groups[j]) > 0 {
				at = groups[j][0]
			}
		}
		alphas[j] = of.coefficients(head.Weights[at*k:(at+of.features.C)*k], k)
	}
	out, wrong := assemble(ctx, data.Grams, head, alphas, nil)
	return out, cmp.Or(err, wrong)
}

// decompose learns from columns of the sum of the kernels.
func (c Machine) decompose(ctx context.Context, data Data) (*machine.Model, error) {
	began := time.Now()
	head, of, err := c.bind(data)
	if err != nil {
		return nil, err
	}
	p, err := decomposition.NewProblem(Sum(data.Grams, nil), of, c.Mu, c.Intercept)
	if err != nil {
		return nil, err
	}
	c.Start = c.headStart(ctx, data, p)
	st, err := c.run(ctx, p, head)
	if st == nil {
		return nil, err
	}
	head.Objective, head.Gap = c.Mu*st.Objective, c.Mu*st.Gap
	head.Iterations, head.Seconds = st.Iter, time.Since(began).Seconds()
	if math.IsNaN(head.Gap) {
		head.GapKind = model.NoGap
	}
	if c.Intercept {
		head.Intercept = []float64{st.B}
	}
	out, wrong := expand(ctx, data, head, st)
	return out, cmp.Or(err, wrong)
}

// expand is the machine of what was decomposed. One kernel's ‖f‖² = Σ_i a_i f(x_i) needs no product once f is known.
func expand(ctx context.Context, data Data, head *model.Linear, st *decomposition.State) (*machine.Model, error) {
	a := linalg.NewDense(len(data.Y), 1, st.X(nil))
	var norms []float64
	if len(data.Grams) == 1 && head.Status == solver.Converged {
		norms = []float64{math.Sqrt(math.Max(0, linalg.Dot(a.Data, st.Values(nil))))}
	}
	alphas := slices.Repeat([]*linalg.Dense{a}, len(data.Grams))
	return assemble(context.WithoutCancel(ctx), data.Grams, head, alphas, norms)
}

// progress is the least that was seen of what falls, and for how many working sets nothing has fallen.
type progress struct {
	objective, gap, residual float64
	begun                    bool
	idle                     int
}

// ended tells that nothing has fallen for long: what is left is rounding.
func (p *progress) ended(st *decomposition.State) bool {
	const patience, part = 200, 1e-3
	if !p.begun {
		*p = progress{st.Objective, math.Inf(1), math.Inf(1), true, 0}
	}
	p.idle++
	if st.Objective < p.objective-1e-13*math.Abs(p.objective) {
		p.objective, p.idle = st.Objective, 0
	}
	if st.Gap < (1-part)*p.gap {
		p.gap, p.idle = st.Gap, 0
	}
	if st.Residual < (1-part)*p.residual {
		p.residual, p.idle = st.Residual, 0
	}
	return p.idle > patience
}

// run decomposes, to the gap or the limits, and says in head how it ended. The state is nil where there is none; the
// error beside one is the context's.
func (c Machine) run(ctx context.Context, p decomposition.Problem, head *model.Linear) (*decomposition.State, error) {
	tol := cmp.Or(c.Tol, 1e-6)
	m := decomposition.Method{Tol: tol, Bytes: c.Bytes, Start: c.Start}
	var last *decomposition.State
	var seen progress
	began := time.Now()
	for st, err := range m.Iterations(ctx, p) {
		if last = st; err != nil {
			head.Status = solver.Canceled
			if solver.Interrupted(ctx) != nil && st.Iter > 0 {
				return last, solver.Interrupted(ctx)
			}
			return nil, err
		}
		if c.Watch != nil {
			now := st.Progress
			now.Objective, now.Gap, now.Elapsed = c.Mu*now.Objective, c.Mu*now.Gap, time.Since(began)
			c.Watch(now)
		}
		switch {
		case st.Gap <= tol*math.Abs(st.Objective):
			head.Status = solver.Converged
		case st.Left() <= tol*math.Abs(st.Objective), seen.ended(st):
			head.Status, head.Why = solver.Stalled, head.Why+model.ByRounding
		case c.MaxIter > 0 && st.Iter >= c.MaxIter:
			head.Status = solver.IterationLimit
		case c.TimeLimit > 0 && time.Since(began) > c.TimeLimit:
			head.Status = solver.TimeLimited
		default:
			continue
		}
		break
	}
	return last, nil
}
