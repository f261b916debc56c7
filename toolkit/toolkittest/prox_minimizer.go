package toolkittest

import (
	"math"
	"strconv"

	"gonum.org/v1/gonum/floats"
)

// subgradients checks g(y) ≥ g(z) + ⟨p, y − z⟩ − (ρ/2)‖y − z‖², which characterizes z = prox_{γg}(v), at points y near
// and far.
func (c *penalty) subgradients(p point) {
	g, s := c.g.Value(p.z), p.subgradient()
	if math.IsInf(g, 1) {
		c.Faultf("Prox leaves the domain: at v = %v, γ = %.4g it is z = %v, where Value is +Inf",
			vector(p.v), p.gamma, vector(p.z))
		return
	}
	size := floats.Norm(p.v, 2) + floats.Norm(p.z, 2)
	inexact := math.Sqrt(2 * c.gap * c.objective(p)(p.z) / p.gamma) // of p, where Prox iterates
	for _, y := range c.around(p) {
		gy := c.g.Value(y)
		step := make([]float64, c.d)
		floats.SubTo(step, y, p.z)
		far, slope := floats.Norm(step, 2), floats.Dot(s, step)
		rounding := c.tol*(math.Abs(gy)+math.Abs(g)+floats.Norm(s, 2)*far) + c.rounding(p.v)
		rounding += (1e-13*size/p.gamma + inexact) * far
		if missing := g + slope - c.weak/2*far*far - gy; missing > rounding {
			c.notMinimizer(p, y, missing)
			return
		}
	}
}

// around are points to compare z with: 0, v, multiples of z, z with one coordinate changed or 0, and random ones.
func (c *penalty) around(p point) (out [][]float64) {
	scaled := func(s float64) []float64 {
		y := clone(p.z)
		floats.Scale(s, y)
		return y
	}
	out = append(out, p.v, scaled(0), scaled(-1), scaled(0.5), scaled(0.999), scaled(1.001), scaled(2))
	size := math.Max(1e-3, floats.Norm(p.v, math.Inf(1)))
	for j := range c.d {
		zero := clone(p.z)
		zero[j] = 0
		out = append(out, zero)
		for _, s := range []float64{1, -1, 1e-2, -1e-2, 1e-4, -1e-4} {
			y := clone(p.z)
			y[j] += s * size
			out = append(out, y)
		}
	}
	for _, s := range []float64{1, 1, 1e-2, 1e-2, 1e-4, 1e-4} {
		y := normal(c.rng, c.d, s*size)
		out = append(out, clone(y))
		floats.Add(y, p.z)
		out = append(out, y)
	}
	return out
}

// notMinimizer says how much lower the prox's objective is elsewhere, where the subgradient inequality is off at y by
// so much.
func (c *penalty) notMinimizer(p point, y []float64, missing float64) {
	h := c.objective(p)
	far := floats.Distance(y, p.z, 2)
	s := math.Min(1, missing*p.gamma/(far*far)) // the minimizer along the segment where g is linear on it
	start := clone(p.z)
	floats.Scale(1-s, start)
	floats.AddScaled(start, s, y)
	best, low := lower(c.rng, h, start, s*far/2, 60)
	if high := h(p.z); low < high {
		c.saysNotMinimizer(p, best, high, low)
		return
	}
	c.Faultf("Prox is a little off, or Value is not convex: at v = %v, γ = %.4g with z = %v, Value at y = %v is %.4g "+
		"less than g(z) + ⟨v − z, y − z⟩/γ",
		vector(p.v), p.gamma, vector(p.z), vector(y), missing)
}

func (c *penalty) saysNotMinimizer(p point, best []float64, high, low float64) {
	a, b := apart(high, low)
	c.Faultf("Prox is not the minimizer: at v = %v, γ = %.4g the objective g(z) + ‖z − v‖²/(2γ) is %s at its z = %v, "+
		"and %s at z = %v, which is %.2g away",
		vector(p.v), p.gamma, a, vector(p.z), b, vector(best), floats.Distance(best, p.z, 2))
}

// search looks for a lower point of the prox's objective from x.
func (c *penalty) search(p point, x []float64) {
	h := c.objective(p)
	best, low := lower(c.rng, h, x, 0.3*math.Max(1e-3, floats.Norm(p.v, math.Inf(1))), 25)
	off := 1e-14 * floats.Norm(p.v, 2) // what rounding may do to z
	if high := h(p.z); low < high-c.tol*math.Abs(high)-c.rounding(p.v)-off*off/p.gamma {
		c.saysNotMinimizer(p, best, high, low)
	}
}

// apart are two numbers in print, with as many digits as it takes to tell them apart.
func apart(a, b float64) (first, second string) {
	for digits := 4; ; digits++ {
		first, second = strconv.FormatFloat(a, 'g', digits, 64), strconv.FormatFloat(b, 'g', digits, 64)
		if first != second || digits == 17 {
			return first, second
		}
	}
}
