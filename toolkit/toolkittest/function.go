package toolkittest

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver/bundle"
)

// Function checks a convex function given by values and subgradients, which certificates of bundle methods presume. At
// pairs of points v, w of sizes from 0 to 30:
//
//	f(v) ≥ f(w) + ⟨a, v − w⟩ for a ∈ ∂f(w),   f(w + t(v − w)) ≤ (1 − t) f(w) + t f(v),
//
// the slope ⟨a, d⟩ lies between the difference quotients of f along d to both sides, for random directions and single
// coordinates; a second call finds the same, whatever was in a before, and leaves w alone; NaN in w is seen, but for a
// constant. Where f is
// a bundle.Metric, the inner product is that, and must be bilinear, symmetric and positive semidefinite. Points of
// one's own are tried first; a call on n variables is made some 400 times, up to 30 of them along coordinates.
func Function(f bundle.Function, opts ...Option) error {
	c := &function{settings: newSettings(opts), f: f, rng: newRand()}
	if c.metric, _ = f.(bundle.Metric); f.Dim() < 1 {
		c.Faultf("Dim is %d: there is nothing to check", f.Dim())
	} else {
		c.Guard("Apply", c.products)
		c.Guard("Subgradient", c.check)
	}
	if t, ok := f.(bundle.Terms); ok && t.Terms() < 1 {
		c.Faultf("Terms is %d: a sum has a term or more", t.Terms())
	}
	return c.Err("toolkittest: Function of %T on %d variables", f, f.Dim())
}

type function struct {
	report
	settings
	f      bundle.Function
	metric bundle.Metric
	rng    *rand.Rand
}

// place is the function at a point.
type place struct {
	w, a, dual []float64 // dual is Ka: ⟨a, d⟩ is its product with d
	value      float64
}

// at calls Subgradient; ok says that it found numbers.
func (c *function) at(w []float64) (p place, ok bool) {
	p = place{w: w, a: make([]float64, len(w))}
	kept := slices.Clone(w)
	for j := range p.a {
		p.a[j] = math.NaN() // to be overwritten
	}
	var err error
	if p.value, err = c.f.Subgradient(context.Background(), p.a, w); err != nil {
		c.Faultf("Subgradient fails at %v: %v", vector(w), err)
		return p, false
	}
	if !slices.Equal(w, kept) {
		c.Faultf("Subgradient changes w: it was %v and is %v", vector(kept), vector(w))
	}
	if !finite(p.value) || !finite(p.a...) {
		c.Faultf("Subgradient is not finite, or leaves entries of a as they were: at %v it is %g with %v", vector(w), p.value,
			vector(p.a))
		return p, false
	}
	p.dual = p.a
	if c.metric != nil {
		p.dual = make([]float64, len(w))
		c.metric.Apply(p.dual, p.a)
	}
	return p, true
}

func (c *function) check() {
	n := c.f.Dim()
	points := [][]float64{make([]float64, n)}
	for _, p := range c.points {
		if len(p) == n {
			points = append(points, clone(p))
		}
	}
	for turn := range 12 {
		points = append(points, varied(c.rng, n, turn, []float64{1, 0.1, 30, 5}[turn/4]))
	}
	places := make([]place, 0, len(points))
	for _, w := range points {
		if p, ok := c.at(w); ok {
			places = append(places, p)
			c.again(p)
			c.around(p)
		}
	}
	for i, p := range places {
		for j, q := range places {
			if i != j {
				c.tangent(p, q, "at")
			}
		}
		c.between(p, places[(i+1)%len(places)])
	}
	if slices.ContainsFunc(places, func(p place) bool { return p.value != places[0].value }) {
		c.nan()
	}
}

// again calls a second time.
func (c *function) again(p place) {
	if q, ok := c.at(clone(p.w)); ok && (q.value != p.value || !slices.Equal(q.a, p.a)) {
		c.Faultf("Subgradient is another in a second call: at %v it is %.10g with %v, then %.10g with %v",
			vector(p.w), p.value, vector(p.a), q.value, vector(q.a))
	}
}

