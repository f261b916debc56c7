package lowrank

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// AlternatingMinimization minimizes Ψ(U, V) = Σ_i c_i ℓ_i(Vᵀ U x_i) + (λ/2)(‖U‖² + ‖V‖²) over factors of a fixed rank, one factor at a
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
func (c AlternatingMinimization) Iterations(ctx context.Context, x linalg.Map, loss toolkit.MultiOutput, lambda float64) solver.Seq[*State] {
	return func(yield func(*State, error) bool) {
		_, d := x.Dims()
		s := &State{Progress: solver.Unknown(), d: d, k: loss.Outputs()}
		err := checkLambda(lambda)
		if c.Rank < 0 {
			err = fmt.Errorf("rank %d: it must be positive", c.Rank)
		}
		if err != nil {
			yield(s, err)
			return
		}
		if s.Rank = c.Rank; s.Rank == 0 {
			s.Rank = min(d, s.k)
		}
		if c.Inner == 0 {
			c.Inner = 20
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
		f := newFactored(x, loss, lambda, s)
		for {
			err := context.Cause(ctx)
			if err == nil {
				err = f.alternate(ctx, c.Inner)
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// alternate is a round.
func (f *factored) alternate(ctx context.Context, steps int) error {
	for _, overU := range []bool{true, false} {
		if err := f.half(ctx, overU, steps); err != nil {
			return err
		}
	}
	f.s.Iter++
	_, err := f.look(true)
	return err
}

// half minimizes over U or over V.
func (f *factored) half(ctx context.Context, overU bool, steps int) error {
	point := f.point()
	part := point[:len(f.s.U)]
	if !overU {
		part = point[len(f.s.U):]
	}
	var at []float64 // where value was called last
	value := 0.
	evaluate := func(x []float64) float64 {
		if at == nil || !floats.Equal(at, x) {
			at = append(at[:0], x...)
			copy(part, x)
			value = f.value(point)
		}
		return value
	}
	whole := make([]float64, len(point))
	res, err := minimize(ctx, optimize.Problem{
		Func: evaluate,
		Grad: func(grad, x []float64) {
			evaluate(x)
			f.grad(whole, point, overU, !overU)
			if overU {
				copy(grad, whole)
			} else {
				copy(grad, whole[len(f.s.U):])
			}
		},
	}, append([]float64(nil), part...), steps, 1e-14*f.lambda)
	if res != nil {
		copy(part, res)
		f.place(point)
	}
	return err
}
