package coordinate_test

import (
	"fmt"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// TestProximalNewtonOfClasses agrees with a long run of FISTA on multinomial problems with the lasso, rows and an
// elastic net, dense and sparse, with weights of examples and an intercept, in few iterations; its gap bounds the
// error.
func TestProximalNewtonOfClasses(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		x, l, _, k := testproblems.Outputs(seed, false)
		classes := l.(loss.Multinomial)
		var penalty toolkit.Proxable = prox.L1{Lambda: 0.02}
		if seed%2 == 1 {
			penalty = prox.MultiTask{Lambda: 0.03, Cols: k}
		}
		var a linalg.Map = x
		if seed%4 > 1 {
			a = linalg.ToCSR(x)
			classes.Weights = make([]float64, x.R)
			for i := range classes.Weights {
				classes.Weights[i] = float64(1+i%3) / (2 * float64(x.R))
			}
		}
		p := solver.NewProblem(a, classes, penalty).WithRidge(0.05 * float64(seed/4))
		if seed%3 > 0 {
			ones := linalg.NewDense(1, x.R, nil)
			for i := range ones.Data {
				ones.Data[i] = 1
			}
			p = p.WithUnpenalized(ones)
		}
		long := byFISTA(t, p)
		seq := bounded(t, coordinate.ProximalNewton{}.Iterations(t.Context(), p), long.Objective)
		got, err := solver.Run(seq, solver.Any(solver.RelGap(1e-10), solver.MaxIter(25)))
		if err != nil || got.Status != solver.Converged || !testproblems.Near(got.Objective, long.Objective, 1e-9) {
			t.Errorf("problem %d: %v, %v, objective %.12g, by FISTA %.12g", seed, got.Status, err, got.Objective, long.Objective)
			continue
		}
		if o := p.Objective(got.X[:p.Dim()]); !testproblems.Near(o, got.Objective, 1e-12) {
			t.Errorf("problem %d: reports %g, at its point it is %g", seed, got.Objective, o)
		}
		again, err := solver.Run(coordinate.ProximalNewton{Start: got.X}.Iterations(t.Context(), p), solver.MaxIter(1))
		if err != nil || again.Objective > got.Objective*(1+1e-12) {
			t.Errorf("problem %d: from its solution it goes to %g, %v", seed, again.Objective, err)
		}
	}
}

// TestProximalNewtonOfManyClasses: working sets leave out most weights of many features, and λ above λ_max all.
func TestProximalNewtonOfManyClasses(t *testing.T) {
	t.Parallel()
	x, y, _ := testproblems.Intercept(3, 40, 300)
	labels := make([]int, len(y))
	for i := range labels {
		labels[i] = i % 3
	}
	unit := solver.NewProblem(x, loss.Multinomial{Y: labels, K: 3}, prox.L1{Lambda: 1})
	for _, share := range []float64{1.001, 0.3} {
		p := unit.At(share * unit.LambdaMax())
		long := byFISTA(t, p)
		seq := bounded(t, coordinate.ProximalNewton{}.Iterations(t.Context(), p), long.Objective)
		got, err := solver.Run(seq, solver.Any(solver.RelGap(1e-10), solver.MaxIter(30)))
		if err != nil || got.Status != solver.Converged || isZero(got.X) != (share > 1) {
			t.Errorf("λ = %g λ_max: %v, %v, gap %g of %g", share, got.Status, err, got.Gap, got.Objective)
		}
	}
}

// TestProximalNewtonOfClassesRefuses blocks that it does not know.
func TestProximalNewtonOfClassesRefuses(t *testing.T) {
	t.Parallel()
	x, l, d, k := testproblems.Outputs(1, false)
	some := make([]float64, d*k)
	some[0] = 1
	for something, p := range map[string]*solver.Problem{
		"λ = 0":                    solver.NewProblem(x, l, prox.L1{Lambda: 1}).At(0),
		"blocks that lie in a row": solver.NewProblem(x, l, prox.L21{Lambda: 1, Groups: [][]int{{0, k}}}).WithRidge(1),
		"a weight ω_g > 0":         solver.NewProblem(x, l, prox.L1{Lambda: 1, Weights: some}),
		"(toolkit.BlockNorm)":      solver.NewProblem(x, l, prox.TraceNorm{Lambda: 1, Rows: d, Cols: k}),
		"(linalg.Entries)":         solver.NewProblem(struct{ linalg.Map }{x}, l, prox.L1{Lambda: 1}),
	} {
		testproblems.Says(t, coordinate.ProximalNewton{}.Iterations(t.Context(), p), something)
	}
	ridge := solver.NewProblem(x, l, prox.L1{Lambda: 0.1, Weights: some}).WithRidge(0.1) // known, with a ridge
	long := byFISTA(t, ridge)
	got, err := solver.Run(coordinate.ProximalNewton{}.Iterations(t.Context(), ridge),
		solver.Any(solver.RelGap(1e-10), solver.MaxIter(25)))
	if err != nil || !testproblems.Near(got.Objective, long.Objective, 1e-9) {
		t.Errorf("%v, objective %g, by FISTA %g", err, got.Objective, long.Objective)
	}
}

// BenchmarkClasses is a multinomial lasso of 1,000 examples, 50 features and several classes.
func BenchmarkClasses(b *testing.B) {
	x, _, _ := testproblems.Intercept(1, 1000, 50)
	for _, k := range []int{3, 10} {
		labels := make([]int, 1000)
		for i := range labels {
			for c := range k {
				if x.At(i, c) > x.At(i, labels[i]) {
					labels[i] = c
				}
			}
		}
		p := solver.NewProblem(x, loss.Multinomial{Y: labels, K: k}, prox.L1{Lambda: 0.003})
		b.Run(fmt.Sprint(k), func(b *testing.B) {
			for b.Loop() {
				seq := coordinate.ProximalNewton{}.Iterations(b.Context(), p)
				if _, err := solver.Run(seq, solver.Any(solver.RelGap(1e-6), solver.MaxIter(50))); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
