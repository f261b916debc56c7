package risk

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/internal/quasinewton"
)

// LBFGS is the limited-memory quasi-Newton method for smooth losses, such as those of conditional random fields, with
// the line search of Moré and Thuente. P is μ-strongly convex, so that at every point
//
//	P(θ) − P* ≤ ‖∇P(θ)‖²/(2μ),
//
// which holds for subgradients too; but where losses have kinks the steps become short before they are there. Where no
// step decreases P, as rounding allows no more, θ stays as it is: solver.NoDecrease stops there.
//
// Source: Nocedal, Wright, Numerical Optimization, 2006, algorithm 7.5; Nesterov, Introductory Lectures on Convex
// Optimization, 2004, theorem 2.1.10.
type LBFGS struct {
	// Mu is μ > 0.
	Mu float64
	// Memory is the number of steps that are remembered; 0 for 10.
	Memory int
}

// Vector is a toolkit.Params that is one dense vector; AddToVector is dst ← dst + step·u for a dst laid out alike.
type Vector interface {
	toolkit.Params
	toolkit.Vectorer
	AddToVector(dst []float64, step float64, u *toolkit.Update)
}

// Iterations starts from θ = 0: it resets p when the range begins, trains it in place and yields after each step. p
// must be a Vector, as a params.Model of explicit blocks is.
func (c LBFGS) Iterations(ctx context.Context, oracle toolkit.Oracle, p toolkit.Params) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		s := begin(p)
		if err := check(c.Mu, oracle); err != nil {
			return s, nil, err
		}
		v, ok := p.(Vector)
		if ok {
			_, ok = v.Vector()
		}
		switch {
		case !ok:
			return s, nil, errors.New("quasi-Newton steps need parameters that are one dense vector, such as a model of " +
				"explicit blocks")
		case c.Memory < 0:
			return s, nil, fmt.Errorf("a memory of %d steps: the number must be positive", c.Memory)
		case c.Memory == 0:
			c.Memory = 10
		}
		reset(p)
		q := &quasiNewton{LBFGS: c, State: s, oracle: oracle, v: v, sizes: newSizes(p, oracle.Len())}
		q.hessian.Memory = c.Memory
		return s, q.step, nil
	})
}

// quasiNewton is the method at work.
type quasiNewton struct {
	LBFGS
	*State
	oracle  toolkit.Oracle
	v       Vector
	sizes   *sizes
	hessian quasinewton.LBFGS
	at      place // where the last step led; its gradient is nil before the first
	u       toolkit.Update
}

// place is a point with what is known there.
type place struct {
	x, gradient []float64
	objective   float64
	off         float64 // how much the gradient may be off by rounding
}

// step takes one step of the line search's length.
func (q *quasiNewton) step(ctx context.Context) (objective float64, err error) {
	if q.at.gradient == nil {
		w, _ := q.v.Vector()
		if q.at, err = q.evaluate(ctx, append([]float64(nil), w...)); err != nil {
			return 0, err
		}
	}
	next, err := q.search(ctx)
	if err != nil {
		return 0, err
	}
	if next.gradient == nil && q.hessian.Pairs() > 0 {
		q.hessian.Forget() // along the gradient itself
		next, err = q.search(ctx)
	}
	if err == nil && next.gradient != nil {
		s, y := make([]float64, len(next.x)), make([]float64, len(next.x))
		floats.SubTo(s, next.x, q.at.x)
		floats.SubTo(y, next.gradient, q.at.gradient)
		q.hessian.Add(s, y)
		q.at = next
	}
	q.put(q.at.x)
	q.Iter++
	q.Residual = floats.Norm(q.at.gradient, 2)
	worst := q.Residual + q.at.off
	rounding := (worst*worst-q.Residual*q.Residual)/(2*q.Mu) +
		usualUnit*(float64(q.oracle.Len())+otherTerms)*math.Abs(q.at.objective)
	q.bound(q.at.objective, q.at.objective-q.Residual*q.Residual/(2*q.Mu), rounding)
	return q.Objective, err
}

// search looks for a point along the quasi-Newton direction; its gradient is nil where there is none.
func (q *quasiNewton) search(ctx context.Context) (place, error) {
	from := q.at
	d := q.hessian.Direction(from.gradient)
	slope, length := floats.Dot(d, from.gradient), 1.
	if q.hessian.Pairs() == 0 {
		length = min(1/q.Mu, 1/math.Max(math.SmallestNonzeroFloat64, floats.Norm(d, 2)))
	}
	if !(slope < 0) {
		return place{}, nil
	}
	line := optimize.MoreThuente{DecreaseFactor: 1e-4, CurvatureFactor: 0.9}
	const most = 30 // points of a line
	line.Init(from.objective+solver.Slack*math.Abs(from.objective), slope, length)
	for range most {
		x := append([]float64(nil), from.x...)
		floats.AddScaled(x, length, d)
		to, err := q.evaluate(ctx, x)
		if err != nil {
			return place{}, err
		}
		q.Step = length
		op, next, failed := line.Iterate(to.objective, floats.Dot(to.gradient, d))
		switch {
		case failed != nil:
			return place{}, nil // rounding allows no more
		case op == optimize.MajorIteration:
			return to, nil
		}
		length = next
	}
	return place{}, nil
}

// put makes x the parameters.
func (q *quasiNewton) put(x []float64) {
	w, _ := q.v.Vector()
	copy(w, x)
	q.v.Refresh()
}

// evaluate looks at P and its gradient at x, which becomes the parameters.
func (q *quasiNewton) evaluate(ctx context.Context, x []float64) (place, error) {
	q.put(x)
	m := float64(q.oracle.Len())
	to := place{x: x, gradient: make([]float64, len(x))}
	norm := floats.Norm(x, 2)
	var losses, parts, size float64
	for i := range q.oracle.Len() {
		if err := context.Cause(ctx); err != nil {
			return place{}, err
		}
		losses += q.oracle.Grad(i, q.v, &q.u)
		q.Evals++
		q.v.AddToVector(to.gradient, 1/m, &q.u)
		g := q.sizes.of(i, &q.u)
		parts, size = parts+float64(len(q.u.Parts)), size+g
		to.off += q.sizes.gamma * g * (2 + 2*norm*q.sizes.most[i]) / m // probabilities are off by as much as scores
	}
	floats.AddScaled(to.gradient, q.Mu, x)
	to.objective = q.Mu/2*norm*norm + losses/m
	to.off += usualUnit * ((parts+otherTerms)*size/m + 2*q.Mu*norm)
	if !solver.Finite(to.objective) {
		return to, solver.ErrDiverged
	}
	return to, nil
}
