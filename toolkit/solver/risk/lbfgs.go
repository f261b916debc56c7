package risk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// LBFGS is the limited-memory quasi-Newton method for smooth losses, such as those of conditional random fields, with
// the line search of Moré and Thuente. P is μ-strongly convex, so that at every point
//
//	P(θ) − P* ≤ ‖∇P(θ)‖²/(2μ),
//
// the duality gap that solver.Progress tells of, which holds for subgradients too; but where losses have kinks the
// steps become short before they are there. Where no step decreases P, as rounding allows no more, θ stays as it is:
// solver.NoDecrease stops there. Gradients that contradict values end the range with ErrInconsistent.
//
// Source: Nocedal, Wright, Numerical Optimization, 2006, algorithm 7.5; Nesterov, Introductory Lectures on Convex
// Optimization, 2004, theorem 2.1.10.
type LBFGS struct {
	// Params are θ: those that are trained, in place. They must be a Vector, as a params.Model of explicit blocks is.
	Params toolkit.Params
	// Mu is μ > 0.
	Mu float64
	// Memory is the number of steps that are remembered; 0 for 10.
	Memory int
	// Diagonal is an estimate of that of the Hessian, positive, for the first matrix; nil for the identity.
	Diagonal []float64
}

// Vector is a toolkit.Params that is one dense vector; AddToVector is dst ← dst + step·u for a dst laid out alike.
type Vector interface {
	toolkit.Params
	toolkit.Vectorer
	AddToVector(dst []float64, step float64, u *toolkit.Update)
}

// Iterations starts from θ = 0: it resets Params when the range begins, trains them in place and yields after each
// step.
func (c LBFGS) Iterations(ctx context.Context, oracle toolkit.Oracle) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		p := c.Params
		s := begin(p)
		if err := check(c.Mu, oracle, p); err != nil {
			return s, nil, err
		}
		v, ok := p.(Vector)
		var w []float64
		if ok {
			w, ok = v.Vector()
		}
		switch {
		case !ok:
			return s, nil, errors.New("quasi-Newton steps need parameters that are one dense vector, such as a model of " +
				"explicit blocks")
		case c.Diagonal != nil && len(c.Diagonal) != len(w):
			return s, nil, fmt.Errorf("a diagonal of %d, for %d parameters", len(c.Diagonal), len(w))
		}
		reset(p)
		q := &quasiNewton{State: s, oracle: oracle, v: v, sizes: newSizes(p, oracle.Len())}
		var err error
		q.descent, err = c.descent(q.evaluate)
		return s, q.step, err
	})
}

// quasiNewton is the method at work on a risk.
type quasiNewton struct {
	*State
	*descent
	oracle toolkit.Oracle
	v      Vector
	sizes  *sizes
	u      toolkit.Update
}

// step takes one step of the line search's length.
func (q *quasiNewton) step(ctx context.Context) (objective float64, err error) {
	if q.at.gradient == nil {
		w, _ := q.v.Vector()
		if err := q.begin(ctx, w); err != nil {
			return 0, err
		}
	}
	before := q.at
	if err = q.move(ctx); err == nil {
		err = cmp.Or(q.above(before, q.at), q.above(q.at, before))
	}
	q.put(q.at.x)
	q.Iter++
	q.Step = q.length
	q.Residual = floats.Norm(q.at.gradient, 2)
	worst := q.Residual + q.at.off
	rounding := (worst*worst-q.Residual*q.Residual)/(2*q.Mu) +
		usualUnit*(float64(q.oracle.Len())+otherTerms)*math.Abs(q.at.objective)
	lower := q.at.objective - q.Residual*q.Residual/(2*q.Mu)
	return q.at.objective, cmp.Or(err, q.bound(q.at.objective, q.at.slack, lower, rounding))
}

// above tells whether the minorant of P at one point, (μ/2)‖·‖² apart, is above P at another by more than rounding:
// what cannot be where gradients are right.
func (q *quasiNewton) above(from, to place) error {
	delta := append([]float64(nil), to.x...)
	floats.Sub(delta, from.x)
	length := floats.Norm(delta, 2)
	minorant := from.objective + floats.Dot(from.gradient, delta) + q.Mu/2*length*length
	reach := (floats.Norm(from.x, 2) + floats.Norm(to.x, 2)) * q.sizes.sum / float64(q.oracle.Len())
	rounding := (from.off+to.off)*length + (q.sizes.gamma+usualUnit*float64(q.oracle.Len()))*(4*from.objective+4*reach)
	if minorant-to.objective-to.slack > rounding {
		return fmt.Errorf("%w: where the objective is %g, its gradient elsewhere says that it is %g more; "+
			"toolkittest.Oracle tells of which example a gradient is wrong", ErrInconsistent, to.objective,
			minorant-to.objective)
	}
	return nil
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
		to.slack += solver.SlackOf(q.oracle, i) / m
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
