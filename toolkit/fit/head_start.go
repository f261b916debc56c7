package fit

import (
	"context"

	"github.com/proxlab/proxlab/toolkit"
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
	p := r.p
	count := p.n / headEvery
	_, entries := p.x.(linalg.Entries)
	l, ok := p.loss.(toolkit.Separable)
	if !ok || !entries || !r.m.FromSample || p.k > 1 || p.penalty == nil && p.Mu == 0 || count < max(headLeast, headFrom*p.d) {
		return nil
	}
	second, ok := p.loss.(toolkit.TwiceDifferentiable)
	if !ok {
		return nil
	}
	s := sample{l, second, make([]int, count), 0}
	for k := range s.rows {
		s.rows[k] = (k*p.n + p.n/2) / count
		s.total += l.Weight(s.rows[k])
	}
	if !(s.total > 0) {
		return nil
	}
	var of toolkit.Loss = s
	if l, ok := p.loss.(loss.Parted); ok {
		of = l.Part(s.rows)
	}
	problem := solver.NewProblem(linalg.SelectRows(p.x, s.rows), of, r.problem.Penalty).WithRidge(p.Mu)
	problem = problem.WithUnpenalized(s.columns(p.unpenalized))
	if p.penalty != nil {
		problem = problem.At(r.problem.Lambda)
	}
	for st, err := range r.m.Run(ctx, r.at, problem, nil) {
		switch s := st.Report(); {
		case err != nil || s.Iter >= headLimit:
			return nil
		case s.Gap <= headTol*s.Objective:
			return st.X(nil)
		}
	}
	return nil
}

// sample is a loss on some of its examples, whose weights sum to 1.
type sample struct {
	toolkit.Separable
	second toolkit.TwiceDifferentiable
	rows   []int
	total  float64
}

// Len is the number of examples.
func (s sample) Len() int { return len(s.rows) }

// Weight is c_i.
func (s sample) Weight(i int) float64 { return s.Separable.Weight(s.rows[i]) / s.total }

// At is ℓ_i and its derivative.
func (s sample) At(i int, f float64) (value, slope float64) { return s.Separable.At(s.rows[i], f) }

// Conjugate is ℓ_i*.
func (s sample) Conjugate(i int, u float64) float64 { return s.Separable.Conjugate(s.rows[i], u) }

// Second is ℓ_i”.
func (s sample) Second(i int, f float64) float64 { return s.second.Second(s.rows[i], f) }

// Curvature bounds c_i ℓ_i”.
func (s sample) Curvature() float64 { return s.Separable.Curvature() / s.total }

// columns are those entries of columns that are given as rows; nil of nil.
func (s sample) columns(of *linalg.Dense) *linalg.Dense {
	if of == nil {
		return nil
	}
	out := linalg.NewDense(of.R, len(s.rows), nil)
	for q := range of.R {
		copy(out.Row(q), selected(of.Row(q), s.rows))
	}
	return out
}
