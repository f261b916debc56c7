package solver

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
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
	Progress
	W []float64
}

// X copies W to dst, or to a new slice where that is too short.
func (s *RescalingState) X(dst []float64) []float64 { return append(dst[:0], s.W...) }

// Iterations starts from W = 0. λ must be positive.
func (c IterativeRescaling) Iterations(ctx context.Context, x linalg.Map, loss toolkit.MultiOutput, lambda float64) Seq[*RescalingState] {
	return func(yield func(*RescalingState, error) bool) {
		_, d := x.Dims()
		s := &RescalingState{Progress: unknown(), W: make([]float64, d*loss.Outputs())}
		if !(lambda > 0) || math.IsInf(lambda, 1) {
			yield(s, fmt.Errorf("λ = %g: it must be positive and finite", lambda))
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
		r := &rescaling{c, NewMatrixProblem(x, loss, nil), lambda, d, loss.Outputs(), s, make([]float64, d*loss.Outputs())}
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
	p        *MatrixProblem
	lambda   float64
	d, k     int
	s        *RescalingState
	gradient []float64
}

func (r *rescaling) round(ctx context.Context, delta float64) error {
	root, inverse, ok := r.roots(delta) // D^½ and D^{−½}
	if !ok {
		return ErrDiverged
	}
	d, k := r.d, r.k
	times := func(dst []float64, a *mat.Dense, b []float64) {
		mat.NewDense(d, k, dst).Mul(a, mat.NewDense(d, k, b))
	}
	y, w := make([]float64, d*k), make([]float64, d*k)
	times(y, inverse, r.s.W)
	res, err := optimize.Minimize(optimize.Problem{
		Func: func(y []float64) float64 {
			r.s.Evals++
			times(w, root, y)
			return r.p.Value(w) + r.lambda/2*floats.Dot(y, y)
		},
		Grad: func(grad, y []float64) {
			times(w, root, y)
			r.p.ValueGrad(r.gradient, w)
			times(grad, root, r.gradient)
			floats.AddScaled(grad, r.lambda, y)
		},
		Status: func() (optimize.Status, error) {
			if context.Cause(ctx) != nil {
				return optimize.Failure, context.Cause(ctx)
			}
			return optimize.NotTerminated, nil
		},
	}, y, &optimize.Settings{MajorIterations: r.Inner, GradientThreshold: 1e-13 * r.lambda, Converger: optimize.NeverTerminate{}}, &optimize.LBFGS{})
	switch {
	case context.Cause(ctx) != nil:
		return context.Cause(ctx)
	case res == nil:
		return err
	case !finite(res.F):
		return ErrDiverged
	}
	times(r.s.W, root, res.X) // an error of the line search means that rounding allows no more
	r.s.Iter++
	r.s.Objective = r.p.Value(r.s.W) + r.lambda*r.traceNorm()
	if !finite(r.s.Objective) {
		return ErrDiverged
	}
	return nil
}

// roots are D^½ = (W Wᵀ + δI)^¼ and its inverse.
func (r *rescaling) roots(delta float64) (root, inverse *mat.Dense, ok bool) {
	w := mat.NewDense(r.d, r.k, r.s.W)
	var gram mat.SymDense
	gram.SymOuterK(1, w)
	var eigen mat.EigenSym
	if !eigen.Factorize(&gram, true) {
		return nil, nil, false
	}
	var q mat.Dense
	eigen.VectorsTo(&q)
	power := func(p float64) *mat.Dense {
		scaled := mat.DenseCopyOf(&q)
		for j, e := range eigen.Values(nil) {
			s := math.Pow(max(0, e)+delta, p)
			for i := range r.d {
				scaled.Set(i, j, scaled.At(i, j)*s)
			}
		}
		var out mat.Dense
		out.Mul(scaled, q.T())
		return &out
	}
	return power(0.25), power(-0.25), true
}

func (r *rescaling) traceNorm() float64 {
	var svd mat.SVD
	if !svd.Factorize(mat.NewDense(r.d, r.k, append([]float64(nil), r.s.W...)), mat.SVDNone) {
		return math.NaN()
	}
	return floats.Sum(svd.Values(nil))
}
