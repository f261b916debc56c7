package lowrank

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/internal/outputs"
)

// FactoredState is a d×k matrix W = Uᵀ V in factors: U has Rank rows of d numbers, V as many of k, one atom u vᵀ a row of each.
// Objective is Ψ(U, V) ≥ P(W), equal after a lift, and Gap bounds its distance to the minimum.
type State struct {
	solver.Progress
	Rank int
	U, V []float64
	d, k int
}

// NewFactoredState is a state to start from: U of r×d and V of r×k numbers, which it keeps. It panics where they do not go together.
func NewState(u, v []float64, d, k int) *State {
	if d < 1 || k < 1 || len(u)%d != 0 || len(v)%k != 0 || len(u)/d != len(v)/k {
		panic("solver: the factors do not go together")
	}
	return &State{Progress: solver.Unknown(), Rank: len(u) / d, U: u, V: v, d: d, k: k}
}

// LambdaMax is the least λ at which W = 0 minimizes Σ_i c_i ℓ_i(Wᵀx_i) + λ‖W‖_*: the spectral norm of the loss's gradient at 0; NaN
// where that is not finite.
func LambdaMax(x linalg.Map, loss toolkit.MultiOutput) float64 {
	_, d := x.Dims()
	f := newFactored(x, loss, 1, &State{d: d, k: loss.Outputs()})
	f.o.Slopes(f.slope, f.z)
	_, top, _ := f.pairs()
	return top
}

// Dims are d and k.
func (s *State) Dims() (d, k int) { return s.d, s.k }

// X forms W, row by row, in dst or in a new slice where that is too short.
func (s *State) X(dst []float64) []float64 {
	dst = linalg.Resize(dst, s.d*s.k)
	form(dst, s.U, s.V, s.d, s.k, s.Rank)
	return dst
}

// form is dst = Uᵀ V.
func form(dst, u, v []float64, d, k, r int) {
	t := make([]float64, d*r)
	linalg.Transpose(t, u, r, d)
	linalg.Gemm(dst, t, v, d, r, k, false)
}

// factored is a model W = Uᵀ V with the smooth function of its factors
//
//	Ψ(U, V) = Σ_i c_i ℓ_i + (λ/2)(‖U‖² + ‖V‖²) ≥ P(W),
//
// which is what methods on factors share. A point x of Ψ is U and then V.
type factored struct {
	x      linalg.Map
	o      *outputs.Loss
	lambda float64
	s      *State
	work   float64 // of a product with X and one vector

	z, slope, gradient []float64 // predictions and c_i∇ℓ_i, of the pattern; ∇, d×k
	w, xu, rv          []float64 // W and ∇ where they are formed, or X Uᵀ and slope·Vᵀ
	dual               float64   // the best lower bound of the minimum so far
}

func newFactored(x linalg.Map, loss toolkit.MultiOutput, lambda float64, s *State) *factored {
	n, d := x.Dims()
	if n != loss.Len() {
		panic("solver: the loss needs one example for each row of X")
	}
	o := outputs.New(loss)
	f := &factored{
		x: x, o: o, lambda: lambda, s: s, work: float64(n) * float64(d), dual: math.Inf(-1),
		z: make([]float64, o.Size()), slope: make([]float64, o.Size()), gradient: make([]float64, d*o.K),
	}
	if sparse, ok := x.(*linalg.CSR); ok {
		f.work = float64(len(sparse.Val))
	}
	return f
}

// checkLambda is the error of a λ that is not positive and finite.
func checkLambda(lambda float64) error {
	if !(lambda > 0) || math.IsInf(lambda, 1) {
		return fmt.Errorf("λ = %g: it must be positive and finite; for λ = 0 no rank is preferred", lambda)
	}
	return nil
}

// formed tells whether W and ∇ are cheaper to form than to go without, by the flops of a value and a gradient.
func (f *factored) formed() bool {
	r, size, dk := float64(f.s.Rank), float64(f.o.Size()), float64(f.s.d*f.s.k)
	blocks := size / float64(f.o.N)
	return 4*f.work*blocks+6*dk*r < (4*f.work+6*size)*r
}

// point is the current U and V as one slice.
func (f *factored) point() []float64 {
	return append(append(make([]float64, 0, len(f.s.U)+len(f.s.V)), f.s.U...), f.s.V...)
}

// place makes a point the current one.
func (f *factored) place(x []float64) {
	copy(f.s.U, x)
	copy(f.s.V, x[len(f.s.U):])
}

