package fit

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// lbfgs minimizes a smooth, strongly convex function by the limited-memory BFGS method with backtracking.
//
// Source: Nocedal, Wright, Numerical Optimization, 2006, algorithms 7.4, 7.5 and 3.1.
type lbfgs struct {
	diagonal []float64 // an estimate of the Hessian's diagonal, for the first matrix
	most     int       // of steps
	// stop tells whether w is good enough, of which it is given value and gradient.
	stop func(iter int, value float64, gradient []float64) bool

	s, y [][]float64
	rho  []float64 // 1/⟨s, y⟩
}

// Pairs of steps and changes of the gradient that are kept, and how many steps a search takes at most.
const (
	lbfgsMemory = 6
	lbfgsSteps  = 30
)

// minimize goes on from w, in place; at writes the gradient and returns the value. It ends at the best point met.
func (l *lbfgs) minimize(
	ctx context.Context, w []float64, at func(g, w []float64) (float64, error),
) (solver.Status, error) {
	g, next, gNext := make([]float64, len(w)), make([]float64, len(w)), make([]float64, len(w))
	value, err := at(g, w)
	for iter := 0; err == nil; iter++ {
		switch {
		case l.stop(iter, value, g):
			return solver.Converged, nil
		case iter == l.most:
			return solver.IterationLimit, nil
		}
		d := l.direction(g)
		slope := floats.Dot(d, g)
		step, found, low := 1., false, 0.
		for range lbfgsSteps {
			floats.AddScaledTo(next, w, step, d)
			if low, err = at(gNext, next); err != nil {
				break
			}
			const share = 1e-4 // of the decrease that the slope promises
			if found = low <= value+share*step*slope; found {
				break
			}
			step /= 2
		}
		if !found {
			break
		}
		l.keep(next, w, gNext, g)
		copy(w, next)
		value, g, gNext = low, gNext, g
	}
	switch {
	case err == nil:
		return solver.Stalled, nil
	case context.Cause(ctx) != nil:
		return statusOf(err), nil
	}
	return "", err
}

// keep adds the pair of a step and the change of the gradient, and forgets the oldest.
func (l *lbfgs) keep(next, w, gNext, g []float64) {
	s, y := slices.Clone(next), slices.Clone(gNext)
	floats.Sub(s, w)
	floats.Sub(y, g)
	sy := floats.Dot(s, y)
	if !(sy > 0) { // rounding alone
		return
	}
	if len(l.s) == lbfgsMemory {
		l.s, l.y, l.rho = l.s[1:], l.y[1:], l.rho[1:]
	}
	l.s, l.y, l.rho = append(l.s, s), append(l.y, y), append(l.rho, 1/sy)
}

// direction is −H g.
func (l *lbfgs) direction(g []float64) []float64 {
	q := slices.Clone(g)
	alpha := make([]float64, len(l.s))
	for i := len(l.s) - 1; i >= 0; i-- {
		alpha[i] = l.rho[i] * floats.Dot(l.s[i], q)
		floats.AddScaled(q, -alpha[i], l.y[i])
	}
	scale := 1.
	if last := len(l.s) - 1; last >= 0 {
		yy := 0.
		for k, v := range l.y[last] {
			yy += v * v / l.diagonal[k]
		}
		scale = 1 / (l.rho[last] * yy)
	}
	for k := range q {
		q[k] *= scale / l.diagonal[k]
	}
	for i := range l.s {
		floats.AddScaled(q, alpha[i]-l.rho[i]*floats.Dot(l.y[i], q), l.s[i])
	}
	floats.Scale(-1, q)
	return q
}
