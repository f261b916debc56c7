package fit

import (
	"context"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/bundle"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// smooth minimizes P for the likelihood by L-BFGS, from the weights of the model. P is λ-strongly convex, and its gap
// ‖∇P‖²/(2λ).
func (c RNA) smooth(ctx context.Context, m *model.RNA, f *bundle.Oracle, examples []rna.Example) error {
	begin := time.Now()
	if m.Weights = slices.Clone(m.Weights); m.Weights == nil {
		m.Weights = make([]float64, rna.Features)
	}
	observed, longest := make([]float64, rna.Features), 0
	for _, e := range examples {
		rna.Count(e.X, e.Y, func(feature int, count float64) { observed[feature] += count / float64(len(examples)) })
		longest = max(longest, len(e.X))
	}
	l := lbfgs{diagonal: make([]float64, rna.Features), most: c.Calls}
	for k, count := range observed { // counts of rare events vary by as much as they are
		l.diagonal[k] = m.Lambda + count
	}
	// What is expected is by sums of positive numbers, as deep as a sequence is long and as long.
	rounding := 4 * float64(longest) * float64(longest+64) * 0x1p-53
	p := solver.Unknown()
	l.stop = func(iter int, value float64, gradient []float64) bool {
		norm := floats.Norm(gradient, 2)
		norm += rounding * (norm + 2*floats.Norm(observed, 2) + 2*m.Lambda*floats.Norm(m.Weights, 2))
		p.Iter, p.Objective, p.Gap, p.Elapsed = iter, value, solver.Known(norm*norm/(2*m.Lambda)), time.Since(begin)
		c.watch(p, m.Lambda, notKnown)
		return p.Gap <= c.Tol*value
	}
	status, err := l.minimize(ctx, m.Weights, func(g, w []float64) (float64, error) {
		p.Evals++
		loss, err := f.Subgradient(ctx, g, w)
		floats.AddScaled(g, m.Lambda, w)
		return loss + m.Lambda/2*floats.Dot(w, w), err
	})
	m.Objective, m.Gap, m.Iterations, m.Elapsed, m.Status = p.Objective, p.Gap, p.Iter, time.Since(begin), status
	return err
}
