package toolkittest

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Prox checks a penalty g on d coordinates:
//
//   - Value is convex along segments, is never NaN or −Inf, and leaves its argument alone;
//   - Prox returns Value at its point, the same again in a second call and with dst = v, and does not change v;
//   - Prox is the minimizer: with p = (v − z)/γ, g(y) ≥ g(z) + ⟨p, y − z⟩ for all y, which is the three-point
//     inequality, and a search without derivatives finds no lower point; two of its points are never farther apart
//     than their arguments;
//   - huge and tiny numbers give finite points, NaN stays visible at its coordinate, γ ≤ 0 and a dst of another
//     length panic;
//   - FISTA with it ends where plain proximal gradient steps end, on a random least squares problem.
//
// What else g can do is checked where it is found:
//
//   - toolkit.Conjugate: the Fenchel–Young inequality between any two points, and its equality at z and p, which
//     together are Moreau's identity; Polar is the gauge of the domain;
//   - toolkit.ProxJacobian: differences of Prox; toolkit.SupportFunction: Violation is the distance from Prox;
//   - toolkit.IterativeProx: the gap is a bound, the tolerance is met, dual variables are gone on from;
//   - toolkit.BlockNorm, toolkit.Gauge and toolkit.MatrixGauge (on the matrices of Shape) and the marker TraceNorm
//     agree with Value;
//   - WeakConvexity, of a penalty that is not convex: the inequalities are those of g + (ρ/2)‖·‖², at γ below 1/ρ, and
//     FISTA ends where no proximal step leads any further;
//   - what packages solver and fit ask for: SplitRidge, PolarNear, Split, Check, WithShape, Strength and Simplify.
//
// The random v have sizes between 0.1 and 30, and where there is a polar, sizes at which some coordinates vanish and
// others do not: g should have a strength to match. Weights of 0, and a strength of 0, are for further calls to try.
// Prox panics where d is not positive, or not the number of entries of Shape.
func Prox(g toolkit.Proxable, d int, opts ...Option) error {
	c := newPenalty(g, d, opts)
	c.Guard("Value", c.values)
	c.Guard("Prox", c.proxes)
	c.Guard("Prox", c.edges)
	if k, ok := g.(toolkit.Conjugate); ok {
		c.Guard("Conjugate or Polar", func() { c.conjugate(k) })
	}
	if p, ok := g.(toolkit.IterativeProx); ok {
		c.Guard("ProxTo", func() { c.iterative(p) })
	}
	if b, ok := g.(toolkit.BlockNorm); ok {
		c.Guard("Blocks", func() { c.blocks(b) })
	}
	if a, ok := g.(toolkit.Gauge); ok {
		c.gauge(rankOne(a, c.rows, c.cols))
	}
	if a, ok := g.(toolkit.MatrixGauge); ok {
		c.gauge(anyRank(a, c.rows, c.cols))
	}
	c.structure()
	c.Guard("FISTA with it", c.solve)
	return c.Err("toolkittest: Prox of %T on %s", g, c.size())
}

// gauge checks a linear minimization oracle.
func (c *penalty) gauge(of *gauge) {
	of.report, of.settings = &c.report, c.settings
	c.Guard(of.name, of.check)
}

// penalty is a penalty under check.
type penalty struct {
	report
	settings
	g     toolkit.Proxable
	d     int
	rng   *rand.Rand
	weak  float64 // ρ, for which g + (ρ/2)‖·‖² is convex: 0 where g is
	tol   float64 // relative, of inequalities between values
	gap   float64 // relative, of Prox's objective where it iterates; 0 where not
	unit  float64 // Value at a vector of length 1, about; 0 where that is not finite
	turns int     // how many points are tried
}

func newPenalty(g toolkit.Proxable, d int, opts []Option) *penalty {
	c := &penalty{settings: newSettings(opts), g: g, d: d, rng: newRand(), turns: 48}
	if c.rows*c.cols == 0 {
		c.rows, c.cols = d, 1
	}
	if d < 1 || c.rows*c.cols != d {
		panic("toolkittest: the shape has not as many entries as there are coordinates")
	}
	c.tol = c.least(1e-9)
	if w, ok := g.(solver.WeaklyConvex); ok {
		c.weak = w.WeakConvexity()
	}
	if _, iterates := g.(toolkit.IterativeProx); iterates {
		c.tol, c.gap, c.turns = c.least(1e-5), 1e-13, 12
	}
	return c
}

func (c *penalty) size() string {
	if c.cols == 1 {
		return fmt.Sprintf("%d coordinates", c.d)
	}
	return fmt.Sprintf("%d × %d matrices", c.rows, c.cols)
}

// point is an argument of Prox and what it gives.
type point struct {
	v, z  []float64
	gamma float64
	value float64 // as Prox returns it
}

// at calls Prox.
func (c *penalty) at(v []float64, gamma float64) point {
	z := make([]float64, len(v))
	return point{v, z, gamma, c.g.Prox(z, v, gamma)}
}

// subgradient is p = (v − z)/γ.
func (p point) subgradient() []float64 {
	out := make([]float64, len(p.v))
	floats.SubTo(out, p.v, p.z)
	floats.Scale(1/p.gamma, out)
	return out
}

// objective is g(y) + ‖y − v‖²/(2γ).
func (c *penalty) objective(p point) func(y []float64) float64 {
	return func(y []float64) float64 {
		far := floats.Distance(y, p.v, 2)
		return c.g.Value(y) + far*far/(2*p.gamma)
	}
}

