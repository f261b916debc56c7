// Package sets holds convex sets as penalties: indicators, which are 0 in a set and +Inf outside of it, with the
// projections on them as proximity operators. All are toolkit.SupportFunctions, and those without Terms are
// toolkit.Composables: constraints of sums, behind linear maps, that package solver/composite solves.
package sets

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// Set is a convex set.
type Set interface {
	toolkit.Proxable
	toolkit.SupportFunction
	// Constraint is true: a strength has no meaning.
	Constraint() bool
	// String is the set's name.
	String() string
	// Check tells what is wrong with it on d×k weights.
	Check(d, k int) error
}

// slack is what rounding may put a point out of a set by, or a vector out of where a support function is finite,
// relative to its size.
const slack = 1e-12

// value is 0 in a set, +Inf outside of it.
func value(s toolkit.SupportFunction, x []float64, size float64) float64 {
	if s.Violation(x) <= slack*size {
		return 0
	}
	return math.Inf(1)
}

// finite is the support function of a cone, or of what else is finite on a cone alone: sup there, +Inf elsewhere.
func finite(polar, sup float64) float64 {
	if polar == 0 {
		return sup
	}
	return math.Inf(1)
}

// inside is 0 for what is at most rounding beside a size, else +Inf, and NaN for NaN: a polar.
func inside(off, size float64) float64 {
	switch {
	case off <= slack*size:
		return 0
	case off != off:
		return off
	}
	return math.Inf(1)
}

// begin checks the arguments of a projection, and copies v where it holds a NaN, which is to stay.
func begin(dst, v []float64, gamma float64) (ends bool) {
	if !(gamma > 0) {
		panic("sets: stepsize must be positive")
	}
	if len(dst) != len(v) {
		panic("sets: length mismatch")
	}
	if floats.HasNaN(v) {
		copy(dst, v)
		return true
	}
	return false
}

// most is ‖x‖∞.
func most(x []float64) float64 { return floats.Norm(x, math.Inf(1)) }

// all makes M a multiple of I.
func all(m *toolkit.Jacobian, n int, diagonal float64) {
	m.Reset(n)
	for j := range m.Diagonal {
		m.Diagonal[j] = diagonal
	}
}

// distance is ‖x − z‖ for the projection z of x.
func distance(s toolkit.Proxable, x []float64) float64 {
	z := make([]float64, len(x))
	s.Prox(z, x, 1)
	return floats.Distance(x, z, 2)
}
