package coordinate_test

import (
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// TestProximalNewton agrees with a long run of FISTA on logistic problems over single weights and groups, with a ridge
// and without.
func TestProximalNewton(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		x, y, _ := testproblems.Intercept(seed, 60, 24)
		floats.AddConst(-3, y)
		g := prox.L21{Lambda: 0.01}
		for j := 0; j < 24; j += 4 {
			g.Groups = append(g.Groups, []int{j, j + 1, j + 2, j + 3})
		}
		var penalty toolkit.Proxable = g
		if seed%2 == 0 {
			penalty = prox.L1{Lambda: 0.01}
		}
		p := solver.NewProblem(x, loss.Logistic{Y: testproblems.Signs(y)}, penalty).WithRidge(0.02 * float64(seed/2%2))
		long := byLongFISTA(t, p)
		seq := bounded(t, coordinate.ProximalNewton{}.Iterations(t.Context(), p), long.Objective)
		res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-11), solver.MaxIter(30)))
		if err != nil || res.Status != solver.Converged || !testproblems.Near(res.Objective, long.Objective, 1e-10) {
			t.Errorf("problem %d: %v, error %v, objective %g, by FISTA %g", seed, res.Status, err, res.Objective, long.Objective)
		}
		for j, w := range res.X {
			if (w == 0) != (long.X[j] == 0) {
				t.Errorf("problem %d: weight %d is %g, by FISTA %g", seed, j, w, long.X[j])
			}
		}
	}
}

// TestProximalNewtonOfTasks agrees with FISTA for tasks in random order, with an unpenalized column for each.
func TestProximalNewtonOfTasks(t *testing.T) {
	t.Parallel()
	x, y, ones := testproblems.Intercept(5, 60, 10)
	floats.AddConst(-3, y)
	task := make([]int, 60)
	for i := range task {
		task[i] = i * 7 % 3
	}
	l := loss.Tasks{Of: loss.Logistic{Y: testproblems.Signs(y)}, Task: task, K: 3}
	p := solver.NewProblem(x, l, prox.MultiTask{Lambda: 0.02, Cols: 3}).WithUnpenalized(ones)
	long := byLongFISTA(t, p)
	seq := bounded(t, coordinate.ProximalNewton{}.Iterations(t.Context(), p), long.Objective)
	res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-11), solver.MaxIter(30)))
	if err != nil || res.Status != solver.Converged || !testproblems.Near(res.Objective, long.Objective, 1e-10) ||
		!floats.EqualApprox(res.X[:30], long.X, 1e-4) {
		t.Errorf("%v, error %v, objective %g, by FISTA %g", res.Status, err, res.Objective, long.Objective)
	}
	if b := p.UnpenalizedWeights(res.X[:30]); !floats.EqualApprox(res.X[30:], b, 1e-6) {
		t.Errorf("unpenalized weights %v, at the minimum %v", res.X[30:], b)
	}
}

// byLongFISTA is a run of FISTA to a relative gap of 1e-12.
func byLongFISTA(t *testing.T, p *solver.Problem) solver.Result {
	t.Helper()
	seq := gradient.FISTA{}.Iterations(t.Context(), p)
	res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-11), solver.MaxIter(50000)))
	if err != nil {
		t.Fatal(err)
	}
	return res
}
