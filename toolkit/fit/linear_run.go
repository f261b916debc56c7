package fit

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
)

// unit is the problem with a penalty of strength 1, made once for all λ.
func (p *linearProblem) unit() *solver.Problem {
	if p.once == nil {
		p.once = solver.NewProblem(p.x, p.outputs(), p.regularizer(1)).WithUnpenalized(p.free)
	}
	return p.once
}

// states forgets the type of a solver's states.
func states[S state](seq solver.Seq[S]) solver.Seq[state] {
	return func(yield func(state, error) bool) {
		for st, err := range seq {
			if !yield(st, err) {
				return
			}
		}
	}
}

func coordinateDescent(ctx context.Context, p *linearProblem, lambda float64, start []float64) solver.Seq[state] {
	return states(coordinate.Descent{Start: start}.Iterations(ctx, p.unit().At(lambda)))
}

func proximalNewton(ctx context.Context, p *linearProblem, lambda float64, start []float64) solver.Seq[state] {
	return states(coordinate.ProximalNewton{Start: start}.Iterations(ctx, p.unit().At(lambda)))
}

func factoredDescent(ctx context.Context, p *linearProblem, lambda float64, start []float64) solver.Seq[state] {
	c := lowrank.FactoredDescent{}
	if start != nil {
		if pairs, ok := linalg.ThinPairs(start, p.d, p.k); ok {
			c.Start = factors(pairs, p.d, p.k)
		}
	}
	return states(c.Iterations(ctx, p.x, p.outputs(), lambda))
}

// factors are those of a matrix given by its singular pairs.
func factors(pairs linalg.Pairs, d, k int) *lowrank.State {
	var u, v []float64
	for j, s := range pairs.Values {
		if s <= 1e-12*pairs.Values[0] {
			break
		}
		root := math.Sqrt(s)
		for _, x := range pairs.Left[j*d : (j+1)*d] {
			u = append(u, root*x)
		}
		for _, x := range pairs.Right[j*k : (j+1)*k] {
			v = append(v, root*x)
		}
	}
	return lowrank.NewState(u, v, d, k)
}

func newtonCG(ctx context.Context, p *linearProblem, lambda float64, start []float64) solver.Seq[state] {
	seq := newton.CG{Start: start}.Iterations(ctx, p.matrix(lambda))
	if p.Mu > 0 {
		certifier := p.matrix(lambda)
		size := certifier.Dim()
		seq = solver.Evaluate(seq, 1, func(st *newton.CGState) (objective, gap float64) {
			return math.NaN(), certifier.Gap(st.X(nil)[:size])
		})
	}
	return states(seq)
}

func interiorPoint(ctx context.Context, p *linearProblem, _ float64, _ []float64) solver.Seq[state] {
	return states(newton.InteriorPoint{}.Iterations(ctx, p.machine()))
}

func dualCoordinateDescent(ctx context.Context, p *linearProblem, _ float64, _ []float64) solver.Seq[state] {
	return states(coordinate.DualDescent{Seed: p.Seed}.Iterations(ctx, p.machine()))
}

// machine is the problem of a support vector machine.
func (p *linearProblem) machine() *solver.Problem {
	return solver.NewProblem(p.x, loss.Hinge{Y: p.y, Weights: p.c}, prox.Ridge{Mu: p.Mu}).WithUnpenalized(p.free)
}

func fista(ctx context.Context, p *linearProblem, lambda float64, start []float64) solver.Seq[state] {
	m := p.matrix(lambda)
	x0 := make([]float64, m.Dim())
	copy(x0, start)
	return states(gradient.FISTA{CheckEvery: fistaCheck}.Iterations(ctx, m, m.Regularizer(), x0))
}

// fistaCheck is how often FISTA's gap is computed: it costs what an iteration does.
const fistaCheck = 20
