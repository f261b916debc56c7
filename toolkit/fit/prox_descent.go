package fit

import (
	"context"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"

	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// proxDescent is the method for penalties of single weights, or of blocks, that are no sums of Euclidean norms.
var proxDescent = method{
	name: ProxDescent,
	why:  "a penalty of single weights or blocks: steps in one at a time, over working sets",
	can: func(p *Prepared) string {
		_, single := p.penalty.(coordinate.Coordinatewise)
		_, blocks := p.penalty.(coordinate.Blockwise)
		_, curved := p.apart().(toolkit.TwiceDifferentiable)
		switch {
		case !single && !blocks:
			return "it is for penalties of single weights (coordinate.Coordinatewise), or disjoint blocks of them " +
				"(coordinate.Blockwise)"
		case !curved:
			return "it needs one prediction an example, and second derivatives of the loss (toolkit.TwiceDifferentiable)"
		}
		return ""
	},
	run: func(ctx context.Context, _ *Prepared, problem *solver.Problem, start []float64) solver.Seq[state] {
		return states(coordinate.ProxDescent{Start: start}.Iterations(ctx, problem))
	}, limit: 2000, patience: 30,
}
