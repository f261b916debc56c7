package toolkittest

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// solve minimizes the loss with a ridge over random examples, where gradient steps have a safe length.
func (c *outputs) solve() {
	const d, most = 3, 200
	n := c.l.Len()
	if math.IsInf(c.l.Curvature(), 1) || c.l.Curvature() == 0 || n*c.k > most*most {
		return
	}
	p := solver.NewProblem(linalg.NewDense(n, d, normal(c.rng, n*d, 1)), c.l, nil)
	p = p.WithRidge(0.1 * p.Lipschitz())
	compareFISTA(&c.report, p)
}
