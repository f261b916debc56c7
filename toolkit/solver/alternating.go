package solver

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/optimize"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// AlternatingMinimization minimizes Ψ(U, V) = Σ_i c_i ℓ_i(V Uᵀx_i) + (λ/2)(‖U‖² + ‖V‖²) over factors of a fixed rank, one factor at a
// time. Each half is convex, the whole is not: from a random start it ends where it ends, at or above the trace norm's minimum of
// that rank. A rival for comparison, for smooth losses: report several seeds. It never starts from 0, where no step leads away.
//
// Source: as compared in Dudik, Harchaoui, Malick, AISTATS 2012, appendix C.
type AlternatingMinimization struct {
	// Rank is r; 0 for min(d, k).
	Rank int
	// Inner is the number of quasi-Newton steps for one factor; 0 for 20.
	Inner int
	Seed  uint64
}

// Iterations starts from factors of normal numbers over √(d r) and √(k r), drawn from Seed. λ must be positive. A round minimizes
// over U, then over V; the objective is Ψ and the gap that of its W.
func (c AlternatingMinimization) Iterations(ctx context.Context, x linalg.Map, loss toolkit.MultiOutput, lambda float64) Seq[*FactoredState] {
	return func(yield func(*FactoredState, error) bool) {
		_, d := x.Dims()
		s := &FactoredState{Progress: unknown(), d: d, k: loss.Outputs()}
		switch {
		case !(lambda > 0) || math.IsInf(lambda, 1):
			yield(s, fmt.Errorf("λ = %g: it must be positive and finite", lambda))
			return
		case c.Rank < 0:
			yield(s, fmt.Errorf("rank %d: it must be positive", c.Rank))
			return
		}
		if s.Rank = c.Rank; s.Rank == 0 {
			s.Rank = min(d, s.k)
		}
		rng := rand.New(rand.NewPCG(c.Seed, 0))
		random := func(rows int) []float64 {
			out := make([]float64, rows*s.Rank)
			for i := range out {
				out[i] = rng.NormFloat64() / math.Sqrt(float64(rows*s.Rank))
			}
			return out
		}
		s.U, s.V = random(d), random(s.k)
		f := newFactoredDescent(FactoredDescent{Inner: c.Inner}, x, loss, lambda, s)
		if c.Inner == 0 {
			f.Inner = 20
		}
		for {
			err := context.Cause(ctx)
			if err == nil {
				err = f.alternate(ctx)
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// alternate is a round.
func (f *factoredDescent) alternate(ctx context.Context) error {
	s := f.s
	if err := f.half(ctx, 0, len(s.U)); err != nil {
		return err
	}
	if err := f.half(ctx, len(s.U), len(s.U)+len(s.V)); err != nil {
		return err
	}
	return f.finish()
}

// half minimizes over the entries lo ≤ j < hi of (U, V).
func (f *factoredDescent) half(ctx context.Context, lo, hi int) error {
	point := append(append([]float64(nil), f.s.U...), f.s.V...)
	f.at = nil
	res, err := f.quasiNewton(ctx, optimize.Problem{
		Func: func(x []float64) float64 {
			copy(point[lo:hi], x)
			f.evaluate(point)
			return f.value
		},
		Grad: func(grad, x []float64) {
			copy(point[lo:hi], x)
			f.evaluate(point)
			copy(grad, f.grad[lo:hi])
		},
	}, append([]float64(nil), point[lo:hi]...))
	if res != nil {
		copy(point[lo:hi], res)
		copy(f.s.U, point[:len(f.s.U)])
		copy(f.s.V, point[len(f.s.U):])
	}
	return err
}
