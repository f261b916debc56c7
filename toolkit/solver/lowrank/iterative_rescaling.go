package lowrank

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// IterativeRescaling minimizes P(W) = Σ_i c_i ℓ_i(Wᵀx_i) + λ‖W‖_* over d×k matrices by a sequence of ridge problems: with
// D = (W Wᵀ + δI)^½ at the W before, a round minimizes
//
//	Σ_i c_i ℓ_i + (λ/2) tr(Wᵀ D⁻¹ W),
//
// by limited-memory BFGS on D^{−½}W, and then shrinks δ. It never arrives at a low rank exactly, and slows down where singular
// values should vanish: a rival for comparison, for smooth losses.
//
// Source: Argyriou, Evgeniou, Pontil, Convex Multi-Task Feature Learning, Machine Learning 2008, Algorithm 1; as compared in Dudik,
// Harchaoui, Malick, AISTATS 2012, appendix C, with its factors ½ put in.
type IterativeRescaling struct {
	// Delta is the first δ; 0 for 1. Shrink multiplies it after every round; 0 for ½.
	Delta, Shrink float64
	// Inner is the number of quasi-Newton steps in a round; 0 for 50.
	Inner int
}

// RescalingState is the state after a round. Objective is P(W), with the true trace norm; Gap is not known.
type RescalingState struct {
	solver.Progress
	W []float64
}

// X copies W to dst, or to a new slice where that is too short.
func (s *RescalingState) X(dst []float64) []float64 { return append(dst[:0], s.W...) }

// Iterations starts from W = 0. λ must be positive.
func (c IterativeRescaling) Iterations(ctx context.Context, x linalg.Map, loss toolkit.MultiOutput, lambda float64) solver.Seq[*RescalingState] {
	return func(yield func(*RescalingState, error) bool) {
		_, d := x.Dims()
		s := &RescalingState{Progress: solver.Unknown(), W: make([]float64, d*loss.Outputs())}
		if err := checkLambda(lambda); err != nil {
			yield(s, err)
			return
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
		r := &rescaling{c, solver.NewProblem(x, loss, nil), lambda, d, loss.Outputs(), s, make([]float64, d*loss.Outputs())}
		for delta := c.Delta; ; delta *= c.Shrink {
			err := context.Cause(ctx)
			if err == nil {
				err = r.round(ctx, delta)
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

type rescaling struct {
	IterativeRescaling
	p        *solver.Problem
	lambda   float64
	d, k     int
	s        *RescalingState
	gradient []float64
}

func (r *rescaling) round(ctx context.Context, delta float64) error {
	pairs, ok := decompose(r.s.W, r.d, r.k)
	if !ok {
		return solver.ErrDiverged
	}
	// times multiplies by a power of W Wᵀ + δI, which is δ^p but on the singular vectors of W
	left, rank := pairs.Left, len(pairs.Values)
	right := make([]float64, len(left))
	linalg.Transpose(right, left, rank, r.d)
	part := make([]float64, rank*r.k)
	times := func(dst []float64, p float64, b []float64) {
		linalg.Gemm(part, left, b, rank, r.d, r.k, false)
		rest := math.Pow(delta, p)
		for j, s := range pairs.Values {
			floats.Scale(math.Pow(s*s+delta, p)-rest, part[j*r.k:(j+1)*r.k])
		}
		linalg.Gemm(dst, right, part, r.d, rank, r.k, false)
		floats.AddScaled(dst, rest, b)
	}
	y, w := make([]float64, r.d*r.k), make([]float64, r.d*r.k)
	times(y, -0.25, r.s.W)
	best, err := minimize(ctx, optimize.Problem{
		Func: func(y []float64) float64 {
			r.s.Evals++
			times(w, 0.25, y)
			return r.p.Value(w) + r.lambda/2*floats.Dot(y, y)
		},
		Grad: func(grad, y []float64) {
			times(w, 0.25, y)
			r.p.ValueGrad(r.gradient, w)
			times(grad, 0.25, r.gradient)
			floats.AddScaled(grad, r.lambda, y)
		},
	}, y, r.Inner, 1e-13*r.lambda)
	if err != nil {
		return err
	}
	times(r.s.W, 0.25, best)
	r.s.Iter++
	r.s.Objective = r.p.Value(r.s.W) + r.lambda*r.traceNorm()
	if !solver.Finite(r.s.Objective) {
		return solver.ErrDiverged
	}
	return nil
}

func (r *rescaling) traceNorm() float64 {
	p, _, ok := linalg.SingularPairs(r.s.W, r.d, r.k, 0)
	if !ok {
		return math.NaN()
	}
	return floats.Sum(p.Values)
}
