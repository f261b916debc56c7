package toolkittest

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
)

// structure checks what packages solver and fit ask of a penalty beyond the contract, by methods that it may have.
func (c *penalty) structure() {
	if g, ok := c.g.(toolkit.ProxJacobian); ok {
		c.Guard("ProxJacobian", func() { c.jacobian(g) })
	}
	if g, ok := c.g.(toolkit.SupportFunction); ok {
		c.Guard("Violation", func() { c.violation(g) })
	}
	if g, ok := c.g.(solver.Ridged); ok {
		c.Guard("SplitRidge", func() { c.splitRidge(g.SplitRidge()) })
	}
	if g, ok := c.g.(prox.Splitting); ok {
		c.Guard("Split", func() { c.split(g.Split(c.d)) })
	}
	if g, ok := c.g.(prox.Checked); ok {
		c.Guard("Check", func() { c.check(g.Check) })
	}
	if g, ok := c.g.(prox.Shaped); ok {
		c.Guard("WithShape", func() { c.same("WithShape of its own shape", g.WithShape(c.rows, c.cols)) })
	}
	if g, ok := c.g.(prox.Simplified); ok {
		c.Guard("Simplify", func() { c.same("Simplify", g.Simplify()) })
	}
	if g, ok := c.g.(prox.Strengthened); ok {
		if s := g.Strength(); !(s >= 0) {
			c.Faultf("Strength is %g: it must be 0 or more", s)
		}
	}
	if g, ok := c.g.(lowrank.TraceNorm); ok {
		c.Guard("TraceNorm", func() { c.traceNorm(g.TraceNorm()) })
	}
	type nearPolar interface {
		toolkit.Conjugate
		solver.NearPolar
	}
	if g, ok := c.g.(nearPolar); ok {
		c.Guard("PolarNear", func() { c.polarNear(g, g.PolarNear) })
	}
}

// same checks that other is the same penalty, Prox included.
func (c *penalty) same(what string, other toolkit.Proxable) {
	for turn := range 8 {
		x := varied(c.rng, c.d, turn, 2)
		if a, b := c.g.Value(x), other.Value(x); !near(a, b, c.least(1e-12)) {
			c.Once(what+" Value", "%s has another Value: at %v it is %.10g, not %.10g", what, vector(x), b, a)
		}
		z := make([]float64, c.d)
		if other.Prox(z, x, 0.7); !floats.EqualApprox(z, c.at(x, 0.7).z, c.tol) {
			c.Once(what+" Prox", "%s has another Prox: at v = %v, γ = 0.7 it is %v, not %v",
				what, vector(x), vector(z), vector(c.at(x, 0.7).z))
		}
	}
}

// splitRidge checks g = inner + (μ/2)‖·‖².
func (c *penalty) splitRidge(mu float64, inner toolkit.Proxable) {
	for turn := range 8 {
		x := varied(c.rng, c.d, turn, 2)
		sum := mu / 2 * floats.Dot(x, x)
		if inner != nil {
			sum += inner.Value(x)
		}
		if value := c.g.Value(x); !(mu >= 0) || !near(value, sum, c.least(1e-12)) {
			c.Faultf("SplitRidge does not make up Value: μ = %g, and at x = %v the parts add up to %.10g, Value is %.10g",
				mu, vector(x), sum, value)
		}
	}
}

// split checks that g does not depend on the coordinates apart, and is rest on the others.
func (c *penalty) split(apart []int, rest toolkit.Proxable) {
	ascending := slices.IsSorted(apart) && len(slices.Compact(slices.Clone(apart))) == len(apart)
	if !ascending || len(apart) > 0 && (apart[0] < 0 || apart[len(apart)-1] >= c.d) {
		c.Faultf("Split(%d) takes %v apart: these must be coordinates in ascending order, each once", c.d, apart)
		return
	}
	others := func(x []float64) (out []float64) {
		for j, v := range x {
			if !slices.Contains(apart, j) {
				out = append(out, v)
			}
		}
		return out
	}
	for turn := range 8 {
		v := varied(c.rng, c.d, turn, 2)
		p := c.at(v, 0.7)
		for _, j := range apart {
			if p.z[j] != v[j] {
				c.Faultf("Split takes coordinate %d apart, and Prox changes it: from %.10g to %.10g", j, v[j], p.z[j])
			}
		}
		if len(apart) == c.d {
			continue
		}
		x := others(v)
		if a, b := c.g.Value(v), rest.Value(x); !near(a, b, c.least(1e-12)) {
			c.Faultf("Split's rest has another Value: without the coordinates %v it is %.10g, not %.10g, at %v",
				apart, b, a, vector(v))
		}
		z := make([]float64, len(x))
		if rest.Prox(z, x, 0.7); !floats.EqualApprox(z, others(p.z), c.tol) {
			c.Faultf("Split's rest has another Prox: without the coordinates %v it is %v, not %v, at v = %v, γ = 0.7",
				apart, vector(z), vector(others(p.z)), vector(v))
		}
	}
}

