package solve

import (
	"context"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// A problem of many examples is begun at the solution for one in headEvery of them, where these are headLeast at least
// and headFrom times as many as features: its error is then that of a sample, and few passes over all are left.
const (
	headEvery = 16
	headLeast = 1000
	headFrom  = 20
	headTol   = 1e-4 // of the sample's problem
	headLimit = 30   // iterations on it
)

// headStart is where to begin: the solution on a sample of the examples, for Newton's methods on a smooth loss of one
// output; nil where that does not pay, or does not come about.
//
// Source: the error of a sample is that of statistics, and no more is asked of a start: Bottou, Bousquet, The Tradeoffs
// of Large Scale Learning, NIPS 2007.
func (r *run) headStart(ctx context.Context) []float64 {
	p, n := r.p, r.at.Examples
	count := n / headEvery
	_, entries := p.A.(linalg.Entries)
	l, ok := p.Loss.(loss.Smooth)
	if !ok || !entries || !r.m.FromSample || p.Outputs() > 1 || p.Penalty == nil && p.Mu == 0 ||
		count < max(headLeast, headFrom*r.at.Features) {
		return nil
	}
	rows := make([]int, count)
	for k := range rows {
		rows[k] = (k*n + n/2) / count
	}
	of := loss.Some(l, rows)
	if of == nil {
		return nil
	}
	some := solver.NewProblem(linalg.SelectRows(p.A, rows), of, r.problem.Penalty).WithRidge(p.Mu)
	if p.Unpenalized != nil {
		some = some.WithUnpenalized(linalg.ToDense(linalg.SelectColumns(p.Unpenalized, rows)))
	}
	if p.Penalty != nil {
		some = some.At(r.problem.Lambda)
	}
	for st, err := range r.m.Run(ctx, r.at, some, nil) {
		switch s := st.Report(); {
		case err != nil || s.Iter >= headLimit:
			return nil
		case s.Gap <= headTol*s.Objective:
			return st.X(nil)
		}
	}
	return nil
}
