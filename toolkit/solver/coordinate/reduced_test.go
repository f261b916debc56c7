package coordinate_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// tall are problems of many examples and few features, for which models are reduced to their Gram matrix.
func tall() map[string]*solver.Problem {
	const n, d = 400, 8
	x, y, ones := testproblems.Intercept(11, n, d)
	weights, task := make([]float64, n), make([]int, n)
	for i := range weights {
		weights[i], task[i] = float64(1+i%3)/(2*n), i*7%3
	}
	scales := make([]float64, d)
	for j := range scales {
		scales[j] = math.Pow(10, float64(j-4))
	}
	// the lasso of the features as they were
	scaled := linalg.ScaleColumns(x, scales)
	twice := linalg.AppendColumns(x, linalg.Columns(linalg.SelectColumns(x, []int{2, 5})).(*linalg.Dense))
	rng := rand.New(rand.NewPCG(11, 1))
	outputs := loss.SquaredOutputs{Y: testproblems.Normal(rng, n*3, 1), K: 3}
	zero := linalg.NewDense(n, d, append([]float64(nil), x.Data...))
	for i := range n {
		zero.Row(i)[3] = 0
	}
	lasso, squares := prox.L1{Lambda: 0.05}, loss.Squared{Y: y}
	group := prox.L21{Lambda: 0.1, Groups: [][]int{{0, 1, 2}, {3, 4, 5, 6, 7}}}
	return map[string]*solver.Problem{
		"lasso":                solver.NewProblem(x, squares, lasso),
		"sparse":               solver.NewProblem(linalg.ToCSR(x), squares, lasso),
		"an intercept":         solver.NewProblem(x, squares, lasso).WithUnpenalized(ones),
		"an elastic net":       solver.NewProblem(x, squares, lasso).WithRidge(0.1).WithUnpenalized(ones),
		"weights":              solver.NewProblem(x, loss.Squared{Y: y, Weights: weights}, lasso).WithUnpenalized(ones),
		"groups":               solver.NewProblem(x, squares, group),
		"features of any size": solver.NewProblem(scaled, squares, prox.L1{Lambda: 0.05, Weights: scales}),
		"dependent features":   solver.NewProblem(twice, squares, lasso).WithUnpenalized(ones),
		"a feature of zeros":   solver.NewProblem(zero, squares, lasso),
		"tasks": solver.NewProblem(x, loss.Tasks{Of: squares, Task: task, K: 3},
			prox.MultiTask{Lambda: 0.05, Cols: 3}).WithUnpenalized(ones),
		"outputs": solver.NewProblem(x, outputs, prox.MultiTask{Lambda: 0.03, Cols: 3}),
	}
}

// TestReducedDescent: steps on the Gram matrix end where passes over the data end, in two or three of them, with a gap
// that bounds the error, and from any start.
func TestReducedDescent(t *testing.T) {
	t.Parallel()
	for name, p := range tall() {
		stop := solver.Any(solver.RelGap(1e-10), solver.MaxIter(3000))
		plain, err := solver.Run(coordinate.Descent{NoWorkingSets: true}.Iterations(t.Context(), p), stop)
		if err != nil || plain.Status != solver.Converged {
			t.Fatal(name, plain.Status, err)
		}
		start := make([]float64, len(plain.X))
		for j := range start {
			start[j] = math.Sin(float64(j))
		}
		for _, c := range []coordinate.Descent{{}, {Start: start}} {
			got, err := solver.Run(bounded(t, c.Iterations(t.Context(), p), plain.Objective), stop)
			if err != nil || got.Status != solver.Converged || got.Iter > 3 ||
				!testproblems.Near(got.Objective, plain.Objective, 1e-10) {
				t.Errorf("%s: %v after %d iterations, %v, objective %.12g, by passes over the data %.12g",
					name, got.Status, got.Iter, err, got.Objective, plain.Objective)
			}
		}
	}
}

