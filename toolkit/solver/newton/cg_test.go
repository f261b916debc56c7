package newton_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// TestCG agrees with FISTA on ridge problems of one output and of several, with an unpenalized column; a second run
// ends at the same bits, and the matrix may be sparse, or a map that does not know its entries.
func TestCG(t *testing.T) {
	t.Parallel()
	x, y, ones := testproblems.Intercept(3, 50, 8)
	task := make([]int, 50)
	for i := range task {
		task[i] = i % 2
	}
	for name, l := range map[string]toolkit.Loss{
		"multinomial": loss.Multinomial{Y: testproblems.Labels(rand.New(rand.NewPCG(1, 2)), 50, 3), K: 3},
		"logistic":    loss.Logistic{Y: testproblems.Signs(y)},
		"tasks":       loss.Tasks{Of: loss.Squared{Y: y}, Task: task, K: 2},
	} {
		p := solver.NewProblem(x, l, prox.Ridge{Mu: 0.05}).WithUnpenalized(ones)
		seq := gradient.FISTA{}.Iterations(t.Context(), p)
		want, err := solver.Run(seq, solver.Any(solver.RelGap(1e-11), solver.MaxIter(20000)))
		if err != nil || want.Status != solver.Converged {
			t.Fatal(name, want.Status, err)
		}
		run := func(a linalg.Map) solver.Result {
			p := solver.NewProblem(a, l, prox.Ridge{Mu: 0.05}).WithUnpenalized(ones)
			stop := solver.Any(solver.SmallResidual(1e-10), solver.MaxIter(50))
			res, err := solver.Run(newton.CG{}.Iterations(t.Context(), p), stop)
			if err != nil {
				t.Fatal(name, err)
			}
			return res
		}
		for what, a := range map[string]linalg.Map{"dense": x, "sparse": linalg.ToCSR(x), "any": struct{ linalg.Map }{x}} {
			got := run(a)
			if got.Status != solver.Converged || !testproblems.Near(got.Objective, want.Objective, 1e-10) ||
				!floats.EqualApprox(got.X[:p.Dim()], want.X, 1e-5) {
				t.Errorf("%s, %s: %v, objective %g, by FISTA %g", name, what, got.Status, got.Objective, want.Objective)
			}
			b, best := got.X[p.Dim():], p.UnpenalizedWeights(got.X[:p.Dim()])
			if !floats.EqualApprox(b, best, 1e-6) && name != "multinomial" { // whose intercepts may shift together
				t.Errorf("%s, %s: unpenalized weights %v, at the minimum %v", name, what, b, best)
			}
			if again := run(a); !floats.Equal(again.X, got.X) {
				t.Errorf("%s, %s: a second run ends elsewhere", name, what)
			}
		}
	}
}

// TestCGContract: it does what any solver owes.
func TestCGContract(t *testing.T) {
	t.Parallel()
	x, y, ones := testproblems.Intercept(4, 30, 4)
	run := func(ctx context.Context, p *solver.Problem, x0 []float64) solver.Seq[*newton.CGState] {
		start := make([]float64, p.Dim())
		copy(start, x0)
		if p.Unpenalized != nil {
			start = append(start, 1)
		}
		return newton.CG{Start: start}.Iterations(ctx, p)
	}
	p := solver.NewProblem(x, loss.Logistic{Y: testproblems.Signs(y)}, prox.Ridge{Mu: 0.1})
	for name, p := range map[string]*solver.Problem{"a ridge": p, "an unpenalized column": p.WithUnpenalized(ones)} {
		if err := toolkittest.Solver(run, toolkittest.On(p, math.NaN()), toolkittest.Iterations(20)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCGGoesOn: examples that a plane parts, whose loss falls off like an exponential function, take fewer iterations
// than steps of 1 do: these divide it by e.
func TestCGGoesOn(t *testing.T) {
	t.Parallel()
	x, y, _ := testproblems.Intercept(5, 30, 50)
	p := solver.NewProblem(x, loss.Logistic{Y: testproblems.Signs(y)}, nil).WithRidge(1e-6)
	got, err := solver.Run(newton.CG{}.Iterations(t.Context(), p), solver.Any(solver.RelGap(1e-8), solver.MaxIter(50)))
	if err != nil || got.Status != solver.Converged || math.Exp(float64(got.Iter)) > math.Ln2/got.Objective {
		t.Errorf("%v after %d iterations, objective %g, error %v", got.Status, got.Iter, got.Objective, err)
	}
}
