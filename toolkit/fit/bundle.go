package fit

import (
	"context"

	"github.com/proxlab/proxlab/toolkit/solver"

	"github.com/proxlab/proxlab/toolkit/solver/bundle"
)

// bundleMethod is the method for any convex loss with a ridge alone. Methods that know more of the loss are quicker: it
// is the last, and there to be asked for.
var bundleMethod = method{
	name: Bundle,
	why:  "a convex loss and a ridge: planes below the loss around the best weights so far",
	can: func(p *Prepared) string {
		switch {
		case p.penalty != nil || !(p.Mu > 0):
			return "it is for a ridge alone"
		case p.Intercept && !p.curved():
			return "an intercept needs second derivatives of the loss (toolkit.TwiceDifferentiable or toolkit.Hessian)"
		}
		return ""
	},
	run: func(ctx context.Context, p *Prepared, problem *solver.Problem, start []float64) solver.Seq[state] {
		c := bundle.Config{Lambda: problem.Mu}
		if least, ok := p.leastLoss(); ok {
			c.Bounded, c.Least = true, least
		}
		if start != nil {
			c.Start = start[:problem.Dim()] // the unpenalized ones follow
		}
		return states(bundle.Stabilized{Config: c}.Iterations(ctx, bundle.Risk{Problem: problem}))
	}, limit: 20000, patience: 2000,
}

// leastLoss is the least that a loss of one prediction an example can be, −Σ_i c_i ℓ_i*(0), where it is finite.
func (p *Prepared) leastLoss() (least float64, ok bool) {
	l, ok := p.problem.Separable()
	if !ok {
		return 0, false
	}
	for i := range l.Len() {
		least -= l.Weight(i) * l.Conjugate(i, 0)
	}
	return least, solver.Finite(least)
}
