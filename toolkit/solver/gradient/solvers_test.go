package gradient_test

import (
	"context"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// TestFISTA checks what every solver owes, with and without momentum, restarts and a known Lipschitz constant.
func TestFISTA(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		gradient.FISTA
		iterations int
		tol        float64
	}{
		"as it is":    {gradient.FISTA{}, 200, 1e-10},
		"no momentum": {gradient.FISTA{NoMomentum: true}, 2000, 1e-10},
		"no restart":  {gradient.FISTA{NoRestart: true}, 4000, 1e-8},
		"backtracked": {gradient.FISTA{Lipschitz: 1e-3}, 200, 1e-10},
	} {
		c.CheckEvery = 1
		type states = solver.Seq[*gradient.FISTAState]
		check(t, name, c.iterations, c.tol, func(ctx context.Context, p *solver.Problem, x0 []float64) states {
			return c.Iterations(ctx, p, p.Regularizer(), x0)
		})
	}
}

// TestIterativeProjection checks what every solver owes, with every step rule. The curvature of the tiny lasso is
// between 1/3 and 3.
func TestIterativeProjection(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rule       gradient.StepRule
		iterations int
	}{
		"safe":       {gradient.SafeStep(3, 0), 400},
		"optimal":    {gradient.OptimalStep(3, 1./3, 0), 400},
		"Barzilai":   {gradient.BarzilaiBorwein{Start: 3}, 100},
		"second":     {gradient.BarzilaiBorwein{Start: 3, Second: true}, 100},
		"alternate":  {gradient.BarzilaiBorwein{Start: 3, Alternate: true}, 100},
		"printed":    {gradient.BarzilaiBorwein{Start: 3, Printed: true}, 100},
		"backtracks": {gradient.Backtracking{Start: 0.01}, 400},
		"safeguards": {gradient.Safeguarded{Rule: gradient.BarzilaiBorwein{Start: 3}, Min: 1. / 3, Max: 3}, 100},
	} {
		solve := gradient.IterativeProjection{Step: c.rule, CheckEvery: 1}
		type states = solver.Seq[*gradient.ProjectionState]
		check(t, name, c.iterations, 1e-10, func(ctx context.Context, p *solver.Problem, x0 []float64) states {
			return solve.Iterations(ctx, p, p.Regularizer(), x0)
		})
	}
}

// check runs the kit on the tiny lasso; then the objective and the gap of the last state must be those of its point,
// to rounding.
func check[S interface {
	solver.Reporter
	solver.Pointed
}](
	t *testing.T, name string, iterations int, tol float64,
	run func(context.Context, *solver.Problem, []float64) solver.Seq[S],
) {
	t.Helper()
	if err := toolkittest.Solver(run, toolkittest.Iterations(iterations), toolkittest.Tol(tol)); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	p, solution := tinyLasso()
	res, err := solver.Run(run(t.Context(), p, []float64{5, -5, 5}), solver.MaxIter(iterations))
	if err != nil || !floats.EqualApprox(res.X, solution, tol) {
		t.Errorf("%s: at %v after %d iterations, error %v; the solution is %v", name, res.X, iterations, err, solution)
		return
	}
	if want := p.Objective(res.X); !testproblems.Near(res.Objective, want, 1e-12) {
		t.Errorf("%s: reports the objective %g, at its point it is %g", name, res.Objective, want)
	}
	if want := p.Gap(res.X); !testproblems.Near(res.Gap, want, 1e-12) {
		t.Errorf("%s: reports the gap %g, at its point it is %g", name, res.Gap, want)
	}
}
