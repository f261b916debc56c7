package solve

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/composite"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// Reweighted is the local linear approximation of a penalty Σ_j g_j(|w_j|) of concave g_j, for losses with kinks,
//
//	w ← argmin Σ_i c_i ℓ_i(⟨a_i, w⟩ + ⟨f_i, b⟩) + Σ_j g_j'(|w_j before|) |w_j| + (μ/2)‖w‖²,
//
// where P falls with every lasso, as tangents of a concave function lie above it. Each is solved by composite.Method to
// a relative gap of 1e-9; the first, from w = 0, is the lasso itself. Residual is ‖g_j'(|w_j|) − g_j'(|w_j before|)‖
// over w_j ≠ 0, the length of a subgradient of P at w: at 0 the point is stationary.
//
// Source: Zou and Li, One-step Sparse Estimates in Nonconcave Penalized Likelihood Models, Ann. Statist. 2008,
// Theorem 1.
var Reweighted = &Method{
	Name: "reweighted-l1",
	Why:  "a loss with kinks and a concave penalty: few weighted lassos, each solved by splitting and Newton steps",
	Can: func(c *Case) string {
		_, concave := c.Penalty.(solver.WeaklyConvex)
		_, bent := c.Penalty.(coordinate.CurvedWeights)
		l := losses.Scalar(c.Loss)
		switch {
		case !concave || !bent:
			return "it is for concave penalties of single weights (solver.WeaklyConvex, coordinate.CurvedWeights)"
		case l == nil || !losses.Kinked(c.Loss) || !terms.Known(l):
			return "it is for losses with kinks and one prediction an example"
		case !c.Asked && !c.stationary():
			return "the ridge makes the problem convex: others end with a bound"
		}
		return ""
	},
	Run: func(ctx context.Context, c *Case, p *solver.Problem, start []float64) solver.Seq[state] {
		if p.WeakConvexity() == 0 { // at this λ
			return states(multipliersFor(c, start).Iterations(ctx, p))
		}
		return states(solver.Sequence(ctx, func() (*reweightedState, solver.Step, error) {
			s := newReweighted(c, p, start)
			return s, s.step, nil
		}))
	},
	Limit: 500, Patience: 20, Polish: 1, Fresh: true, Bytes: Composite.Bytes,
}

// A lasso is solved to a relative gap, or to where its iterations end; one that is not as close as loose leaves the
// residual unknown.
const (
	lassoGap    = 1e-9
	lassoLoose  = 1e-7
	mostOfLasso = 150
)

// reweightedState is the state after a lasso.
type reweightedState struct {
	solver.Progress
	p       *solver.Problem
	of      coordinate.CurvedWeights
	lasso   *split
	weights []float64
	w       []float64 // and the unpenalized ones
}

func newReweighted(c *Case, p *solver.Problem, start []float64) *reweightedState {
	s := &reweightedState{Progress: solver.Unknown(), p: p, weights: make([]float64, p.Dim())}
	s.of = p.Penalty.(coordinate.CurvedWeights) //nolint:errcheck // Can has asked
	at, q := *c, *p
	at.Penalty, at.Whole, q.Lambda = prox.L1{Lambda: 1, Weights: s.weights}, nil, 1
	s.lasso = newSplit(&at, &q)
	s.w = make([]float64, s.lasso.d+s.lasso.q)
	copy(s.w, start)
	return s
}

// X copies W and the unpenalized weights.
func (s *reweightedState) X(dst []float64) []float64 { return append(dst[:0], s.w...) }

// slopes are those of the penalty in sizes of weights, at 0 what they are near it.
func (s *reweightedState) slopes(dst, w []float64) {
	for j := range dst {
		dst[j], _ = s.of.DerivativesAt(j, math.Max(math.Abs(w[j]), math.SmallestNonzeroFloat64))
		dst[j] *= s.p.Lambda
	}
}

// step solves a lasso.
func (s *reweightedState) step(ctx context.Context) (objective float64, err error) {
	s.Iter++
	s.slopes(s.weights, s.w)
	var last *composite.State
	stop := solver.Any(solver.RelGap(lassoGap), solver.MaxIter(mostOfLasso))
	for st, err := range s.lasso.method(s.w).Iterations(ctx, s.lasso.problem) {
		if last = st; err != nil {
			return s.Objective, err
		}
		if stop(st.Report()) != "" {
			break
		}
	}
	s.w = splitState{last, s.lasso}.X(s.w)
	w, after := s.w[:s.p.Dim()], make([]float64, s.p.Dim())
	s.slopes(after, w)
	var left float64
	s.Objective = last.Objective + s.p.Lambda*s.p.Penalty.Value(w)
	for j, v := range w {
		s.Objective -= s.weights[j] * math.Abs(v)
		if v != 0 {
			left = math.Hypot(left, after[j]-s.weights[j])
		}
	}
	if s.Residual = solver.Known(left); !(last.Gap <= lassoLoose*math.Abs(last.Objective)) {
		s.Residual = math.NaN()
	}
	return s.Objective, nil
}

// steepness is the length of the slopes of a penalty near 0: what a residual is compared with where the loss has kinks.
func steepness(p *solver.Problem) float64 {
	s := reweightedState{p: p}
	var ok bool
	if s.of, ok = p.Penalty.(coordinate.CurvedWeights); !ok {
		return 0
	}
	slopes := make([]float64, p.Dim())
	s.slopes(slopes, make([]float64, p.Dim()))
	return floats.Norm(slopes, 2)
}
