package toolkittest

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

func squaredDistance(a, b []float64) float64 {
	far := floats.Distance(a, b, 2)
	return far * far
}

// solveLocally checks that FISTA's objective never rises, and that it ends at a local minimum: no proximal step leaves
// it, and no point near it is lower.
func (c *penalty) solveLocally(p *solver.Problem) {
	last, iterations := math.Inf(1), 0
	fista := gradient.FISTA{CheckEvery: 1, Start: normal(c.rng, c.d, 0.1)}
	for st, err := range fista.Iterations(context.Background(), p) {
		if err != nil {
			c.Faultf("FISTA fails: %w", err)
			return
		}
		if st.Objective > last+1e-9*math.Abs(last) {
			c.Faultf("FISTA's objective rises from %.12g to %.12g: does Prox minimize at γ < 1/ρ = %.4g?", last, st.Objective,
				1/c.weak)
			return
		}
		last = st.Objective
		if iterations++; st.Residual < 1e-9 {
			x := st.X(nil)
			if _, low := lower(c.rng, p.Objective, x, 1e-3, 20); low < last-c.tol*math.Abs(last) {
				c.Faultf("FISTA ends at %v with the objective %.10g, which is no local minimum: near it is one of %.10g",
					vector(x), last, low)
			}
			return
		}
		if iterations == 20000 {
			c.Faultf("FISTA does not come to rest: after %d steps the residual is %.3g", iterations, st.Residual)
			return
		}
	}
}
