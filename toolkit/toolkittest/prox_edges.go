package toolkittest

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// edges checks huge and tiny numbers, NaN, and programmer's errors.
func (c *penalty) edges() {
	for _, pattern := range [][]float64{{1e150, -1e150, 0, 1e-300}, {1e-300, -1e-300, 0, 5e-324}} {
		v := make([]float64, c.d)
		for j := range v {
			v[j] = pattern[j%4]
		}
		z, zero := c.at(v, 1).z, c.at(make([]float64, c.d), 1).z
		if !finite(z...) {
			c.Faultf("Prox of huge or tiny numbers is not finite: of %v it is %v", vector(v), vector(z))
			continue
		}
		if far := floats.Distance(z, zero, 2); far > floats.Norm(v, 2)*(1+1e-6)+1e-300 {
			c.Faultf("Prox is not nonexpansive at huge or tiny numbers: it takes 0 to %v and %v to %v",
				vector(zero), vector(v), vector(z))
		}
	}
	for _, j := range []int{0, c.d / 2, c.d - 1} {
		v := make([]float64, c.d)
		v[0], v[j] = 1, math.NaN()
		if z := c.at(v, 1).z; !math.IsNaN(z[j]) {
			c.Faultf("Prox swallows NaN: of %v it is %v", vector(v), vector(z))
		}
	}
	v, z := normal(c.rng, c.d, 1), make([]float64, c.d)
	for _, gamma := range []float64{0, -1, math.NaN()} {
		c.MustPanic(fmt.Sprintf("Prox accepts γ = %g", gamma), func() { c.g.Prox(z, v, gamma) })
	}
	c.MustPanic("Prox accepts a dst shorter than v", func() { c.g.Prox(z[:c.d-1], v, 1) })
}
