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

// FactoredDescent minimizes P(W) = Σ_i c_i ℓ_i(Wᵀx_i) + λ‖W‖_* over d×k matrices W = U Vᵀ of the rank that is needed: generalized
// conditional gradient with local search. A round
//
//   - adds all pairs of singular vectors of −∇ with singular values above λ, weighted by what they are above it, with a step by
//     line search;
//   - lifts anew, U = P√S and V = Q√S for the singular decomposition P S Qᵀ of W;
//   - runs limited-memory BFGS on the smooth function Ψ(U, V) = Σ_i c_i ℓ_i + (λ/2)(‖U‖² + ‖V‖²) ≥ P(UVᵀ).
//
// No step increases Ψ. It is the rank-one descent of Dudik, Harchaoui and Malick (AISTATS 2012) with a stronger local search than
// theirs, which moves the weights of the pairs alone (see AtomDescent): pairs can turn here. The losses must be smooth.
type FactoredDescent struct {
	// Pairs bounds the pairs added in a round; 0 for min(d, k).
	Pairs int
	// Inner is the number of quasi-Newton steps in a round; 0 for 50.
	Inner int
	// Start is where to begin, as along a path of λ; nil for W = 0. It is copied.
	Start *FactoredState
}

// Iterations starts from Start. λ must be positive.
func (c FactoredDescent) Iterations(ctx context.Context, x linalg.Map, loss toolkit.MultiOutput, lambda float64) Seq[*FactoredState] {
	return func(yield func(*FactoredState, error) bool) {
		n, d := x.Dims()
		s := &FactoredState{Progress: unknown(), d: d, k: loss.Outputs()}
		switch {
		case n != loss.Len():
			panic("solver: the loss needs one example for each row of X")
		case !(lambda > 0) || math.IsInf(lambda, 1):
			yield(s, fmt.Errorf("λ = %g: it must be positive and finite; for λ = 0 no rank is preferred", lambda))
			return
		}
		if w := c.Start; w != nil {
			if w.d != s.d || w.k != s.k {
				panic("solver: the start is of another shape")
			}
			s.Rank, s.U, s.V = w.Rank, append([]float64(nil), w.U...), append([]float64(nil), w.V...)
		}
		f := newFactoredDescent(c, x, loss, lambda, s)
		for {
			err := context.Cause(ctx)
			if err == nil {
				err = f.round(ctx)
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// round adds pairs, lifts, searches, and lifts again.
func (f *factoredDescent) round(ctx context.Context) error {
	if f.s.Iter == 0 {
		f.look()
	}
	if !finite(f.s.Objective) || f.pairs == nil {
		return ErrDiverged
	}
	f.addPairs(f.pairs)
	f.lift()
	if err := f.search(ctx); err != nil {
		return err
	}
	f.lift()
	return f.finish()
}

// addPairs adds t(σ_j − λ) u_j v_jᵀ for the pairs of −∇ with σ_j > λ, where t halves from 1 over the bound of the curvature, doubled
// before while that helps, until the objective falls.
func (f *factoredDescent) addPairs(svd *mat.SVD) {
	s := f.s
	values := svd.Values(nil)
	pairs := 0
	for pairs < min(len(values), f.Pairs) && values[pairs] > f.lambda {
		pairs++
	}
	if pairs == 0 {
		return
	}
	var left, right mat.Dense
	svd.UTo(&left)
	svd.VTo(&right)
	direction := make([]float64, s.d*s.k) // Σ (σ_j − λ) u_j v_jᵀ, against the gradient
	var trace float64
	for j := range pairs {
		trace += values[j] - f.lambda
		for i := range s.d {
			for l := range s.k {
				direction[i*s.k+l] -= (values[j] - f.lambda) * left.At(i, j) * right.At(l, j)
			}
		}
	}
	step := make([]float64, f.n*s.k)
	linalg.MulMat(step, f.x, direction, s.k)
	start := append([]float64(nil), f.z...)
	base := f.losses()
	change := func(t float64) float64 { // of the objective, whose trace norm grows by t·trace at the most
		floats.AddScaledTo(f.z, start, t, step)
		return f.losses() - base + t*f.lambda*trace
	}
	t := 1 / (f.loss.Curvature() * max(1e-300, floats.Dot(step, step)) / max(1e-300, floats.Dot(direction, direction)))
	least := change(t)
	for range 60 {
		if next := change(2 * t); next < least {
			t, least = 2*t, next
			continue
		}
		break
	}
	for range 60 {
		if least < 0 {
			break
		}
		t /= 2
		least = change(t)
	}
	if !(least < 0) {
		copy(f.z, start)
		return
	}
	f.append(t, pairs, values, &left, &right)
}

// append puts the pairs beside the factors.
func (f *factoredDescent) append(t float64, pairs int, values []float64, left, right *mat.Dense) {
	s := f.s
	wider := func(old []float64, rows int, column func(i, j int) float64) []float64 {
		out := make([]float64, rows*(s.Rank+pairs))
		for i := range rows {
			row := out[i*(s.Rank+pairs) : (i+1)*(s.Rank+pairs)]
			copy(row, old[i*s.Rank:(i+1)*s.Rank])
			for j := range pairs {
				row[s.Rank+j] = math.Sqrt(t*(values[j]-f.lambda)) * column(i, j)
			}
		}
		return out
	}
	s.U = wider(s.U, s.d, func(i, j int) float64 { return -left.At(i, j) })
	s.V = wider(s.V, s.k, right.At)
	s.Rank += pairs
}

// negligibleShare of the largest singular value is what a lift leaves out.
const negligibleShare = 1e-13

// lift balances the factors: U = P√S and V = Q√S for the thin decomposition W = P S Qᵀ.
func (f *factoredDescent) lift() {
	s := f.s
	if s.Rank == 0 {
		return
	}
	w := s.X(nil)
	var svd mat.SVD
	if !svd.Factorize(mat.NewDense(s.d, s.k, w), mat.SVDThin) {
		return
	}
	values := svd.Values(nil)
	rank := 0
	for rank < min(len(values), s.Rank) && values[rank] > negligibleShare*values[0] {
		rank++
	}
	var left, right mat.Dense
	svd.UTo(&left)
	svd.VTo(&right)
	factor := func(m *mat.Dense, rows int) []float64 {
		out := make([]float64, rows*rank)
		for i := range rows {
			for j := range rank {
				out[i*rank+j] = math.Sqrt(values[j]) * m.At(i, j)
			}
		}
		return out
	}
	s.U, s.V, s.Rank = factor(&left, s.d), factor(&right, s.k), rank
}

// search runs quasi-Newton steps on the factors.
func (f *factoredDescent) search(ctx context.Context) error {
	s := f.s
	if s.Rank == 0 {
		return nil
	}
	f.at = nil
	x, err := f.quasiNewton(ctx, optimize.Problem{
		Func: func(x []float64) float64 { f.evaluate(x); return f.value },
		Grad: func(grad, x []float64) { f.evaluate(x); copy(grad, f.grad) },
	}, append(append([]float64(nil), s.U...), s.V...))
	if x != nil {
		copy(s.U, x[:len(s.U)])
		copy(s.V, x[len(s.U):])
	}
	return err
}
