package coordinate

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// maxInnerSets bounds the working sets of a model's solution; innerRounding of its objective is what rounding hides in
// its gap.
const (
	maxInnerSets  = 20
	innerRounding = 1e-14
)

// minimum is that of a model, a quadratic and the penalty, to a gap, and the passes that took. Where the context ends
// it is the point so far.
func (p *descent) minimum(ctx context.Context, gap float64) (w []float64, passes float64, err error) {
	stop := solver.Any(solver.AbsGap(math.Max(gap, innerRounding*p.primal())), solver.MaxIter(maxInnerSets))
	w, before := append([]float64(nil), p.s.w...), math.Inf(1)
	seq := solver.Sequence(ctx, func() (*State, solver.Step, error) { return p.s, p.step, nil })
	for st, err := range seq {
		w = st.X(w)
		stalled := st.Gap > 0.9*before && st.Set == len(st.w) // all there is
		before = st.Gap
		if err != nil || stalled || stop(st.Report()) != "" {
			passes = st.Passes
			if err != nil && context.Cause(ctx) == nil {
				return nil, passes, err
			}
			break
		}
	}
	return w, passes, nil
}

// reducedKey is the key under which a problem keeps the reduction of a squared loss.
type reducedKey layoutKey

// A reduction is solved to a share of the gap, and given up where it does not make the gap smaller by another: columns
// are too nearly dependent for their Gram matrix, or there is no more to gain.
const (
	reducedShare = 1e-12
	reducedGain  = 0.5
)

// reducedStep goes to the minimum of the reduction, and finds the dual point there.
func (p *descent) reducedStep(ctx context.Context) (after float64, err error) {
	s, before := p.s, p.s.Gap
	slopes, gradient := make([]float64, p.b.n), make([]float64, len(p.b.columns))
	floats.MulTo(slopes, p.c, p.r)
	floats.Scale(-1, slopes)
	p.b.allProducts(gradient, slopes)
	w, passes, err := p.reduced.descent(s.w, gradient, p.lambda, p.mu).minimum(ctx, reducedShare*before)
	if err != nil {
		return s.Objective, err
	}
	s.Iter++
	s.Set = p.b.count()
	s.Passes += passes
	old, objective := append([]float64(nil), s.w...), s.Objective
	copy(s.w, w)
	p.certify()
	if !(s.Objective <= objective+solver.Slack*math.Abs(objective)) {
		copy(s.w, old)
		p.certify()
	}
	if !(s.Gap < reducedGain*before) {
		p.reduced = nil
	}
	return s.Objective, context.Cause(ctx)
}
