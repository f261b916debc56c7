package coordinate_test

import (
	"context"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// TestContract: each solver does what any solver owes, on a lasso of known solution within five iterations, and to
// 1e-10; dual coordinate descent on a support vector machine.
func TestContract(t *testing.T) {
	t.Parallel()
	options := []toolkittest.Option{toolkittest.Iterations(5), toolkittest.Tol(1e-10)}
	for name, c := range map[string]coordinate.Descent{
		"Descent": {}, "Descent/all": {NoWorkingSets: true}, "Descent/no-extrapolation": {NoExtrapolation: true},
	} {
		run := func(ctx context.Context, p *solver.Problem, x0 []float64) solver.Seq[*coordinate.State] {
			c.Start = x0
			return c.Iterations(ctx, p)
		}
		if err := toolkittest.Solver(run, options...); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	newton := func(ctx context.Context, p *solver.Problem, x0 []float64) solver.Seq[*coordinate.ProximalNewtonState] {
		return coordinate.ProximalNewton{Start: x0}.Iterations(ctx, p)
	}
	if err := toolkittest.Solver(newton, options...); err != nil {
		t.Error(err)
	}
	machine := testproblems.NewSVM(100, 4, 0.05, 2).Problem()
	dual := func(ctx context.Context, p *solver.Problem, _ []float64) solver.Seq[*coordinate.DualState] {
		return coordinate.DualDescent{Seed: 4}.Iterations(ctx, p)
	}
	best, err := solver.Run(dual(t.Context(), machine, nil), solver.Any(solver.AbsGap(1e-11), solver.MaxIter(5000)))
	if err != nil || best.Status != solver.Converged {
		t.Fatal(best.Status, err)
	}
	options = []toolkittest.Option{toolkittest.On(machine, best.Objective), toolkittest.Iterations(best.Iter)}
	if err := toolkittest.Solver(dual, options...); err != nil {
		t.Error(err)
	}
}

// TestReports: after five iterations on the tiny lasso objective and gap are those of the problem at the point, to
// rounding.
func TestReports(t *testing.T) {
	t.Parallel()
	p, _ := testproblems.TinyLasso()
	descent, err := solver.Run(coordinate.Descent{}.Iterations(t.Context(), p), solver.MaxIter(5))
	if err != nil {
		t.Fatal(err)
	}
	newton, err := solver.Run(coordinate.ProximalNewton{}.Iterations(t.Context(), p), solver.MaxIter(5))
	if err != nil {
		t.Fatal(err)
	}
	for name, res := range map[string]solver.Result{"Descent": descent, "ProximalNewton": newton} {
		objective, gap := p.Objective(res.X), p.Gap(res.X)
		if !testproblems.Near(res.Objective, objective, 1e-12) || !testproblems.Near(res.Gap, gap, 1e-12) {
			t.Errorf("%s reports objective %g and gap %g; at its point they are %g and %g",
				name, res.Objective, res.Gap, objective, gap)
		}
	}
}
