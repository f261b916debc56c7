package toolkittest_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

type (
	seq   = solver.Seq[*gradient.FISTAState]
	state = *gradient.FISTAState
)

func fista(ctx context.Context, p *solver.Problem, x0 []float64) seq {
	return gradient.FISTA{CheckEvery: 1, Start: x0}.Iterations(ctx, p)
}

// spoil changes every state on its way out.
func spoil(f func(s state)) func(context.Context, *solver.Problem, []float64) seq {
	return func(ctx context.Context, p *solver.Problem, x0 []float64) seq {
		return solver.Tee(fista(ctx, p, x0), f)
	}
}

func TestRightSolvers(t *testing.T) {
	t.Parallel()
	a := linalg.NewDense(4, 2, []float64{1, 2, -1, 0.5, 0, 1, 2, -1})
	squared, ones := loss.Squared{Y: []float64{1, -1, 1, 1}}, linalg.NewDense(1, 4, []float64{1, 1, 1, 1})
	groups := prox.L21{Lambda: 0.1, Groups: prox.Groups{{0, 1}}}
	for what, p := range map[string]*solver.Problem{
		"the tiny lasso":          nil,
		"logistic regression":     solver.NewProblem(a, loss.Logistic{Y: []float64{1, -1, 1, 1}}, prox.Ridge{Mu: 0.1}),
		"a group and a ridge":     solver.NewProblem(a, squared, groups).WithRidge(0.2).At(2),
		"with an unpenalized one": solver.NewProblem(a, squared, groups).WithUnpenalized(ones),
	} {
		var opts []toolkittest.Option
		if p != nil {
			opts = append(opts, toolkittest.On(p, math.NaN()))
		}
		if err := toolkittest.Solver(fista, opts...); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestWrongSolvers(t *testing.T) {
	t.Parallel()
	runs := 0
	for what, c := range map[string]struct {
		run   func(ctx context.Context, p *solver.Problem, x0 []float64) seq
		words string
	}{
		"a gap too small": {spoil(func(s state) { s.Gap /= 100 }), "The gap is no bound: iteration 1 reports"},
		"an objective too small": {
			spoil(func(s state) { s.Objective -= 0.1 }),
			"The objective is not that of the point: iteration 1 reports",
		},
		"an objective too large": {
			spoil(func(s state) { s.Objective += 0.1; s.Gap = math.NaN() }),
			"at its point it is only",
		},
		"iterations not counted": {spoil(func(s state) { s.Report().Iter++ }), "Iterations are not counted from 1"},
		"no convergence": {func(ctx context.Context, p *solver.Problem, x0 []float64) seq {
			return fista(ctx, p.At(1.01), x0)
		}, "The minimum is not reached: after 1000 iterations"},
		"not quite the solution": {func(ctx context.Context, p *solver.Problem, x0 []float64) seq {
			return fista(ctx, p.At(1+1e-6), x0)
		}, "The solution is not reached"},
		"x0 changed": {func(ctx context.Context, p *solver.Problem, x0 []float64) seq {
			x0[0] = 0
			return fista(ctx, p, x0)
		}, "x0 is changed from [5 -5 0] to [0 -5 0]"},
		"a state that stays": {
			spoil(func(s state) { runs++; s.Objective += 1e-12 * float64(runs) }),
			"Ranging over the sequence again gives other numbers",
		},
		"a deaf sequence": {func(_ context.Context, p *solver.Problem, x0 []float64) seq {
			return fista(context.Background(), p, x0)
		}, "The sequence does not stop with its context"},
		"an end of its own": {func(ctx context.Context, p *solver.Problem, x0 []float64) seq {
			return func(yield func(state, error) bool) {
				for st, err := range fista(ctx, p, x0) {
					if !yield(st, err) || st.Iter == 7 {
						return
					}
				}
			}
		}, "The sequence ends by itself after 7 iterations"},
		"another error": {func(ctx context.Context, p *solver.Problem, x0 []float64) seq {
			return renamed(fista(ctx, p, x0), func(error) error { return context.Canceled })
		}, "not context.Cause(ctx)"},
		"an error at once": {func(context.Context, *solver.Problem, []float64) seq {
			return func(yield func(state, error) bool) {
				yield(&gradient.FISTAState{}, errors.New("the problem is too hard"))
			}
		}, "The sequence ends with an error after 0 iterations: the problem is too hard"},
		"NaN unnoticed": {func(ctx context.Context, p *solver.Problem, x0 []float64) seq {
			return renamed(fista(ctx, p, x0), func(err error) error {
				if errors.Is(err, solver.ErrDiverged) {
					return errors.New("something happened")
				}
				return err
			})
		}, "NaN in the data does not end in solver.ErrDiverged"},
		"a break not heard": {func(ctx context.Context, p *solver.Problem, x0 []float64) seq {
			return func(yield func(state, error) bool) {
				for st, err := range fista(ctx, p, x0) {
					yield(st, err)
				}
			}
		}, "The sequence panics: "},
	} {
		expect(t, what, toolkittest.Solver(c.run), c.words)
	}
	p := solver.NewProblem(linalg.Identity(2), loss.Squared{Y: []float64{1, 2}}, prox.L1{Lambda: 0.1})
	expect(t, "a minimum that is none", toolkittest.Solver(fista, toolkittest.On(p, 1)), "The minimum is not one")
}

// renamed gives errors another name.
func renamed(s seq, rename func(error) error) seq {
	return func(yield func(state, error) bool) {
		for st, err := range s {
			if err != nil {
				err = rename(err)
			}
			if !yield(st, err) {
				return
			}
		}
	}
}
