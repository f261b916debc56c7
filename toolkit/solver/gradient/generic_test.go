package gradient_test

import (
	"context"
	"testing"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// TestFISTA checks every variant as toolkittest does any solver.
func TestFISTA(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		solver     gradient.FISTA
		iterations int
		tol        float64
	}{
		"FISTA":       {gradient.FISTA{CheckEvery: 1}, 200, 1e-10},
		"no momentum": {gradient.FISTA{CheckEvery: 1, NoMomentum: true}, 2000, 1e-10},
		"no restart":  {gradient.FISTA{CheckEvery: 1, NoRestart: true}, 4000, 1e-8},
		"backtracked": {gradient.FISTA{CheckEvery: 1, Lipschitz: 1e-3}, 200, 1e-10},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run := func(ctx context.Context, p *solver.Problem, x0 []float64) solver.Seq[*gradient.FISTAState] {
				c.solver.Start = x0
				return c.solver.Iterations(ctx, p)
			}
			if err := toolkittest.Solver(run, toolkittest.Iterations(c.iterations), toolkittest.Tol(c.tol)); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestIterativeProjection checks it with every step rule. The curvature of the check's lasso is between 1/3 and 3.
func TestIterativeProjection(t *testing.T) {
	t.Parallel()
	bb := gradient.BarzilaiBorwein{Start: 3}
	for name, c := range map[string]struct {
		rule       gradient.StepRule
		iterations int
	}{
		"safe":                 {gradient.SafeStep(3, 0), 400},
		"optimal":              {gradient.OptimalStep(3, 1./3, 0), 400},
		"Barzilai-Borwein":     {bb, 100},
		"second":               {gradient.BarzilaiBorwein{Start: 3, Second: true}, 100},
		"alternate":            {gradient.BarzilaiBorwein{Start: 3, Alternate: true}, 100},
		"printed":              {gradient.BarzilaiBorwein{Start: 3, Printed: true}, 100},
		"backtracking":         {gradient.Backtracking{Start: 0.01}, 400},
		"safeguarded":          {gradient.Safeguarded{Rule: bb, Min: 1. / 3, Max: 3}, 100},
		"no bound":             {&gradient.Safeguarded{Rule: bb}, 100},
		"guarded backtracking": {gradient.Safeguarded{Rule: &gradient.Backtracking{}, Memory: 1}, 400},
		"one's own":            {&secant{}, 400},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run := func(ctx context.Context, p *solver.Problem, x0 []float64) solver.Seq[*gradient.ProjectionState] {
				return gradient.IterativeProjection{Step: c.rule, CheckEvery: 1, Start: x0}.Iterations(ctx, p)
			}
			if err := toolkittest.Solver(run, toolkittest.Iterations(c.iterations), toolkittest.Tol(1e-10)); err != nil {
				t.Error(err)
			}
		})
	}
}
