package gradient

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Hessian is a smooth function that knows its second derivatives, or nil where it does not.
type Hessian interface {
	HessianAt(x []float64) *mat.Dense
	Level(step []float64)
}

// semismooth tries Newton steps on the fixed point of proximal gradient steps,
//
//	r(x) = x − prox_{g/L}(x − ∇f(x)/L) = 0,      (I − D (I − H/L)) s = −r,
//
// with D a generalized derivative of the prox, by differences, and H that of ∇f: FISTA needs the more steps the farther
// apart the units of features are, these do not see units. A step is taken where f + g falls, after a proximal step
// from its end; else it is left out, and tried again after twice as many iterations.
//
// Source: Qi, Sun, A Nonsmooth Version of Newton's Method, Math. Program. 1993; of this equation Patrinos, Stella,
// Bemporad, Forward-Backward Truncated Newton Methods for Convex Composite Optimization, 2014.
type semismooth struct {
	f    toolkit.Smooth
	of   Hessian
	g    toolkit.Proxable
	next int // the iteration to try again
	wait int // iterations to wait after a failure

	evals int     // calls of f in the last steps
	least float64 // the least difference, relative to the largest unknown
}

// A step is tried of at most so many unknowns, first after so many iterations.
const (
	mostSemismooth  = 400
	firstSemismooth = 100
	inARow          = 30 // steps
	halvings        = 12 // of a step
)

// newSemismooth is for what can be solved so; nil for others.
func newSemismooth(f toolkit.Smooth, g toolkit.Proxable, size int) *semismooth {
	of, ok := f.(Hessian)
	if w, weak := g.(solver.WeaklyConvex); !ok || size > mostSemismooth || weak && w.WeakConvexity() > 0 {
		return nil
	}
	return &semismooth{f: f, of: of, g: g, next: firstSemismooth, wait: firstSemismooth, least: 1e-5}
}

// accelerate takes Newton steps from a point where f + g is known, where it is time for them; ok tells whether any was
// taken, and the point is the one that they lead to.
func (n *semismooth) accelerate(at *Point, iter int, l float64) (ok bool) {
	if n == nil || iter < n.next {
		return false
	}
	count := 0
	n.evals = 0
	for count < inARow && n.step(at, l) {
		count++
	}
	if count > 0 && count < inARow {
		n.wait = firstSemismooth
	}
	n.next, n.wait = iter+n.wait, 2*n.wait
	return count > 0
}

// step takes one, and tells whether f + g fell.
func (n *semismooth) step(at *Point, most float64) bool {
	hessian := n.of.HessianAt(at.X)
	if hessian == nil {
		return false
	}
	n.f.ValueGrad(at.Grad, at.X)
	n.evals++
	var best []float64
	least := at.Objective - 1e-13*math.Abs(at.Objective)
	for l := most; l > 1e-9*most; l /= 1e3 {
		direction := n.direction(at, hessian, l)
		if direction != nil {
			n.of.Level(direction)
		}
		for t := 1.; direction != nil && t > 1/float64(int(1)<<halvings); t /= 4 {
			if point, value := n.end(at, direction, t, most); value < least {
				best, least = point, value
				break
			}
		}
	}
	if best == nil {
		return false
	}
	copy(at.X, best)
	at.Objective = least
	return true
}

// end is the proximal step from the end of a part of a step, and f + g there.
func (n *semismooth) end(at *Point, direction []float64, t, l float64) (point []float64, value float64) {
	point, grad := make([]float64, len(at.X)), make([]float64, len(at.X))
	floats.AddScaledTo(point, at.X, t, direction)
	n.f.ValueGrad(grad, point)
	n.evals += 2
	floats.AddScaled(point, -1/l, grad)
	value = n.g.Prox(point, point, 1/l)
	return point, value + n.f.Value(point)
}

// direction is Newton's, nil where there is none.
func (n *semismooth) direction(from *Point, hessian *mat.Dense, l float64) []float64 {
	d := len(from.X)
	v, p, moved := make([]float64, d), make([]float64, d), make([]float64, d)
	floats.AddScaledTo(v, from.X, -1/l, from.Grad)
	n.g.Prox(p, v, 1/l)
	floats.SubTo(moved, v, p)
	h := math.Max(1e-3*floats.Norm(moved, math.Inf(1)), n.least*floats.Norm(p, math.Inf(1)))
	if !(h > 0) {
		return nil
	}
	forward := mat.NewDense(d, d, nil) // D
	at := append([]float64(nil), v...)
	for j := range d {
		at[j] = v[j] + h
		n.g.Prox(moved, at, 1/l)
		at[j] = v[j]
		for i := range d {
			forward.Set(i, j, (moved[i]-p[i])/h)
		}
	}
	var system mat.Dense // I − D + D H/L
	system.Mul(forward, hessian)
	system.Scale(1/l, &system)
	system.Sub(&system, forward)
	right := mat.NewVecDense(d, nil)
	for j := range d {
		system.Set(j, j, system.At(j, j)+1)
		right.SetVec(j, p[j]-from.X[j])
	}
	return solveNear(&system, right, farthest*math.Max(floats.Norm(from.X, math.Inf(1)), floats.Norm(p, math.Inf(1))))
}

// farthest is how much larger than the point a step may be. Along directions that neither f nor g sees, as the means of
// sets that an unpenalized column has, a system is singular, and its solution has any length.
const farthest = 1e4

// solveNear solves a system for a step that is not longer than that, where need be with a little more on the diagonal;
// nil where there is none.
func solveNear(system *mat.Dense, right *mat.VecDense, longest float64) []float64 {
	for _, more := range []float64{0, 1e-13, 1e-10} {
		for j := range right.Len() {
			system.Set(j, j, system.At(j, j)+more)
		}
		var out mat.VecDense
		if err := out.SolveVec(system, right); err == nil && floats.Norm(out.RawVector().Data, math.Inf(1)) <= longest {
			return out.RawVector().Data
		}
	}
	return nil
}