// TestReducedProximalNewton: it agrees with FISTA on the same data with a smooth loss.
func TestReducedProximalNewton(t *testing.T) {
	t.Parallel()
	for name, p := range tall() {
		of, ok := p.Separable()
		if !ok || p.Outputs() > 1 || name == "features of any size" { // FISTA would not arrive
			continue
		}
		y := make([]float64, of.Len())
		weights := make([]float64, of.Len())
		for i := range y {
			y[i], weights[i] = of.(loss.Squared).Y[i]-3, of.Weight(i)
		}
		l := loss.Logistic{Y: testproblems.Signs(y), Weights: weights}
		q := solver.NewProblem(p.A, l, p.Penalty).WithRidge(p.Mu).WithUnpenalized(p.Unpenalized)
		long := byFISTA(t, q)
		seq := bounded(t, coordinate.ProximalNewton{}.Iterations(t.Context(), q), long.Objective)
		got, err := solver.Run(seq, solver.Any(solver.RelGap(1e-10), solver.MaxIter(12)))
		if err != nil || got.Status != solver.Converged || !testproblems.Near(got.Objective, long.Objective, 1e-9) {
			t.Errorf("%s: %v, %v, objective %.12g, by FISTA %.12g", name, got.Status, err, got.Objective, long.Objective)
		}
	}
}

// TestReducedGivesUp: columns that are nearly dependent, more nearly than their Gram matrix can tell, are solved by
// passes over the data, and the gap stays honest.
func TestReducedGivesUp(t *testing.T) {
	t.Parallel()
	x, y, _ := testproblems.Intercept(12, 300, 4)
	for i := range x.R {
		row := x.Row(i)
		row[2] = row[0] + 1e-7*row[2]
		row[3] = row[1] + 1e-6*row[3]
	}
	p := solver.NewProblem(x, loss.Squared{Y: y}, prox.L1{Lambda: 1e-3})
	long := byFISTA(t, p)
	got, err := solver.Run(bounded(t, coordinate.Descent{}.Iterations(t.Context(), p), long.Objective),
		solver.Any(solver.RelGap(1e-9), solver.MaxIter(300)))
	if err != nil || got.Status != solver.Converged {
		t.Errorf("%v, %v, gap %g of %g", got.Status, err, got.Gap, got.Objective)
	}
}

// TestReducedStops: an iteration on the Gram matrix ends with the context.
func TestReducedStops(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	p := tall()["lasso"]
	got, err := solver.Run(coordinate.Descent{}.Iterations(ctx, p), solver.MaxIter(5))
	if err == nil && got.Status != solver.Canceled {
		t.Errorf("it went on after the context had ended: %v", got.Status)
	}
}

// BenchmarkTall is a lasso and a logistic one of 50,000 examples of 30 features.
func BenchmarkTall(b *testing.B) {
	x, y, _ := testproblems.Intercept(1, 50000, 30)
	l1 := prox.L1{Lambda: 0.01}
	squares, signs := loss.Squared{Y: y}, loss.Logistic{Y: testproblems.Signs(y)}
	stop := solver.Any(solver.RelGap(1e-6), solver.MaxIter(100))
	for name, run := range map[string]func() error{
		"lasso": func() error {
			_, err := solver.Run(coordinate.Descent{}.Iterations(b.Context(), solver.NewProblem(x, squares, l1)), stop)
			return err
		},
		"logistic": func() error {
			_, err := solver.Run(coordinate.ProximalNewton{}.Iterations(b.Context(), solver.NewProblem(x, signs, l1)), stop)
			return err
		},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestGoesOn: of a logistic loss on data that a plane parts steps far from the minimum are twice as long, and models
// near it have the curvatures that are left there: it ends in a few iterations.
func TestGoesOn(t *testing.T) {
	t.Parallel()
	for _, n := range []int{20, 400} { // models on copies of columns, and by their Gram matrix
		x, y, _ := testproblems.Intercept(15, n, 8)
		for i := range n {
			y[i] = x.Row(i)[0] - 2*x.Row(i)[3]
		}
		p, longer := solver.NewProblem(x, loss.Logistic{Y: testproblems.Signs(y)}, prox.L1{Lambda: 1e-4}), 0
		seq := solver.Tee(coordinate.ProximalNewton{}.Iterations(t.Context(), p), func(s *coordinate.ProximalNewtonState) {
			if s.Step == 2 {
				longer++
			}
		})
		got, err := solver.Run(seq, solver.Any(solver.RelGap(1e-9), solver.MaxIter(30)))
		if err != nil || got.Status != solver.Converged || longer == 0 || got.Iter > 12 {
			t.Errorf("n = %d: %v after %d iterations, %d of them longer, gap %g, error %v",
				n, got.Status, got.Iter, longer, got.Gap, err)
		}
	}
}
