package calculus

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
)

// MoreauEnvelope is the least of g(z) + ‖x − z‖²/(2 Gamma) over z, Gamma > 0: g made smooth, as the absolute value
// becomes Huber's, and the indicator of a set half the squared distance for Gamma = 1.
//
// Source: Bauschke and Combettes, Convex Analysis and Monotone Operator Theory, 2011, Proposition 23.29.
type MoreauEnvelope struct {
	Of    toolkit.Proxable
	Gamma float64
}

// at is the envelope at x, and what of g it is found at.
func (g MoreauEnvelope) at(x []float64) (value float64) {
	z := make([]float64, len(x))
	value = g.Of.Prox(z, x, g.Gamma)
	far := floats.Distance(x, z, 2)
	return value + far*far/(2*g.Gamma)
}

// Value is the least value.
func (g MoreauEnvelope) Value(x []float64) float64 { return g.at(x) }

// Prox is v + γ/(γ + Gamma) (prox_{(γ+Gamma)g}(v) − v).
func (g MoreauEnvelope) Prox(dst, v []float64, gamma float64) float64 {
	check(dst, v, gamma)
	z := make([]float64, len(v))
	g.Of.Prox(z, v, gamma+g.Gamma)
	t := gamma / (gamma + g.Gamma)
	for j, x := range v {
		dst[j] = (1-t)*x + t*z[j]
	}
	return g.at(dst)
}

// ProxJacobian is γ/(γ + Gamma) times that of g at γ + Gamma.
func (g MoreauEnvelope) ProxJacobian(m *toolkit.Jacobian, v []float64, gamma float64) {
	known{g.Of}.jacobian(m, v, gamma+g.Gamma)
	t := gamma / (gamma + g.Gamma)
	floats.Scale(t, m.Diagonal)
	for k := range m.Ones {
		m.Ones[k].Weight *= t
	}
}

// Conjugate is g*(v) + (Gamma/2)‖v‖².
func (g MoreauEnvelope) Conjugate(v []float64) float64 {
	return known{g.Of}.conjugate(v) + g.Gamma/2*floats.Dot(v, v)
}

// Polar is that of g.
func (g MoreauEnvelope) Polar(v []float64) float64 { return known{g.Of}.polar(v) }

// Clip takes v to where the conjugate is finite, where g can.
func (g MoreauEnvelope) Clip(v []float64, cone bool) {
	if c, ok := g.Of.(interface{ Clip(v []float64, cone bool) }); ok {
		c.Clip(v, cone)
	}
}

// Terms are itself, where g is one function; else those of g and a square, of parts of x.
func (g MoreauEnvelope) Terms(d int) (toolkit.Terms, bool) {
	t, ok := terms.Of(g.Of, d)
	if !ok {
		return t, false
	}
	whole := linalg.ToCSR(linalg.Identity(d))
	if len(t.Of) == 1 && t.Part == nil && t.Linear == nil && t.Of[0].Offset == nil && identity(t.Of[0].Map) {
		one := MoreauEnvelope{t.Of[0].Function, g.Gamma}
		return toolkit.Terms{Of: []toolkit.Term{{Function: one, Map: whole}}}, true
	}
	square := toolkit.Terms{Of: []toolkit.Term{{Function: Square{1 / g.Gamma}, Map: whole}}}
	return parted([]toolkit.Terms{t, square}, d), true
}

// String is the function's name.
func (g MoreauEnvelope) String() string { return name(g.Of) + ", smoothed" }

// Check tells what is wrong with the penalty on d×k weights.
func (g MoreauEnvelope) Check(d, k int) error { return checkOne(g.Of, d, k) }
