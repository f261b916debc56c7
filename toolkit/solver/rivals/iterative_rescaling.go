package rivals

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
)

// IterativeRescaling (IR) minimizes P(W) = Σ_i c_i ℓ_i(Wᵀa_i) + λ‖W‖_* over d×k matrices by a sequence of ridge
// problems:
//
//	W = 0, δ = Delta
//	repeat
//	    D = (W Wᵀ + δI)^½
//	    W = argmin_W Σ_i c_i ℓ_i(Wᵀa_i) + (λ/2) tr(Wᵀ D⁻¹ W)    by steps of limited-memory BFGS on D^{−½} W
//	    δ = Shrink · δ
//
// It never arrives at a low rank exactly, and slows down where singular values should vanish: a rival for comparison,
// for smooth losses. As δ halves the space that W spans stops turning: objectives have ended 1e-7 to 1e-4 above the
// minimum, however long it went on.
//
// Source: Argyriou, Evgeniou, Pontil, Convex Multi-Task Feature Learning, Machine Learning 2008, Algorithm 1; as
// compared in Dudik, Harchaoui, Malick, AISTATS 2012, appendix C, with its factors ½ put in.
type IterativeRescaling struct {
	// Delta is the first δ; 0 for 1. Shrink multiplies it after every iteration; 0 for ½.
	Delta, Shrink float64
	// Inner is the number of quasi-Newton steps in an iteration; 0 for 50.
	Inner int
}

// RescalingState is the state after an iteration. Objective is P(W), with the true trace norm; Gap is not known.
type RescalingState struct {
	solver.Progress
	W []float64
}

// X copies W to dst, or to a new slice where that is too short.
func (s *RescalingState) X(dst []float64) []float64 { return append(dst[:0], s.W...) }

// Iterations starts from W = 0. The penalty must be a TraceNorm, λ positive, the loss smooth, and the problem without
// ridge and unpenalized columns.
func (c IterativeRescaling) Iterations(ctx context.Context, p *solver.Problem) solver.Seq[*RescalingState] {
	return solver.Sequence(ctx, func() (*RescalingState, solver.Step, error) {
		s := &RescalingState{Progress: solver.Unknown(), W: make([]float64, p.Dim())}
		lambda, err := lowrank.Strength(p, "iterative rescaling")
		if err != nil {
			return s, nil, err
		}
		if c.Delta == 0 {
			c.Delta = 1
		}
		if c.Shrink == 0 {
			c.Shrink = 0.5
		}
		if c.Inner == 0 {
			c.Inner = 50
		}
		_, d := p.A.Dims()
		r := &rescaling{IterativeRescaling: c, p: p, lambda: lambda, d: d, k: p.Outputs(), s: s, delta: c.Delta}
		return s, r.step, nil
	})
}

type rescaling struct {
	IterativeRescaling
	p      *solver.Problem
	lambda float64
	d, k   int
	s      *RescalingState
	delta  float64
}

func (r *rescaling) step(ctx context.Context) (objective float64, err error) {
	pairs, ok := lowrank.SingularPairs(r.s.W, r.d, r.k)
	if !ok {
		return 0, solver.ErrDiverged
	}
	gram := newShiftedGram(pairs, r.d, r.k, r.delta)
	y, w, gradient := make([]float64, r.d*r.k), make([]float64, r.d*r.k), make([]float64, r.d*r.k)
	gram.times(y, -0.25, r.s.W)
	best, err := quasiNewton(ctx, optimize.Problem{
		Func: func(y []float64) float64 {
			r.s.Evals++
			gram.times(w, 0.25, y)
			return r.p.Value(w) + r.lambda/2*floats.Dot(y, y)
		},
		Grad: func(grad, y []float64) {
			gram.times(w, 0.25, y)
			r.p.ValueGrad(gradient, w)
			gram.times(grad, 0.25, gradient)
			floats.AddScaled(grad, r.lambda, y)
		},
	}, y, r.Inner, 1e-13*r.lambda)
	if err != nil {
		return 0, err
	}
	gram.times(r.s.W, 0.25, best)
	r.delta *= r.Shrink
	r.s.Iter++
	r.s.Objective = r.p.Value(r.s.W) + r.lambda*r.traceNorm()
	return r.s.Objective, nil
}

func (r *rescaling) traceNorm() float64 {
	p, _, ok := linalg.SingularPairs(r.s.W, r.d, r.k, 0)
	if !ok {
		return math.NaN()
	}
	return floats.Sum(p.Values)
}

// shiftedGram is D² = W Wᵀ + δI, whose powers are those of δ but on the singular vectors of W.
type shiftedGram struct {
	values, left, right, part []float64 // σ_j; left singular vectors as rows, and as columns
	d, k                      int
	delta                     float64
}

func newShiftedGram(w linalg.Pairs, d, k int, delta float64) *shiftedGram {
	rank := len(w.Values)
	g := &shiftedGram{
		values: w.Values, left: w.Left, right: make([]float64, len(w.Left)), part: make([]float64, rank*k),
		d: d, k: k, delta: delta,
	}
	linalg.Transpose(g.right, w.Left, rank, d)
	return g
}

// times is dst = (W Wᵀ + δI)^power B: D^½ for a quarter, D^{−½} for minus a quarter.
func (g *shiftedGram) times(dst []float64, power float64, b []float64) {
	rank := len(g.values)
	linalg.Gemm(g.part, g.left, b, rank, g.d, g.k, false)
	rest := math.Pow(g.delta, power)
	for j, s := range g.values {
		floats.Scale(math.Pow(s*s+g.delta, power)-rest, g.part[j*g.k:(j+1)*g.k])
	}
	linalg.Gemm(dst, g.right, g.part, g.d, rank, g.k, false)
	floats.AddScaled(dst, rest, b)
}
