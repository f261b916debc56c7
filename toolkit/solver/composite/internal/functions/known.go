// Package functions has functions made of others: with what is not known of one, on rays, squared distances.
package functions

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// unknown stands for what is not known of a function.
type unknown struct{}

// Conjugate is NaN.
func (unknown) Conjugate([]float64) float64 { return math.NaN() }

// Polar is NaN.
func (unknown) Polar([]float64) float64 { return math.NaN() }

// ProxJacobian is NaN.
func (unknown) ProxJacobian(m *toolkit.Jacobian, v []float64, _ float64) {
	m.Reset(len(v))
	for j := range m.Diagonal {
		m.Diagonal[j] = math.NaN()
	}
}

// pieces are a function put together.
type (
	pieces struct {
		toolkit.Proxable
		conjugate
		derivative
	}
	conjugate  interface{ toolkit.Conjugate }
	derivative interface{ toolkit.ProxJacobian }
)

// Composable is a function with all that is asked of it; what is not known is NaN.
func Composable(f toolkit.Proxable) toolkit.Composable {
	if whole, ok := f.(toolkit.Composable); ok {
		return whole
	}
	out := pieces{f, unknown{}, unknown{}}
	if c, ok := f.(toolkit.Conjugate); ok {
		out.conjugate = c
	}
	if j, ok := f.(toolkit.ProxJacobian); ok {
		out.derivative = j
	}
	return out
}

// Known tells what is known of a function of so many numbers: whether a gap rests on its conjugate, and whether it has
// the derivative that Newton steps need.
func Known(f toolkit.Proxable, rows int) (conjugate, derivative bool) {
	g, zero := Composable(f), make([]float64, rows)
	var m toolkit.Jacobian
	g.ProxJacobian(&m, zero, 1)
	return !math.IsNaN(g.Polar(zero)), !floats.HasNaN(m.Diagonal)
}