// value is Ψ(x); it leaves the slopes at x behind.
func (f *factored) value(x []float64) float64 {
	s := f.s
	u, v := x[:len(s.U)], x[len(s.U):]
	if f.formed() {
		f.w = linalg.Resize(f.w, s.d*s.k)
		form(f.w, u, v, s.d, s.k, s.Rank)
		f.o.Predict(f.z, f.x, f.w)
	} else {
		f.xu = linalg.Resize(f.xu, f.o.N*s.Rank)
		linalg.MulRows(f.xu, f.x, u, s.Rank)
		f.o.Combine(f.z, f.xu, v, s.Rank)
	}
	s.Evals++
	return f.o.Slopes(f.slope, f.z) + f.lambda/2*floats.Dot(x, x)
}

// grad writes ∇Ψ to dst at the point where value was called last: both parts, or only one where the other is not wanted.
func (f *factored) grad(dst, x []float64, wantU, wantV bool) {
	s, r := f.s, f.s.Rank
	u, v := x[:len(s.U)], x[len(s.U):]
	gu, gv := dst[:len(s.U)], dst[len(s.U):]
	if f.formed() {
		f.o.Gradient(f.gradient, f.x, f.slope)
		if wantU {
			linalg.Gemm(gu, v, f.gradient, r, s.k, s.d, true)
		}
		if wantV {
			linalg.Gemm(gv, u, f.gradient, r, s.d, s.k, false)
		}
	} else {
		if wantU {
			f.rv = linalg.Resize(f.rv, f.o.N*r)
			f.o.TimesRows(f.rv, f.slope, v, r)
			linalg.TransMulRows(gu, f.x, f.rv, r)
		}
		if wantV {
			f.o.TransTimes(gv, f.xu, f.slope, r)
		}
	}
	floats.AddScaled(dst, f.lambda, x)
}

// pairs forms ∇ from the slopes and returns its pairs of singular values above λ, and ‖∇‖₂; ok is false where there are none: of NaN.
func (f *factored) pairs() (pairs linalg.Pairs, top float64, ok bool) {
	f.o.Gradient(f.gradient, f.x, f.slope)
	pairs, top, ok = linalg.SingularPairs(f.gradient, f.s.d, f.s.k, f.lambda)
	f.s.Residual = max(0, top-f.lambda)
	return pairs, top, ok
}

// bound raises the lower bound of the minimum by the dual point −c_i∇ℓ_i, scaled into the ball of the spectral norm by ‖∇‖₂.
func (f *factored) bound(top float64) {
	f.dual = max(f.dual, f.o.Dual(f.slope, 1/max(1, top/f.lambda)))
}

// report fills in objective and gap.
func (f *factored) report(objective float64) error {
	f.s.Objective = objective
	f.s.Gap = max(0, objective-f.dual)
	if !solver.Finite(objective) {
		return solver.ErrDiverged
	}
	return nil
}

// look evaluates Ψ at the current factors, and the gap where it is wanted, and returns the pairs of ∇ above λ.
func (f *factored) look(gap bool) (pairs linalg.Pairs, err error) {
	objective := f.value(f.point())
	if !solver.Finite(objective) {
		return pairs, f.report(objective)
	}
	pairs, top, ok := f.pairs()
	if !ok {
		return pairs, solver.ErrDiverged
	}
	if gap || len(pairs.Values) == 0 {
		f.bound(top)
	}
	return pairs, f.report(objective)
}

// minimize runs steps of gonum's limited-memory BFGS and returns the best point; nil where there is none.
func minimize(ctx context.Context, p optimize.Problem, start []float64, steps int, threshold float64) ([]float64, error) {
	p.Status = func() (optimize.Status, error) {
		if context.Cause(ctx) != nil {
			return optimize.Failure, context.Cause(ctx)
		}
		return optimize.NotTerminated, nil
	}
	res, err := optimize.Minimize(p, start, &optimize.Settings{
		MajorIterations: steps, GradientThreshold: threshold, Converger: optimize.NeverTerminate{},
	}, &optimize.LBFGS{})
	switch {
	case context.Cause(ctx) != nil:
		return nil, context.Cause(ctx)
	case res == nil:
		return nil, fmt.Errorf("the local search could not begin: %w", err)
	case !solver.Finite(res.F):
		return nil, solver.ErrDiverged
	}
	return res.X, nil // an error of the line search means that rounding allows no more
}