// check checks that Check accepts the penalty's own shape, unless it needs several columns, and no number of features
// on which Value or Prox panic.
func (c *penalty) check(check func(d, k int) error) {
	if err := check(c.rows, c.cols); err != nil && c.cols > 1 {
		c.Faultf("Check refuses %d × %d, on which the penalty is checked: %w", c.rows, c.cols, err)
	}
	for _, rows := range []int{1, max(1, c.rows-1), c.rows, c.rows + 1} {
		if check(rows, c.cols) != nil {
			continue
		}
		x := normal(c.rng, rows*c.cols, 1)
		if panics(func() { c.g.Value(x); c.g.Prox(x, x, 1) }) {
			c.Faultf("Check accepts %d × %d, where Value or Prox panics", rows, c.cols)
		}
	}
}

// traceNorm checks that Value is the marker's strength times the sum of the singular values.
func (c *penalty) traceNorm(strength float64) {
	for turn := range 8 {
		x := varied(c.rng, c.d, turn, 2)
		var svd mat.SVD
		svd.Factorize(mat.NewDense(c.rows, c.cols, clone(x)), mat.SVDNone)
		if sum, value := strength*floats.Sum(svd.Values(nil)), c.g.Value(x); !near(sum, value, c.least(1e-9)) {
			c.Faultf("TraceNorm is not Value: on %d × %d matrices at W = %v, its strength times the singular values' sum is "+
				"%.10g, Value is %.10g",
				c.rows, c.cols, vector(x), sum, value)
		}
	}
}

// polarNear checks that PolarNear is a bound from above, and close at a subgradient.
func (c *penalty) polarNear(g toolkit.Conjugate, polarNear func(v, x []float64) float64) {
	for turn := range c.turns {
		p := c.at(varied(c.rng, c.d, turn, 3), 0.7)
		u, far := p.subgradient(), normal(c.rng, c.d, 1)
		polar, bound := g.Polar(u), polarNear(u, p.z)
		if !(bound >= polar*(1-c.tol)) || bound > math.Max(polar, 1)*(1+math.Sqrt(c.tol)) {
			c.Faultf("PolarNear is not a close bound at a subgradient: for z = %v and p = %v it is %.10g, and Polar is %.10g",
				vector(p.z), vector(u), bound, polar)
		}
		if polar, bound := g.Polar(far), polarNear(far, p.z); !(bound >= polar*(1-c.tol)) {
			c.Faultf("PolarNear is less than Polar: for v = %v near x = %v it is %.10g, and Polar is %.10g",
				vector(far), vector(p.z), bound, polar)
		}
	}
}

// jacobian checks that ProxJacobian is I − M for a derivative of Prox: 0 ⪯ M ⪯ I, and where Prox has the same
// differences on both sides along a direction, these. Where it says NaN it claims nothing.
func (c *penalty) jacobian(g toolkit.ProxJacobian) {
	c.arguments(func(v []float64, gamma float64) {
		e, product := normal(c.rng, c.d, 1), make([]float64, c.d)
		var m toolkit.Jacobian
		g.ProxJacobian(&m, v, gamma)
		m.MulVec(product, e)
		if math.IsNaN(floats.Sum(m.Diagonal)) {
			return
		}
		square := floats.Dot(e, e)
		if q := floats.Dot(e, product); q < -1e-9*square || q > square*(1+1e-9) {
			c.Faultf("ProxJacobian is not between 0 and I: at v = %v, γ = %.4g, ⟨e, Me⟩/⟨e, e⟩ is %.10g for e = %v",
				vector(v), gamma, q/square, vector(e))
		}
		h := 1e-6 * math.Max(1e-3, floats.Norm(v, math.Inf(1)))
		after, before := clone(v), clone(v)
		floats.AddScaled(after, h, e)
		floats.AddScaled(before, -h, e)
		up, here, down := c.at(after, gamma).z, c.at(v, gamma).z, c.at(before, gamma).z
		beside, both := clone(v), clone(after)
		f := normal(c.rng, c.d, h)
		floats.Add(beside, f)
		floats.Add(both, f)
		side, sum := c.at(beside, gamma).z, c.at(both, gamma).z
		kink := make([]float64, c.d) // of differences on both sides, and along two directions and their sum
		for j := range kink {
			kink[j] = (math.Abs(up[j]-2*here[j]+down[j]) + math.Abs(sum[j]-up[j]-side[j]+here[j])) / h
			product[j] = e[j] - product[j] - (up[j]-down[j])/(2*h)
		}
		if size := math.Sqrt(square); floats.Norm(kink, 2) <= 1e-3*size && floats.Norm(product, 2) > 1e-2*size {
			c.Faultf("ProxJacobian is not I − M: at v = %v, γ = %.4g along e = %v differences of Prox are off from e − Me by %v",
				vector(v), gamma, vector(e), vector(product))
		}
	})
}

// violation checks that Violation is the distance of a point from its projection, and 0 at that.
func (c *penalty) violation(s toolkit.SupportFunction) {
	c.arguments(func(v []float64, gamma float64) {
		z := c.at(v, gamma).z
		far, want, size := s.Violation(v), floats.Distance(v, z, 2), floats.Norm(v, 2)+floats.Norm(z, 2)
		if !(math.Abs(far-want) <= c.tol*size) || !(s.Violation(z) <= 1e-12*size) {
			c.Faultf("Violation is not the distance: at v = %v it is %.10g, and its projection %v is %.10g away and has %.3g",
				vector(v), far, vector(z), want, s.Violation(z))
		}
	})
}
