package structures

import (
	"context"
	"math"
	"time"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit/structures/internal/groups"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/bundle"
	"github.com/proxlab/proxlab/toolkit/solver/risk"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// smooth minimizes P for the likelihood by L-BFGS, from the weights of the model, in the variables of groups.Prior: P
// is 1-strongly convex in them, and its gap ‖∇P‖²/2.
func (c RNA) smooth(ctx context.Context, m *model.RNA, f *bundle.Oracle, examples []rna.Example) error {
	begin := time.Now()
	prior := c.prior(m.Lambda, c.Strengths)
	v := prior.Variables(m.Weights)
	m.Weights = make([]float64, len(v))
	prior.Weights(m.Weights, v)
	observed, longest := groups.Counts(examples, len(v)), 0
	for _, e := range examples {
		longest = max(longest, len(e.X))
	}
	const memory = 6
	l := risk.LBFGS{Mu: 1, Memory: memory, Diagonal: make([]float64, len(v))}
	for k := range observed {
		observed[k] /= prior.Root[k]
		l.Diagonal[k] = 1 + observed[k]/prior.Root[k] // counts of rare events vary by as much as they are
	}
	// What is expected is by sums of positive numbers, as deep as a sequence is long and as long.
	rounding := 4 * float64(longest) * float64(longest+64) * 0x1p-53
	w := make([]float64, len(v))
	at := func(g, v []float64) (float64, error) {
		prior.Weights(w, v)
		loss, err := f.Subgradient(ctx, g, w)
		floats.Div(g, prior.Root)
		floats.Add(g, v)
		return loss + floats.Dot(v, v)/2, err
	}
	for st, err := range l.Descend(ctx, v, at) {
		prior.Weights(m.Weights, v)
		switch {
		case err != nil && context.Cause(ctx) != nil:
			m.Elapsed, m.Status = time.Since(begin), statusOf(err)
			return nil
		case err != nil:
			return err
		}
		norm := st.Residual
		norm += rounding * (norm + 2*floats.Norm(observed, 2) + 2*floats.Norm(v, 2))
		p := st.Progress
		p.Gap, p.Elapsed = solver.Known(norm*norm/2), time.Since(begin)
		c.watch(p, m.Lambda, notKnown)
		m.Objective, m.Gap, m.Iterations, m.Elapsed = p.Objective, p.Gap, p.Iter, p.Elapsed
		switch {
		case p.Gap <= c.Tol*p.Objective:
			m.Status = solver.Converged
			return nil
		case st.Iter > 0 && st.Step == 0:
			m.Status = solver.Stalled
			return nil
		case st.Iter == c.Calls:
			m.Status = solver.IterationLimit
			return nil
		}
	}
	return nil
}

// train minimizes P, from w where there is one and the loss is smooth. When the context ends, there are an error and
// the model so far.
func (c RNA) train(ctx context.Context, examples []rna.Example, w []float64, lambda float64) (*model.RNA, error) {
	m := &model.RNA{
		Loss: "hinge", Lambda: lambda, Decoder: c.Decoder, Gamma: c.Gamma, Examples: len(examples), Weights: w,
		Objective: math.NaN(), Gap: math.NaN(),
	}
	f, err := c.likelihood(examples)
	if err != nil {
		return nil, err
	}
	if c.CRF {
		m.Loss, m.Strengths = "crf", c.Strengths
		if err := c.smooth(ctx, m, f, examples); err != nil {
			return nil, err
		}
		return m, solver.Interrupted(ctx)
	}
	method := bundle.Stabilized{Config: bundle.Config{Lambda: lambda, Bounded: true, Start: c.start()}}
	seq := solver.Tee(method.Iterations(ctx, f), func(st *bundle.State) { c.watch(st.Progress, lambda, math.NaN()) })
	res, err := solver.Run(seq, solver.Any(solver.RelGap(c.Tol), solver.MaxIter(c.Calls)))
	if err != nil && solver.Interrupted(ctx) == nil {
		return nil, err
	}
	m.Weights, m.Objective, m.Gap = res.X, res.Objective, res.Gap
	m.Iterations, m.Elapsed, m.Status = res.Iter, res.Elapsed, res.Status
	return m, solver.Interrupted(ctx)
}