// arguments are the v and γ to try, γ below 1/ρ.
func (c *penalty) arguments(try func(v []float64, gamma float64)) {
	yield := func(v []float64, gamma float64) {
		if c.weak > 0 {
			gamma = math.Min(gamma, 0.9/c.weak)
		}
		try(v, gamma)
	}
	for _, v := range c.points {
		for _, gamma := range []float64{0.3, 1, 4} {
			if len(v) == c.d {
				yield(clone(v), gamma)
			}
		}
	}
	yield(make([]float64, c.d), 1)
	for turn := range c.turns {
		v := varied(c.rng, c.d, turn, []float64{3, 1, 0.1, 30}[turn/4%4])
		gamma := math.Exp(1.5 * c.rng.NormFloat64())
		if k, ok := c.g.(toolkit.Conjugate); ok && turn%2 == 1 {
			if s := 2 * gamma / k.Polar(v); s > 1e-6 && s < 1e6 { // neither all zero nor far from it
				floats.Scale(s, v)
			}
		}
		yield(v, gamma)
	}
}

// values checks Value by itself.
func (c *penalty) values() {
	x := normal(c.rng, c.d, 1)
	if value := c.g.Value(x); finite(value) {
		c.unit = math.Abs(value) / floats.Norm(x, 2)
	}
	for turn := range 2 * c.turns {
		a, b := varied(c.rng, c.d, turn, 3), varied(c.rng, c.d, turn/4, 1)
		if turn%3 == 0 { // an indicator's domain may be small
			a, b = c.at(a, 1).z, c.at(b, 1).z
		}
		middle, before := make([]float64, c.d), clone(a)
		floats.AddTo(middle, a, b)
		floats.Scale(0.5, middle)
		ga, gb, gm := c.g.Value(a), c.g.Value(b), c.g.Value(middle)
		switch {
		case !floats.Equal(a, before):
			c.Faultf("Value changes its argument %v to %v", vector(before), vector(a))
			return
		case math.IsNaN(ga) || math.IsInf(ga, -1):
			c.Faultf("Value is %g at %v", ga, vector(a))
		case c.g.Value(a) != ga:
			c.Faultf("Value is %g at %v, and %g when asked again", ga, vector(a), c.g.Value(a))
		case gm > (ga+gb)/2+c.weak/8*squaredDistance(a, b)+c.tol*(math.Abs(ga)+math.Abs(gb))+c.rounding(a)+c.rounding(b):
			c.Faultf("Value is not convex: it is %.6g at %v, %.6g at %v, and %.6g half-way between",
				ga, vector(a), gb, vector(b), gm)
		}
	}
}

// rounding is what entries of the size of x may lose in Value.
func (c *penalty) rounding(x []float64) float64 { return 1e-14 * c.unit * floats.Norm(x, 2) }

// proxes checks Prox at every argument.
func (c *penalty) proxes() {
	var last point
	searches := 0
	c.arguments(func(v []float64, gamma float64) {
		before := clone(v)
		p := c.at(v, gamma)
		if !floats.Equal(v, before) {
			c.Faultf("Prox changes its argument v from %v to %v", vector(before), vector(v))
			copy(v, before)
		}
		if !finite(p.z...) {
			c.Faultf("Prox of v = %v, γ = %.4g is %v, which is not finite", vector(v), gamma, vector(p.z))
			return
		}
		if want := c.g.Value(p.z); !near(p.value, want, c.least(1e-12)) {
			c.Faultf("Prox returns a wrong value: at v = %v, γ = %.4g it returns %.15g, and Value at its z = %v is %.15g",
				vector(v), gamma, p.value, vector(p.z), want)
		}
		c.again(p)
		c.subgradients(p)
		if searches++; searches <= 10 {
			c.search(p, p.z)
			c.search(p, v)
		}
		if last.z != nil {
			c.nonexpansive(p, c.at(last.v, gamma))
		}
		last = p
	})
}

// again calls Prox a second time, then with dst = v.
func (c *penalty) again(p point) {
	if again := c.at(p.v, p.gamma); !floats.Equal(again.z, p.z) {
		c.Faultf("Prox keeps a state: at v = %v, γ = %.4g it is %v, and %v in a second call",
			vector(p.v), p.gamma, vector(p.z), vector(again.z))
	}
	alias := clone(p.v)
	if c.g.Prox(alias, alias, p.gamma); !floats.Equal(alias, p.z) {
		c.Faultf("Prox with dst = v is another point: at v = %v, γ = %.4g it is %v, otherwise %v",
			vector(p.v), p.gamma, vector(alias), vector(p.z))
	}
}

// nonexpansive checks (1 − γρ)‖z − z′‖² ≤ ⟨z − z′, v − v′⟩ for two points with the same γ.
func (c *penalty) nonexpansive(p, q point) {
	dz, dv := make([]float64, c.d), make([]float64, c.d)
	floats.SubTo(dz, p.z, q.z)
	floats.SubTo(dv, p.v, q.v)
	left, right := (1-p.gamma*c.weak)*floats.Dot(dz, dz), floats.Dot(dz, dv)
	if left > right+c.tol*(left+floats.Dot(dv, dv)) {
		c.Faultf("Prox is not firmly nonexpansive, as that of a convex function is: at γ = %.4g it takes %v to %v and %v "+
			"to %v",
			p.gamma, vector(p.v), vector(p.z), vector(q.v), vector(q.z))
	}
}
