package fit

import (
	"context"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/solver/multipliers"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
)

// kinked tells whether the loss has kinks, and an envelope without.
func (p *Prepared) kinked() bool {
	_, ok := p.scalar().(toolkit.MoreauEnvelope)
	return ok && !p.smooth()
}

// byMultipliers solves smooth problems by what suits the penalty.
func byMultipliers(ctx context.Context, p *Prepared, problem *solver.Problem, start []float64) solver.Seq[state] {
	return states(multipliers.Method{Inner: p.smoothed(), Start: start}.Iterations(ctx, problem))
}

// smoothed is the solver of problems with the same penalty and a smooth loss.
func (p *Prepared) smoothed() func(ctx context.Context, sub *solver.Problem, start []float64) solver.Seq[state] {
	switch {
	case p.penalty == nil:
		return func(ctx context.Context, sub *solver.Problem, start []float64) solver.Seq[state] {
			return certified(newton.CG{Start: start}.Iterations(ctx, sub), sub)
		}
	case p.noBlocks() == "":
		return func(ctx context.Context, sub *solver.Problem, start []float64) solver.Seq[state] {
			return states(coordinate.ProximalNewton{Start: start}.Iterations(ctx, sub))
		}
	}
	return func(ctx context.Context, sub *solver.Problem, start []float64) solver.Seq[state] {
		return states(gradient.FISTA{}.Iterations(ctx, sub, sub.Regularizer(), start[:sub.Dim()]))
	}
}

// certified adds the gap, which takes a ridge.
func certified(seq solver.Seq[*newton.CGState], problem *solver.Problem) solver.Seq[state] {
	size := problem.Dim()
	certifier := problem.At(problem.Lambda) // with scratch space of its own
	return states(solver.Evaluate(seq, 1, func(st *newton.CGState) (objective, gap float64) {
		w := st.X(nil)[:size] // at the best intercepts, and not at those of the method, as the gap is
		return certifier.Objective(w), certifier.Gap(w)
	}))
}