// around compares slopes with differences: along random directions and up to 30 coordinates.
func (c *function) around(p place) {
	const few, coordinates = 3, 30
	n, h := len(p.w), 1e-6*max(1, floats.Norm(p.w, math.Inf(1)))
	along := func(direction []float64) {
		for _, step := range []float64{h, -h} {
			w := clone(p.w)
			floats.AddScaled(w, step, direction)
			if q, ok := c.at(w); ok {
				c.tangent(p, q, "beside")
			}
		}
	}
	for range few {
		along(normal(c.rng, n, 1))
	}
	for _, j := range c.rng.Perm(n)[:min(n, coordinates/few)] {
		e := make([]float64, n)
		e[j] = 1
		along(e)
	}
}

// tangent compares f at q with the plane of p.
func (c *function) tangent(p, q place, where string) {
	slope := floats.Dot(p.dual, q.w) - floats.Dot(p.dual, p.w)
	size := math.Abs(p.value) + math.Abs(q.value) + floats.Norm(p.dual, 2)*(floats.Norm(p.w, 2)+floats.Norm(q.w, 2))
	if excess := p.value + slope - q.value; excess > c.least(1e-12)*size {
		c.Once(where, "Subgradient is none, or f is not convex: the plane of %v, where f is %.8g and a %v, is %.4g above "+
			"f = %.8g %s %v", vector(p.w), p.value, vector(p.a), excess, q.value, where, vector(q.w))
	}
}

// between checks convexity on a segment.
func (c *function) between(p, q place) {
	for _, t := range []float64{0.2, 0.5, 0.9} {
		w := clone(p.w)
		floats.Scale(1-t, w)
		floats.AddScaled(w, t, q.w)
		m, ok := c.at(w)
		chord := (1-t)*p.value + t*q.value
		if ok && m.value > chord+c.least(1e-12)*(math.Abs(p.value)+math.Abs(q.value)+math.Abs(m.value)) {
			c.Faultf("f is not convex: between %v and %v it is %.8g, and the chord has %.8g", vector(p.w), vector(q.w), m.value,
				chord)
		}
	}
}

// nan checks that NaN in w does not vanish.
func (c *function) nan() {
	n := c.f.Dim()
	w, a := normal(c.rng, n, 1), make([]float64, n)
	for j := range w {
		w[j] = math.NaN()
	}
	if value, err := c.f.Subgradient(context.Background(), a, w); err == nil && finite(value) && finite(a...) {
		c.Faultf("Subgradient swallows NaN: where w is NaN it is %g with %v", value, vector(a))
	}
}

// products checks the inner product of a Metric.
func (c *function) products() {
	if c.metric == nil {
		return
	}
	n := c.f.Dim()
	apply := func(v []float64) []float64 {
		dst := make([]float64, n)
		c.metric.Apply(dst, v)
		return dst
	}
	for range 10 {
		u, v := normal(c.rng, n, 1), normal(c.rng, n, 1)
		ku, kv := apply(u), apply(v)
		size := floats.Norm(u, 2)*floats.Norm(kv, 2) + floats.Norm(v, 2)*floats.Norm(ku, 2)
		if a, b := floats.Dot(u, kv), floats.Dot(v, ku); !(math.Abs(a-b) <= c.least(1e-9)*size) {
			c.Faultf("Apply is not symmetric: ⟨u, Kv⟩ = %.8g and ⟨v, Ku⟩ = %.8g", a, b)
		}
		if square := floats.Dot(u, ku); !(square >= -c.least(1e-9)*size) {
			c.Faultf("Apply is not positive semidefinite: ⟨u, Ku⟩ = %.4g", square)
		}
		sum := clone(u)
		floats.AddScaled(sum, 2, v)
		floats.AddScaled(ku, 2, kv)
		if both := apply(sum); !(floats.Distance(both, ku, 2) <= c.least(1e-9)*(1+floats.Norm(ku, 2))) {
			c.Faultf("Apply is not linear: K(u + 2v) is %v, and Ku + 2Kv %v", vector(both), vector(ku))
		}
	}
}
