// Package calculus makes penalties of others: sums, penalties of linear maps, infimal convolutions, envelopes. They are
// values, as the penalties are that they are made of, and state their terms (toolkit.Composition), so that package
// solver/composite solves what they are part of, with a certificate. What they are made of may be anybody's: of
// functions with Value and Prox alone the conjugate, the polar and the derivative of the proximity operator are NaN,
// which says that they are not known.
package calculus

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
)

func check(dst, v []float64, gamma float64) {
	if !(gamma > 0) {
		panic("calculus: stepsize must be positive")
	}
	if len(dst) != len(v) {
		panic("calculus: length mismatch")
	}
}

// known are the capabilities of a function, of which those that it lacks say NaN.
type known struct{ toolkit.Proxable }

func (g known) conjugate(v []float64) float64 {
	if c, ok := g.Proxable.(toolkit.Conjugate); ok {
		return c.Conjugate(v)
	}
	return math.NaN()
}

func (g known) polar(v []float64) float64 {
	if c, ok := g.Proxable.(toolkit.Conjugate); ok {
		return c.Polar(v)
	}
	return math.NaN()
}

func (g known) jacobian(m *toolkit.Jacobian, v []float64, gamma float64) {
	if j, ok := g.Proxable.(toolkit.ProxJacobian); ok {
		j.ProxJacobian(m, v, gamma)
		return
	}
	m.Reset(len(v))
	for j := range m.Diagonal {
		m.Diagonal[j] = math.NaN()
	}
}
