// Package rivals has methods for the trace norm that others are compared with, as the literature has them: neither is
// as quick or as exact as those of package lowrank.
package rivals

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
)

// AlternatingMinimization (AM) minimizes Ψ(U, V) = Σ_i c_i ℓ_i(Vᵀ U a_i) + (λ/2)(‖U‖² + ‖V‖²) over factors of a fixed
// rank:
//
//	U, V = random numbers
//	repeat
//	    U = argmin_U Ψ(U, V)                               by steps of limited-memory BFGS
//	    V = argmin_V Ψ(U, V)
//
// Each half is convex, the whole is not: from a random start it ends where it ends, at or above the trace norm's
// minimum of that rank. A rival for comparison, for smooth losses: report several seeds. It never starts from 0,
// where no step leads away.
//
// Source: as compared in Dudik, Harchaoui, Malick, AISTATS 2012, appendix C, equation (9).
type AlternatingMinimization struct {
	// Rank is r; 0 for min(d, k).
	Rank int
	// Inner is the number of quasi-Newton steps for one factor; 0 for 20.
	Inner int
	Seed  uint64
}

// Iterations starts from factors of normal numbers over √(d r) and √(k r), drawn from Seed. The penalty must be a
// TraceNorm, λ positive, the loss smooth, and the problem without ridge and unpenalized columns. An iteration
// minimizes over U, then over V; the objective is Ψ and the gap that of its W.
func (c AlternatingMinimization) Iterations(ctx context.Context, p *solver.Problem) solver.Seq[*lowrank.State] {
	return solver.Sequence(ctx, func() (*lowrank.State, solver.Step, error) {
		_, d := p.A.Dims()
		k, rank := p.Outputs(), c.Rank
		if rank == 0 {
			rank = min(d, k)
		}
		c.Inner = cmp.Or(c.Inner, 20)
		rng := rand.New(rand.NewPCG(c.Seed, 0))
		random := func(columns int) []float64 {
			out := make([]float64, columns*max(0, rank))
			for i := range out {
				out[i] = rng.NormFloat64() / math.Sqrt(float64(columns*rank))
			}
			return out
		}
		s := lowrank.NewState(random(d), random(k), d, k)
		f, err := lowrank.NewFactored(p, s, "alternating minimization")
		if c.Rank < 0 {
			err = fmt.Errorf("rank %d: it must be positive", c.Rank)
		}
		return s, alternating{c, f}.step, err
	})
}

type alternating struct {
	AlternatingMinimization
	*lowrank.Factored
}

func (m alternating) step(ctx context.Context) (objective float64, err error) {
	for _, overU := range []bool{true, false} {
		if err := m.minimizeOver(ctx, overU); err != nil {
			return 0, err
		}
	}
	m.State.Iter++
	err = m.Evaluate()
	return m.State.Objective, err
}

// minimizeOver minimizes Ψ over U or over V.
func (m alternating) minimizeOver(ctx context.Context, overU bool) error {
	point := m.Point()
	part := point[:len(m.State.U)]
	if !overU {
		part = point[len(m.State.U):]
	}
	var at []float64 // where value was called last
	value := 0.
	evaluate := func(x []float64) float64 {
		if at == nil || !floats.Equal(at, x) {
			at = append(at[:0], x...)
			copy(part, x)
			value = m.Value(point)
		}
		return value
	}
	whole := make([]float64, len(point))
	res, err := quasiNewton(ctx, optimize.Problem{
		Func: evaluate,
		Grad: func(grad, x []float64) {
			evaluate(x)
			m.Grad(whole, point, overU, !overU)
			if overU {
				copy(grad, whole)
			} else {
				copy(grad, whole[len(m.State.U):])
			}
		},
	}, append([]float64(nil), part...), m.Inner, 1e-14*m.Lambda)
	if res != nil {
		copy(part, res)
		m.SetPoint(point)
	}
	return err
}

// quasiNewton runs steps of gonum's limited-memory BFGS and returns the best point; nil where there is none.
func quasiNewton(
	ctx context.Context, p optimize.Problem, start []float64, steps int, threshold float64,
) ([]float64, error) {
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
