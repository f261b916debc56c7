package fit

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
)

// LowRank learns weights of low rank for several classes, tasks or outputs: d×k matrices W that minimize
//
//	P(W) = Σ_i c_i ℓ_i(Wᵀx_i) + λ‖W‖_*
//
// by lowrank.FactoredDescent, to a certified gap. W stays in factors.
type LowRank struct {
	// Lambda is λ > 0; where it is 0, λ is Share of λ_max, from which on W = 0 is the solution.
	Lambda, Share float64
	// Tol is the gap to stop at, as a share of the objective; 0 for 1e-4. MaxIter is the most iterations; 0 for 1000.
	Tol     float64
	MaxIter int
	// Start is a model to start from, of the same shape; nil for W = 0.
	Start *LowRankModel
}

// Fit learns from the rows of x with a smooth loss of several outputs: loss.Multinomial for classes, loss.Tasks for tasks of two
// classes, loss.TaskMultinomial for tasks of several, loss.SquaredOutputs for numbers. Classes without examples are allowed. When the
// context ends while training, it returns the model so far beside the context's error.
func (c LowRank) Fit(ctx context.Context, x linalg.Map, l toolkit.MultiOutput) (*LowRankModel, error) {
	if err := checkExamples(x, l); err != nil {
		return nil, err
	}
	most := lowrank.LambdaMax(x, l)
	if math.IsNaN(most) {
		return nil, errors.New("the gradient at W = 0 is not finite: the loss is not smooth, or its targets are not finite")
	}
	lambda := c.Lambda
	if lambda == 0 {
		lambda = c.Share * most
	}
	switch {
	case most == 0: // nothing to learn: any λ gives 0
		return newLowRankModel(x, l, nil, lambda, most), nil
	case !(lambda > 0) || math.IsInf(lambda, 1):
		return nil, fmt.Errorf("λ = %g (Lambda %g, Share %g): it must be positive and finite; without regularization no rank is preferred", lambda, c.Lambda, c.Share)
	}
	descent, err := c.descent(x, l)
	if err != nil {
		return nil, err
	}
	var last *lowrank.State
	stop := c.stop()
	for st, err := range solver.Timed(descent.Iterations(ctx, x, l, lambda)) {
		last = st
		if err != nil {
			return newLowRankModel(x, l, last, lambda, most), err
		}
		if why := stop(st.Report()); why != "" {
			m := newLowRankModel(x, l, last, lambda, most)
			m.Status = why
			return m, nil
		}
	}
	return newLowRankModel(x, l, last, lambda, most), nil
}

func (c LowRank) descent(x linalg.Map, l toolkit.MultiOutput) (lowrank.FactoredDescent, error) {
	if c.Start == nil {
		return lowrank.FactoredDescent{}, nil
	}
	_, d := x.Dims()
	if c.Start.Features != d || c.Start.Outputs != l.Outputs() {
		return lowrank.FactoredDescent{}, fmt.Errorf("the model to start from is %d × %d, the problem %d × %d", c.Start.Features, c.Start.Outputs, d, l.Outputs())
	}
	return lowrank.FactoredDescent{Start: lowrank.NewState(c.Start.U, c.Start.V, d, l.Outputs())}, nil
}

// stop is at the gap, or at the most iterations; not before a first gap is known.
func (c LowRank) stop() solver.Stop {
	tol, most := c.Tol, c.MaxIter
	if tol == 0 {
		tol = 1e-4
	}
	if most == 0 {
		most = 1000
	}
	return solver.Any(solver.RelGap(tol), solver.MaxIter(most))
}

// Path learns for λ that fall from λ_max to Lambda, or to Share of λ_max, in steps of equal ratio, each from the model before: the
// regularization path. The first model is that of λ_max/ratio. When the context ends, it returns the models done.
func (c LowRank) Path(ctx context.Context, x linalg.Map, l toolkit.MultiOutput, steps int) ([]*LowRankModel, error) {
	if err := checkExamples(x, l); err != nil {
		return nil, err
	}
	most := lowrank.LambdaMax(x, l)
	last := c.Lambda
	if last == 0 {
		last = c.Share * most
	}
	if steps < 1 || !(last > 0) || !(last < most) {
		return nil, fmt.Errorf("a path of %d steps from λ_max = %g to λ = %g: there must be a step, and λ between 0 and λ_max", steps, most, last)
	}
	var out []*LowRankModel
	for s := 1; s <= steps; s++ {
		at := c
		at.Lambda = most * math.Pow(last/most, float64(s)/float64(steps))
		if s > 1 {
			at.Start = out[s-2]
		}
		m, err := at.Fit(ctx, x, l)
		if err != nil {
			return out, err
		}
		out = append(out, m)
	}
	return out, nil
}

// checkExamples looks for what would make a solver panic or diverge.
func checkExamples(x linalg.Map, l toolkit.MultiOutput) error {
	n, d := x.Dims()
	switch {
	case n == 0 || d == 0:
		return fmt.Errorf("x is %d × %d: there is nothing to learn from", n, d)
	case n != l.Len():
		return fmt.Errorf("x has %d rows, the loss %d examples", n, l.Len())
	case l.Outputs() < 1:
		return fmt.Errorf("the loss has %d outputs", l.Outputs())
	}
	if dense, ok := x.(*linalg.Dense); ok {
		if err := checkFinite(dense); err != nil {
			return err
		}
	}
	switch l := l.(type) {
	case loss.Multinomial:
		return checkRange("label", l.Y, l.K)
	case loss.Tasks:
		return checkRange("task", l.Task, l.K)
	case loss.TaskMultinomial:
		if err := checkRange("task", l.Task, len(l.Offset)-1); err != nil {
			return err
		}
		for i, y := range l.Y {
			if lo, hi := l.Span(i); y < 0 || y >= hi-lo {
				return fmt.Errorf("example %d: label %d of task %d, which has %d classes, counted from 0", i, y, l.Task[i], hi-lo)
			}
		}
	}
	return nil
}

func checkRange(what string, values []int, k int) error {
	for i, v := range values {
		if v < 0 || v >= k {
			return fmt.Errorf("example %d: %s %d, where %d are counted from 0", i, what, v, k)
		}
	}
	return nil
}
