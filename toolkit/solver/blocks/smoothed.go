package blocks

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// smooth is what Newton's method asks of a loss: ℓ and ℓ' by At, and ℓ”.
type smooth interface {
	At(i int, f float64) (value, slope float64)
	toolkit.TwiceDifferentiable
}

// softHinge is τ log(1 + exp((1 − y_i f)/τ)), which is above the hinge by at most τ log 2. Its slopes lie between −y_i
// and 0, where the conjugate of the hinge is finite: they are dual points of the hinge.
//
// Source: Chen and Mangasarian, A Class of Smoothing Functions for Nonlinear and Mixed Complementarity Problems, 1996.
type softHinge struct {
	of  solver.Margin
	tau float64
}

// At is value and slope −y_i p with p = 1/(1 + exp(−(1 − y_i f)/τ)).
func (l softHinge) At(i int, f float64) (value, slope float64) {
	y := l.of.Hinge(i)
	m := (1 - y*f) / l.tau
	e := math.Exp(-math.Abs(m))
	value, slope = l.tau*(math.Log1p(e)+math.Max(m, 0)), -y/(1+e)
	if m < 0 {
		slope *= e
	}
	return value, slope
}

// Second is p(1 − p)/τ.
func (l softHinge) Second(i int, f float64) float64 {
	e := math.Exp(-math.Abs((1 - l.of.Hinge(i)*f) / l.tau))
	return e / ((1 + e) * (1 + e)) / l.tau
}

// The smoothing of the hinge at first, at last, and what it is divided by.
const (
	firstSmoothing = 0.5
	lastSmoothing  = 1e-4
	lessSmoothing  = 4
)
