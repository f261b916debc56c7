package toolkittest

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// conjugate checks g* and its polar: g(x) + g*(u) ≥ ⟨x, u⟩ between points that a search drives apart, with equality
// at z = prox_{γg}(v) and p = (v − z)/γ. The two together are Moreau's identity.
func (c *penalty) conjugate(k toolkit.Conjugate) {
	zero := make([]float64, c.d)
	if polar := k.Polar(zero); polar != 0 {
		c.Faultf("Polar is %g at 0: it must be 0", polar)
	}
	turn := 0
	c.arguments(func(v []float64, gamma float64) {
		c.equality(k, c.at(v, gamma))
		if turn++; turn <= c.turns/2 {
			c.inequality(k, varied(c.rng, c.d, turn, 3))
			c.polar(k, varied(c.rng, c.d, turn, 1))
		}
	})
}

// equality checks g(z) + g*(p) = ⟨z, p⟩.
func (c *penalty) equality(k toolkit.Conjugate, at point) {
	p := at.subgradient()
	blur := make([]float64, c.d) // what rounding may add to p
	for j := range blur {
		if p[j] != 0 {
			blur[j] = 1e-15 * (math.Abs(at.v[j]) + math.Abs(at.z[j])) / at.gamma
		}
	}
	polar := k.Polar(p)
	if !(polar <= 1+c.tol+k.Polar(blur)) {
		c.Faultf("Polar of a subgradient is more than 1: at z = Prox of %v, γ = %.4g, p = (v − z)/γ = %v is a subgradient, "+
			"and its Polar is %.10g",
			vector(at.v), at.gamma, vector(p), polar)
		return
	}
	floats.Scale(1/math.Max(1, polar), p)
	left, right := c.g.Value(at.z)+k.Conjugate(p), floats.Dot(at.z, p)
	size := math.Abs(c.g.Value(at.z)) + floats.Norm(at.z, 2)*(floats.Norm(p, 2)+floats.Norm(blur, 2))
	if !(math.Abs(left-right) <= 10*c.tol*math.Max(1, size)) {
		c.Faultf("Conjugate misses the Fenchel-Young equality at a point of Prox: with z = %v and p = (v − z)/γ = %v, g(z) "+
			"+ g*(p) = %.10g and ⟨z, p⟩ = %.10g",
			vector(at.z), vector(p), left, right)
	}
}

// inequality checks g*(u) ≥ ⟨x, u⟩ − g(x) for u as it is and on the boundary of the domain, at the x that a search
// finds.
func (c *penalty) inequality(k toolkit.Conjugate, u []float64) {
	for range 2 {
		conjugate := k.Conjugate(u)
		excess := func(x []float64) float64 { return c.g.Value(x) - floats.Dot(x, u) }
		rounds := 8
		if math.IsInf(conjugate, 1) {
			rounds = 0
		}
		for _, start := range [][]float64{clone(u), make([]float64, c.d)} {
			x, low := lower(c.rng, excess, start, 1, rounds)
			if -low > conjugate+c.tol*(1+math.Abs(low)+math.Abs(c.g.Value(x))) || math.IsNaN(conjugate) {
				c.Faultf("Conjugate is too small: at u = %v it is %.10g, and ⟨x, u⟩ − g(x) is %.10g at x = %v",
					vector(u), conjugate, -low, vector(x))
				return
			}
		}
		if polar := k.Polar(u); polar > 0 && !math.IsInf(polar, 1) {
			floats.Scale(1/polar, u)
		} else {
			floats.Scale(0.1, u)
		}
	}
}

// polar checks that Polar is the gauge of g*'s domain.
func (c *penalty) polar(k toolkit.Conjugate, u []float64) {
	rho := k.Polar(u)
	scaled := func(s float64) []float64 {
		out := clone(u)
		floats.Scale(s, out)
		return out
	}
	if !(rho >= 0) {
		c.Faultf("Polar is %g at %v: it must be 0 or more", rho, vector(u))
		return
	}
	if twice := k.Polar(scaled(2.5)); !near(twice, 2.5*rho, 10*c.tol) {
		c.Faultf("Polar is not homogeneous: at u = %v it is %.10g, at 2.5 u it is %.10g", vector(u), rho, twice)
	}
	size := 1 / math.Max(1, rho)
	switch {
	case math.IsInf(rho, 1):
		if floats.Norm(u, 1) > 0 && !math.IsInf(k.Conjugate(u), 1) {
			c.Faultf("Polar is +Inf at u = %v, where Conjugate is %.4g", vector(u), k.Conjugate(u))
		}
	case math.IsInf(k.Conjugate(scaled(size*(1-1e-6))), 1):
		c.Faultf("Polar is too small: at u = %v it is %.10g, and Conjugate is +Inf at u/max(1, Polar)", vector(u), rho)
	case rho > 0 && !math.IsInf(k.Conjugate(scaled((1+1e-3)/rho)), 1):
		c.Faultf("Polar is too large: at u = %v it is %.10g, and Conjugate is finite at 1.001 u/Polar", vector(u), rho)
	}
}
