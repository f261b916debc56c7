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

// FactoredState is the state after a round: W = U Vᵀ, U of d×Rank and V of k×Rank numbers, row by row. Objective is Ψ, which is
// P(W) after the lift up to the local search, and Gap bounds its distance to the minimum.
type FactoredState struct {
	Progress
	Rank int
	U, V []float64
	d, k int
}

// X forms W, row by row, in dst or in a new slice where that is too short.
func (s *FactoredState) X(dst []float64) []float64 {
	if cap(dst) < s.d*s.k {
		dst = make([]float64, s.d*s.k)
	}
	dst = dst[:s.d*s.k]
	product(dst, s.U, s.V, s.d, s.k, s.Rank)
	return dst
}

// product is dst = A Bᵀ for A of r×inner and B of c×inner numbers.
func product(dst, a, b []float64, r, c, inner int) {
	if inner == 0 {
		clear(dst)
		return
	}
	mat.NewDense(r, c, dst).Mul(mat.NewDense(r, inner, a), mat.NewDense(c, inner, b).T())
}

// factoredDescent is a model W = U Vᵀ with what methods on its factors share.
type factoredDescent struct {
	FactoredDescent
	x      linalg.Map
	loss   toolkit.MultiOutput
	lambda float64
	s      *FactoredState
	n      int

	z, slope, gradient []float64 // predictions and c_i∇ℓ_i, n×k; ∇, d×k
	xu, rv             []float64 // X U and slope·V, n×rank
	at, grad           []float64 // where Ψ was last evaluated, (U, V), and its gradient there
	value              float64
	pairs              *mat.SVD // of the gradient at the factors, thin; nil where there is none: of NaN
}

func newFactoredDescent(c FactoredDescent, x linalg.Map, loss toolkit.MultiOutput, lambda float64, s *FactoredState) *factoredDescent {
	n, _ := x.Dims()
	if c.Inner == 0 {
		c.Inner = 50
	}
	if full := min(s.d, s.k); c.Pairs == 0 || c.Pairs > full {
		c.Pairs = full
	}
	return &factoredDescent{
		FactoredDescent: c, x: x, loss: loss, lambda: lambda, s: s, n: n,
		z: make([]float64, n*s.k), slope: make([]float64, n*s.k), gradient: make([]float64, s.d*s.k),
	}
}

// predict fills z = X U Vᵀ.
func (f *factoredDescent) predict() {
	r := f.s.Rank
	f.xu = resized(f.xu, f.n*r)
	if r > 0 {
		linalg.MulMat(f.xu, f.x, f.s.U, r)
	}
	product(f.z, f.xu, f.s.V, f.n, f.s.k, r)
}

func resized(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}

// losses fills the slopes at z and returns Σ c_i ℓ_i.
func (f *factoredDescent) losses() float64 {
	f.s.Evals++
	return slopesOf(f.loss, f.slope, f.z)
}

// finish counts a round and looks at where it ended.
func (f *factoredDescent) finish() error {
	f.s.Iter++
	f.look()
	if !finite(f.s.Objective) {
		return ErrDiverged
	}
	return nil
}

// look evaluates Ψ at the factors, the pairs of singular vectors of the gradient, and the gap Ψ − D, with the dual point −c_i∇ℓ_i
// scaled into the ball of the spectral norm.
func (f *factoredDescent) look() {
	s := f.s
	f.predict()
	s.Objective = f.losses() + f.lambda/2*(floats.Dot(s.U, s.U)+floats.Dot(s.V, s.V))
	linalg.MulTransMat(f.gradient, f.x, f.slope, s.k)
	f.pairs = new(mat.SVD)
	if !finite(s.Objective) || !f.pairs.Factorize(mat.NewDense(s.d, s.k, f.gradient), mat.SVDThin) {
		f.pairs, s.Gap = nil, math.Inf(1)
		return
	}
	top := f.pairs.Values(nil)[0]
	s.Residual = max(0, top-f.lambda)
	s.Gap = max(0, s.Objective-dualOf(f.loss, f.slope, 1/max(1, top/f.lambda)))
}

// evaluate computes Ψ and its gradient at the factors x, once for a point.
func (f *factoredDescent) evaluate(x []float64) {
	if f.at != nil && floats.Equal(f.at, x) {
		return
	}
	s := f.s
	f.at = append(f.at[:0], x...)
	copy(s.U, x[:len(s.U)])
	copy(s.V, x[len(s.U):])
	f.predict()
	f.value = f.losses() + f.lambda/2*floats.Dot(x, x)
	f.grad = resized(f.grad, len(x))
	f.rv = resized(f.rv, f.n*s.Rank)
	mat.NewDense(f.n, s.Rank, f.rv).Mul(mat.NewDense(f.n, s.k, f.slope), mat.NewDense(s.k, s.Rank, s.V))
	linalg.MulTransMat(f.grad[:len(s.U)], f.x, f.rv, s.Rank)
	mat.NewDense(s.k, s.Rank, f.grad[len(s.U):]).Mul(mat.NewDense(f.n, s.k, f.slope).T(), mat.NewDense(f.n, s.Rank, f.xu))
	floats.AddScaled(f.grad, f.lambda, x)
}

// quasiNewton runs Inner steps of limited-memory BFGS and returns the best point; nil where there is none.
func (f *factoredDescent) quasiNewton(ctx context.Context, p optimize.Problem, start []float64) ([]float64, error) {
	p.Status = func() (optimize.Status, error) {
		if context.Cause(ctx) != nil {
			return optimize.Failure, context.Cause(ctx)
		}
		return optimize.NotTerminated, nil
	}
	res, err := optimize.Minimize(p, start, &optimize.Settings{
		MajorIterations: f.Inner, GradientThreshold: 1e-14 * f.lambda, Converger: optimize.NeverTerminate{},
	}, &optimize.LBFGS{})
	switch {
	case context.Cause(ctx) != nil:
		return nil, context.Cause(ctx)
	case res == nil:
		return nil, fmt.Errorf("the local search could not begin: %w", err)
	case !finite(res.F):
		return nil, ErrDiverged
	}
	return res.X, nil // an error of the line search means that rounding allows no more
}
