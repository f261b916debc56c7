package toolkittest

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// iterative checks that ProxTo's gap bounds how far its objective is from the minimum, at coarse and fine tolerances,
// that it is met, and that a call that starts from the last duals has nothing left to do.
func (c *penalty) iterative(g toolkit.IterativeProx) {
	n := g.Duals(c.d)
	if n < 0 {
		c.Faultf("Duals(%d) is %d", c.d, n)
		return
	}
	for range 3 {
		v, gamma := normal(c.rng, c.d, 3), math.Exp(c.rng.NormFloat64())
		best := c.at(v, gamma)
		h := c.objective(best)
		least := h(best.z)
		for _, tol := range []float64{1, 1e-2, 1e-4, 1e-6} {
			z, dual := make([]float64, c.d), make([]float64, n)
			value, gap := g.ProxTo(z, dual, v, gamma, tol)
			o := h(z)
			if o-least > gap+1e-9*math.Abs(least) {
				c.Faultf("ProxTo's gap is no bound: at v = %v, γ = %.4g, tol = %g its objective is %.10g, that of Prox %.10g, "+
					"and the gap is %.4g",
					vector(v), gamma, tol, o, least, gap)
			}
			if !(gap <= tol*o*(1+1e-9)) {
				c.Faultf("ProxTo misses its tolerance: at v = %v, γ = %.4g, tol = %g the gap is %.4g at an objective of %.4g",
					vector(v), gamma, tol, gap, o)
			}
			if want := g.Value(z); !near(value, want, c.least(1e-12)) {
				c.Faultf("ProxTo returns a wrong value: at v = %v, γ = %.4g it returns %.15g, and Value at its z is %.15g",
					vector(v), gamma, value, want)
			}
			warm := make([]float64, c.d)
			_, again := g.ProxTo(warm, dual, v, gamma, tol)
			if far := math.Sqrt(8*gamma*tol*o) + 1e-12; !(again <= tol*o*(1+1e-9)) || !floats.EqualApprox(warm, z, far) {
				c.Faultf("ProxTo does not go on from its dual variables: at v = %v, γ = %.4g, tol = %g it ended at %v, gap %.4g, "+
					"and from there at %v, gap %.4g",
					vector(v), gamma, tol, vector(z), gap, vector(warm), again)
			}
		}
	}
	z, v := make([]float64, c.d), normal(c.rng, c.d, 1)
	c.MustPanic("ProxTo accepts dual variables of another length", func() { g.ProxTo(z, make([]float64, n+1), v, 1, 1) })
}
