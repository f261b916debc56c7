package toolkittest

import (
	"math"

	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/floats"
)

// pair checks an example at two predictions.
func (c *outputs) pair(i int, a, b []float64) {
	ga, gb, before := make([]float64, len(a)), make([]float64, len(a)), clone(a)
	va, vb := c.at(ga, i, a), c.at(gb, i, b)
	if !floats.Equal(a, before) {
		c.Faultf("At changes its predictions from %v to %v", vector(before), vector(a))
		copy(a, before)
	}
	if !finite(va) || !finite(ga...) {
		c.Faultf("At is not finite: example %d at f = %v has the loss %g and the gradient %v", i, vector(a), va, vector(ga))
		return
	}
	c.alias(i, a, va, ga)
	c.slopes(i, a, ga)
	step := make([]float64, len(a))
	floats.SubTo(step, b, a)
	rounding := c.least(1e-12) * (1 + math.Abs(va) + math.Abs(vb))
	tangent := va + floats.Dot(ga, step)
	if vb < tangent-rounding-1e-12*floats.Norm(ga, 2)*floats.Norm(step, 2) {
		c.Faultf("The loss is below its tangent: of example %d it is %.8g at f = %v, and the tangent at %v has %.8g there",
			i, vb, vector(b), vector(a), tangent)
	}
	middle := clone(a)
	floats.AddScaled(middle, 0.5, step)
	if vm := c.at(make([]float64, len(a)), i, middle); vm > (va+vb)/2+rounding {
		c.Faultf("The loss is not convex: of example %d it is %.8g at %v, %.8g at %v, and %.8g half-way between",
			i, va, vector(a), vb, vector(b), vm)
	}
	c.curvature(i, a, b)
	c.fenchelYoung(i, a, ga, va, gb)
}

// alias checks At in a second call with grad = f.
func (c *outputs) alias(i int, f []float64, value float64, grad []float64) {
	in := clone(f)
	if v := c.at(in, i, in); v != value || !floats.Equal(in, grad) {
		c.Faultf("At with grad = f, or in a second call, is another: of example %d at f = %v it is %.10g with the gradient "+
			"%v, otherwise %.10g with %v",
			i, vector(f), v, vector(in), value, vector(grad))
	}
}

// slopes compares the gradient with difference quotients to both sides, between which a subgradient lies.
func (c *outputs) slopes(i int, f, grad []float64) {
	moved, scratch := clone(f), make([]float64, len(f))
	for j := range f {
		along := func(x float64) float64 {
			moved[j] = x
			return c.at(scratch, i, moved)
		}
		h := 1e-6 * math.Max(1, math.Abs(f[j]))
		right := fd.Derivative(along, f[j], &fd.Settings{Formula: fd.Forward, Step: h})
		left := fd.Derivative(along, f[j], &fd.Settings{Formula: fd.Backward, Step: h})
		moved[j] = f[j]
		tol := c.least(1e-5)*math.Max(1, math.Abs(grad[j])) + 1e-15*math.Abs(along(f[j]))/h
		if grad[j] < left-tol || grad[j] > right+tol {
			c.Faultf("The slope is not the loss's: of example %d at f = %v the derivative by f[%d] is %.6g, by differences %.6g",
				i, vector(f), j, grad[j], (left+right)/2)
		}
	}
}

// fenchelYoung checks ℓ*(u) ≥ ⟨f, u⟩ − ℓ(f), with equality at u = ∇ℓ(f).
func (c *outputs) fenchelYoung(i int, f, grad []float64, value float64, other []float64) {
	left, right := value+c.conjugate(i, grad), floats.Dot(f, grad)
	size := 1 + math.Abs(value) + floats.Norm(f, 2)*floats.Norm(grad, 2)
	if !(math.Abs(left-right) <= c.least(1e-9)*size) {
		c.Faultf("Conjugate misses the Fenchel-Young equality: of example %d at f = %v with the gradient u = %v, ℓ(f) + "+
			"ℓ*(u) = %.10g and ⟨f, u⟩ = %.10g",
			i, vector(f), vector(grad), left, right)
	}
	back := clone(grad)
	if w := c.l.Weight(i); w > 0 { // as the slopes of an objective are turned into a dual point
		floats.Scale(w, back)
		for j := range back {
			back[j] /= w
		}
	}
	if at := c.conjugate(i, back); math.IsInf(at, 1) && !math.IsInf(c.conjugate(i, grad), 1) {
		c.Faultf("Conjugate leaves no room for rounding: of example %d it is finite at the slope u = %v and +Inf at c_i "+
			"u/c_i, for which a duality gap asks",
			i, vector(grad))
	}
	random := func(size float64) []float64 { return normal(c.rng, len(f), size) }
	for turn, u := range [][]float64{other, random(0.3), random(1), random(10)} {
		if turn%2 == 1 {
			for j := range u {
				u[j] = math.Copysign(u[j], grad[j])
			}
		}
		c.notBelow(i, f, value, u)
	}
}

// outside checks the conjugate against predictions far out: it is +Inf where ⟨f, u⟩ − ℓ(f) grows without bound.
func (c *outputs) outside(i, m int) {
	same := make([]float64, m)
	for j := range same {
		same[j] = 1
	}
	grad := make([]float64, m)
	for _, size := range []float64{1e3, 1e6, 1e9} {
		for _, dir := range [][]float64{same, normal(c.rng, m, 1)} {
			for _, sign := range []float64{1, -1} {
				f := make([]float64, m)
				floats.ScaleTo(f, sign*size, dir)
				value := c.at(grad, i, f)
				for _, s := range []float64{0.1, 1, 7} {
					u := make([]float64, m)
					floats.ScaleTo(u, sign*s, dir)
					c.notBelow(i, f, value, u)
				}
			}
		}
	}
}

func (c *outputs) notBelow(i int, f []float64, value float64, u []float64) {
	conjugate, bound := c.conjugate(i, u), floats.Dot(f, u)-value
	if !(conjugate >= bound-c.least(1e-9)*(1+math.Abs(value)+floats.Norm(f, 2)*floats.Norm(u, 2))) {
		c.Faultf("Conjugate is too small: of example %d at u = %v it is %.8g, and ⟨f, u⟩ − ℓ(f) is %.8g at f = %v",
			i, vector(u), conjugate, bound, vector(f))
	}
}
