package toolkittest

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// curvature checks ‖∇ℓ(a) − ∇ℓ(b)‖ c_i ≤ Curvature ‖a − b‖, at a and b and at ends of ever shorter parts of the
// segment in which the gradient changes most, which lead to a kink.
func (c *outputs) curvature(i int, a, b []float64) {
	bound, weight := c.l.Curvature(), c.l.Weight(i)
	if math.IsInf(bound, 1) {
		return
	}
	a, b = clone(a), clone(b)
	ga, gb, gm := make([]float64, len(a)), make([]float64, len(a)), make([]float64, len(a))
	c.at(ga, i, a)
	c.at(gb, i, b)
	for range 20 {
		change, far := weight*floats.Distance(ga, gb, 2), floats.Distance(a, b, 2)
		rounding := 1e-14 * weight * (floats.Norm(ga, 2) + floats.Norm(gb, 2) + floats.Norm(a, 2) + floats.Norm(b, 2))
		if change > bound*far*(1+c.least(1e-9))+rounding {
			c.Faultf("Curvature is too small: it is %.6g, and c_i ∇ℓ of example %d changes by %.6g between %v and %v, %.4g "+
				"apart (a kink has +Inf)",
				bound, i, change, vector(a), vector(b), far)
			return
		}
		middle := clone(a)
		floats.Add(middle, b)
		floats.Scale(0.5, middle)
		c.at(gm, i, middle)
		if floats.Distance(ga, gm, 2) > floats.Distance(gm, gb, 2) {
			copy(b, middle)
			copy(gb, gm)
		} else {
			copy(a, middle)
			copy(ga, gm)
		}
	}
}

// somewhere calls f with examples and predictions.
func (c *outputs) somewhere(check func(i int, f []float64)) {
	for _, i := range c.tried {
		lo, hi := c.span(i)
		for _, scale := range []float64{0.3, 3} {
			check(i, normal(c.rng, hi-lo, scale))
		}
	}
}

// difference is the central difference of the gradient along output j.
func (c *outputs) difference(i int, f []float64, j int) []float64 {
	const h = 1e-5
	moved, plus, minus := clone(f), make([]float64, len(f)), make([]float64, len(f))
	moved[j] = f[j] + h
	c.at(plus, i, moved)
	moved[j] = f[j] - h
	c.at(minus, i, moved)
	floats.Sub(plus, minus)
	floats.Scale(1/(2*h), plus)
	return plus
}

// hessians compares second derivatives with differences of gradients, and with the bound of the curvature.
func (c *outputs) hessians(what string, hessian func(h []float64, i int, f []float64)) {
	c.somewhere(func(i int, f []float64) {
		m := len(f)
		h := make([]float64, m*m)
		hessian(h, i, f)
		for j := range m {
			if d := c.difference(i, f, j); !equalApprox(d, h[j*m:(j+1)*m], c.least(1e-6)) {
				c.Once(what, "%s is not the derivative of the gradient: of example %d at f = %v its row %d is %v, by differences "+
					"%v",
					what, i, vector(f), j, vector(h[j*m:(j+1)*m]), vector(d))
			}
		}
		v := normal(c.rng, m, 1)
		var along float64
		for j := range m {
			along += v[j] * floats.Dot(h[j*m:(j+1)*m], v)
		}
		if most := c.l.Curvature() * floats.Dot(v, v); along < -1e-9 || along*c.l.Weight(i) > most*(1+1e-9) {
			c.Once(what+" bound", "%s is out of bounds: of example %d at f = %v, along v = %v it is c_i vᵀHv = %.6g, not "+
				"between 0 and Curvature · ‖v‖² = %.6g",
				what, i, vector(f), vector(v), along*c.l.Weight(i), most)
		}
	})
}

// equalApprox compares to a relative and absolute tolerance.
func equalApprox(a, b []float64, tol float64) bool {
	for j := range a {
		if !near(a[j], b[j], tol) {
			return false
		}
	}
	return true
}

func (c *outputs) diagonals(diagonal func(h []float64, i int, f []float64)) {
	c.somewhere(func(i int, f []float64) {
		h := make([]float64, len(f))
		diagonal(h, i, f)
		for j := range f {
			if d := c.difference(i, f, j)[j]; !near(d, h[j], c.least(1e-6)) {
				c.Faultf("Diagonal is not that of the Hessian: of example %d at f = %v it is %v, and entry %d is %.6g by "+
					"differences",
					i, vector(f), vector(h), j, d)
			}
		}
	})
}

func (c *outputs) lines(bound func(i int, v []float64) float64) {
	const h = 1e-4
	c.somewhere(func(i int, f []float64) {
		v, scratch := normal(c.rng, len(f), 1), make([]float64, len(f))
		along := func(t float64) float64 {
			moved := clone(f)
			floats.AddScaled(moved, t, v)
			return c.at(scratch, i, moved)
		}
		if second := (along(h) - 2*along(0) + along(-h)) / (h * h); second > bound(i, v)+c.least(1e-5) {
			c.Faultf("LineCurvature is no bound: of example %d at f = %v along v = %v the curvature is %.6g, the bound %.6g",
				i, vector(f), vector(v), second, bound(i, v))
		}
	})
}
