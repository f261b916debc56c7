package loss_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
)

// TestTasksAreSeparateWithoutCoupling: with the lasso, several tasks are solved one by one.
func TestTasksAreSeparateWithoutCoupling(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(80, 81))
	const n, d, k = 60, 4, 3
	x := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
	y, task := make([]float64, n), make([]int, n)
	for i := range y {
		y[i], task[i] = math.Copysign(1, x.At(i, i%3)+rng.NormFloat64()), i%k
	}
	const lambda = 0.01
	together := solver.NewProblem(x, loss.Tasks{Of: loss.Logistic{Y: y}, Task: task, K: k}, prox.L1{Lambda: lambda})
	res := fista(t, together, 1e-12)
	if res.Gap > 1e-10 {
		t.Fatalf("gap %g", res.Gap)
	}
	for c := range k {
		weights := make([]float64, n)
		for i := range weights {
			if task[i] == c {
				weights[i] = 1.0 / n
			}
		}
		alone := solver.NewProblem(x, loss.Logistic{Y: y, Weights: weights}, prox.L1{Lambda: lambda})
		one := fista(t, alone, 1e-13)
		for j := range d {
			if !testproblems.Near(res.X[j*k+c], one.X[j], 1e-4) {
				t.Errorf("task %d, weight %d: %g together, %g alone", c, j, res.X[j*k+c], one.X[j])
			}
		}
	}
}

// fista solves a problem to a gap, or for 20,000 iterations.
func fista(t *testing.T, p *solver.Problem, gap float64) solver.Result {
	t.Helper()
	seq := gradient.FISTA{}.Iterations(t.Context(), p)
	res, err := solver.Run(seq, solver.Any(solver.AbsGap(gap), solver.MaxIter(20000)))
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// TestTwoFormsOfATask: tasks of two classes as one column each at λ/√2, and as two columns at λ, have one minimum.
func TestTwoFormsOfATask(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(140, 1))
	const n, d, tasks = 60, 5, 4
	x := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
	task, signs, classes := testproblems.Labels(rng, n, tasks), make([]float64, n), make([]int, n)
	for i := range n {
		classes[i] = rng.IntN(2)
		signs[i] = float64(1 - 2*classes[i])
	}
	two := loss.TaskMultinomial{Y: classes, Task: task, Offset: []int{0, 2, 4, 6, 8}}
	one := loss.Tasks{Of: loss.Logistic{Y: signs}, Task: task, K: tasks}
	lambda := 0.2 * lowrank.LambdaMax(x, two)
	solve := func(l toolkit.MultiOutput, lambda float64) float64 {
		p := solver.NewProblem(x, l, prox.TraceNorm{Lambda: lambda, Rows: d, Cols: l.Outputs()})
		seq := lowrank.FactoredDescent{}.Iterations(t.Context(), p)
		res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-9), solver.MaxIter(2000)))
		if err != nil || res.Status != solver.Converged {
			t.Fatalf("%v, gap %g, error %v", res.Status, res.Gap, err)
		}
		return res.Objective
	}
	if a, b := solve(two, lambda), solve(one, lambda/math.Sqrt2); !testproblems.Near(a, b, 1e-8) {
		t.Errorf("%g in two columns, %g in one", a, b)
	}
}
