package coordinate

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Conjugate gradients end where the residual is a share of the first, or after so many iterations.
const (
	weightedSteps = 100
	shareLeast    = 1e-3
	shareFirst    = 0.1
	shareMost     = 0.5
)

// share is that of the residual to which conjugate gradients go: the root of what the model gained, of what the one
// before did, as Newton's method then converges superlinearly, and no step is finer than its model.
//
// Source: Eisenstat and Walker, Choosing the Forcing Terms in an Inexact Newton Method, SIAM J. Sci. Comput. 1996,
// choice 2 with α = γ = 1: gains are like squares of residuals.
func (m *weighted) share(gained float64) float64 {
	if !(m.past.gained > 0) {
		return shareFirst
	}
	return math.Max(shareLeast, math.Min(math.Sqrt(gained/m.past.gained), shareMost))
}

// newton goes to where the model would be least if no weight changed its sign, by conjugate gradients on those that are
// not 0, and sets those to 0 that do. It returns how far the model falls, and how far it would if none did; it goes
// nowhere where it does not fall.
//
// An iteration costs less than a pass over these weights, of which many are needed where columns are nearly dependent.
//
// Source: Nocedal and Wright, Numerical Optimization, 2006, Algorithms 5.3 and 7.1.
func (m *weighted) newton(ctx context.Context, share float64) (gained, promised float64) {
	set := m.support()
	a := m.rowsOf(set)
	size := len(set)
	x, change, residual := make([]normal, size), make([]float64, size), make([]float64, size)
	inverse, ridge := make([]float64, size), make([]float64, size)
	for i, k := range set {
		c := &m.weights[k]
		residual[i] = -(c.a.PairSlope(c.row, m.at[c.lo:c.hi]) + math.Copysign(c.bound, c.w) + c.ridge*c.w)
		inverse[i], ridge[i] = 1/c.total(), c.ridge
	}
	enough := linalg.Share(share)
	promised = linalg.ConjugateGradients{
		Times: func(dst, v []float64) {
			for i := range x {
				x[i].along = v[i]
			}
			a.products(x, m.at)
			for i, r := range ridge {
				dst[i] = x[i].product + r*v[i]
			}
			m.visited += size
		},
		Precondition: func(dst, r []float64) { floats.MulTo(dst, r, inverse) },
		Steps:        weightedSteps,
		Stop:         func(square, first float64) bool { return enough(square, first) || context.Cause(ctx) != nil },
	}.Solve(change, residual)
	return m.move(set, change, a), promised
}

// support are the weights that are not 0, or not penalized, of columns that are not 0.
func (m *weighted) support() (set []int32) {
	for k := range m.weights {
		if c := &m.weights[k]; c.square > 0 && (c.w != 0 || c.bound == 0) {
			set = append(set, int32(k))
		}
	}
	return set
}

// move takes a step, or the first of a few halves of it, where the model falls by it; weights that would change sign
// become 0.
func (m *weighted) move(set []int32, change []float64, a *sparseRows) (gained float64) {
	part := make([]float64, len(change))
	for length := 1.; length >= shortest && gained == 0; length /= 2 {
		floats.ScaleTo(part, length, change)
		gained = m.tryMove(set, part, a)
	}
	return gained
}

// shortest is the part of a step that is tried last.
const shortest = 1. / 64

// tryMove is move for one length.
func (m *weighted) tryMove(set []int32, change []float64, a *sparseRows) (gained float64) {
	for i, k := range set {
		c := &m.weights[k]
		if now := c.w + change[i]; c.bound > 0 && c.w*now <= 0 {
			change[i] = -c.w
		}
		gained -= c.bound*(math.Abs(c.w+change[i])-math.Abs(c.w)) + c.ridge/2*change[i]*(2*c.w+change[i])
	}
	moved := make([]float64, len(m.at))
	for i := range moved {
		moved[i] = a.dot(i, change)
		at := m.at[a.order[i]]
		gained -= moved[i] * (at.Slope + at.Curvature/2*moved[i])
	}
	if !(gained > 0) {
		return 0
	}
	for i, k := range set {
		m.weights[k].w += change[i]
	}
	for i, z := range moved {
		at := &m.at[a.order[i]]
		at.Slope += at.Curvature * z
	}
	return gained
}
