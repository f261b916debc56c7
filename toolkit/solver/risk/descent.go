package risk

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/internal/quasinewton"
)

// Descent is the state of LBFGS.Descend: Iter counts steps, Evals evaluations, Residual is ‖∇f(x)‖, and Step is 0 where
// no step decreased f, as rounding allows no more. How far f is from its minimum is for those to say who know f.
type Descent struct {
	solver.Progress
	X, Gradient []float64 // views, valid until the next step
}

// Descend minimizes a smooth function f of a vector, for which at writes the gradient and returns the value, by the
// same steps as Iterations: for functions that are added up on several processors, say. It goes on from x, in place,
// and yields the start, with Iter 0, and after each step. Mu may be 0; it bounds a first step without Diagonal.
func (c LBFGS) Descend(
	ctx context.Context, x []float64, at func(gradient, x []float64) (value float64, err error),
) solver.Seq[*Descent] {
	return solver.Sequence(ctx, func() (*Descent, solver.Step, error) {
		s := &Descent{Progress: solver.Unknown(), X: x}
		d, err := c.descent(func(_ context.Context, x []float64) (place, error) {
			to := place{x: x, gradient: make([]float64, len(x))}
			s.Evals++
			var err error
			if to.objective, err = at(to.gradient, x); err == nil && !solver.Finite(to.objective) {
				err = solver.ErrDiverged
			}
			return to, err
		})
		if err == nil && c.Diagonal != nil && len(c.Diagonal) != len(x) {
			err = fmt.Errorf("a diagonal of %d, for %d numbers", len(c.Diagonal), len(x))
		}
		return s, func(ctx context.Context) (float64, error) {
			if d.at.gradient == nil {
				err = d.begin(ctx, x)
			} else {
				s.Iter++
				err = d.move(ctx)
			}
			if err != nil {
				return 0, err
			}
			copy(x, d.at.x)
			s.Gradient, s.Step = d.at.gradient, d.length
			s.Objective, s.Residual = d.at.objective, floats.Norm(d.at.gradient, 2)
			return s.Objective, nil
		}, err
	})
}

// descent is the method at work on a function of a vector.
type descent struct {
	LBFGS
	hessian  quasinewton.LBFGS
	evaluate func(context.Context, []float64) (place, error) // may keep the vector

	at     place   // where the last step led; its gradient is nil before the first
	length float64 // of the last step, 0 where it led nowhere
}

// place is a point with what is known there.
type place struct {
	x, gradient []float64
	objective   float64
	slack       float64 // by how much the objective may be more
	off         float64 // how much the gradient may be off by rounding
}

func (c LBFGS) descent(evaluate func(ctx context.Context, x []float64) (place, error)) (*descent, error) {
	switch {
	case c.Memory < 0:
		return nil, fmt.Errorf("a memory of %d steps: the number must be positive", c.Memory)
	case c.Memory == 0:
		c.Memory = 10
	}
	d := &descent{LBFGS: c, evaluate: evaluate, hessian: quasinewton.LBFGS{Memory: c.Memory}}
	if c.Diagonal != nil {
		d.hessian.Initial = func(v []float64) { floats.Div(v, c.Diagonal) }
	}
	return d, nil
}

// begin looks at the first point.
func (d *descent) begin(ctx context.Context, x []float64) (err error) {
	d.at, err = d.evaluate(ctx, append([]float64(nil), x...))
	return err
}

// move takes one step of the line search's length, or stays.
func (d *descent) move(ctx context.Context) error {
	next, err := d.search(ctx)
	if err == nil && next.gradient == nil && d.hessian.Pairs() > 0 {
		d.hessian.Forget() // along the gradient itself
		next, err = d.search(ctx)
	}
	if err != nil {
		return err
	}
	if next.gradient == nil {
		d.length = 0
		return nil
	}
	s, y := make([]float64, len(next.x)), make([]float64, len(next.x))
	floats.SubTo(s, next.x, d.at.x)
	floats.SubTo(y, next.gradient, d.at.gradient)
	d.hessian.Add(s, y)
	d.at = next
	return nil
}

// search looks for a point along the quasi-Newton direction; its gradient is nil where there is none.
func (d *descent) search(ctx context.Context) (place, error) {
	from := d.at
	v := d.hessian.Direction(from.gradient)
	slope, length := floats.Dot(v, from.gradient), 1.
	if d.hessian.Pairs() == 0 && d.Diagonal == nil {
		length = 1 / math.Max(max(d.Mu, math.SmallestNonzeroFloat64), floats.Norm(v, 2))
	}
	if !(slope < 0) {
		return place{}, nil
	}
	line := optimize.MoreThuente{DecreaseFactor: 1e-4, CurvatureFactor: 0.9}
	const most = 30 // points of a line
	line.Init(from.objective+solver.Slack*math.Abs(from.objective), slope, length)
	for range most {
		x := append([]float64(nil), from.x...)
		floats.AddScaled(x, length, v)
		to, err := d.evaluate(ctx, x)
		if err != nil {
			return place{}, err
		}
		d.length = length
		op, next, failed := line.Iterate(to.objective, floats.Dot(to.gradient, v))
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
