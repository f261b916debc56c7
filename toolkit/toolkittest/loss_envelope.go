package toolkittest

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// envelopes checks that the slope u of the Moreau envelope at f is inside the domain of ℓ* and a subgradient at z = f −
// su, that no z′ near or far has a lower value, and that the second derivative is that of the slope, to one side of a
// kink at least.
func (c *outputs) envelopes(envelope func(i int, f, s float64) (slope, second float64)) {
	c.somewhere(func(i int, f []float64) {
		for _, s := range []float64{1e-3, 0.5, 20} {
			u, second := envelope(i, f[0], s)
			z := f[0] - s*u
			value := func(z float64) float64 {
				v := c.at(make([]float64, 1), i, []float64{z})
				return v + (f[0]-z)*(f[0]-z)/(2*s)
			}
			least := value(z)
			for _, away := range []float64{1e-3, -1e-3, 0.1, -0.1, 1, -1, 30, -30} {
				if value(z+away) < least-c.least(1e-9)*(1+least) {
					c.Once("Envelope", "Envelope's slope is wrong: of example %d at f = %.4g with s = %g it is %.6g, and z = f − "+
						"su has the value %.8g, %.8g has less, %.8g",
						i, f[0], s, u, least, z+away, value(z+away))
				}
			}
			conjugate := c.conjugate(i, []float64{u})
			v := c.at(make([]float64, 1), i, []float64{z})
			if size := 1 + math.Abs(v) + math.Abs(z*u); !(math.Abs(v+conjugate-z*u) <= c.least(1e-9)*size) {
				c.Once("Envelope's subgradient", "Envelope's slope is no subgradient: of example %d at f = %.4g with s = %g it is "+
					"u = %.6g, z = f − su = %.6g, ℓ(z) + ℓ*(u) = %.8g and zu = %.8g",
					i, f[0], s, u, z, v+conjugate, z*u)
			}
			h := 1e-6 * s
			right, _ := envelope(i, f[0]+h, s)
			left, _ := envelope(i, f[0]-h, s)
			sides := []float64{(right - u) / h, (u - left) / h}
			if d := floats.Min([]float64{math.Abs(sides[0] - second), math.Abs(sides[1] - second)}); !(d <= c.least(1e-5)/s) {
				c.Once("Envelope's second", "Envelope's second derivative is wrong: of example %d at f = %.4g with s = %g it is "+
					"%.6g, by differences %.6g and %.6g",
					i, f[0], s, second, sides[1], sides[0])
			}
		}
	})
}
