package coordinate_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// wide are problems of few examples and many features.
func wide() map[string]*solver.Problem {
	const n, d = 40, 300
	x, y, ones := testproblems.Intercept(12, n, d)
	for i := range n { // features that are nearly dependent
		for j := 1; j < d; j++ {
			x.Row(i)[j] += 0.9 * x.Row(i)[j-1]
		}
	}
	weights := make([]float64, n)
	for i := range weights {
		weights[i] = float64(1+i%3) / (2 * n)
	}
	twice := linalg.AppendColumns(x, linalg.Columns(x).(*linalg.Dense)) // every feature twice
	lasso, squares := prox.L1{Lambda: 1}, loss.Squared{Y: y}
	return map[string]*solver.Problem{
		"lasso":        solver.NewProblem(x, squares, lasso),
		"sparse":       solver.NewProblem(linalg.ToCSR(x), squares, lasso).WithUnpenalized(ones),
		"weights":      solver.NewProblem(x, loss.Squared{Y: y, Weights: weights}, lasso).WithUnpenalized(ones),
		"elastic net":  solver.NewProblem(x, squares, lasso).WithRidge(0.05).WithUnpenalized(ones),
		"groups":       solver.NewProblem(x, squares, prox.L21{Lambda: 1, Groups: testproblems.Pairs(d)}),
		"all features": solver.NewProblem(twice, squares, lasso).WithUnpenalized(ones),
	}
}

// TestMemoryAlongAPath: a path with a memory ends where passes over all weights end, with gaps that bound the error at
// every λ, in few iterations; and the memory of one problem does no harm to another.
func TestMemoryAlongAPath(t *testing.T) {
	t.Parallel()
	memory := &coordinate.Memory{}
	for name, p := range wide() {
		var w []float64
		for k := range 8 {
			at := p.At(p.LambdaMax() * math.Pow(0.03, float64(k+1)/8))
			plain := coordinate.Descent{NoWorkingSets: true, NoExtrapolation: true, Start: w}
			want, err := solver.Run(plain.Iterations(t.Context(), at), solver.Any(solver.RelGap(1e-9), solver.MaxIter(3000)))
			if err != nil {
				t.Fatal(err)
			}
			seq := coordinate.Descent{Start: w, Memory: memory}.Iterations(t.Context(), at)
			got, err := solver.Run(bounded(t, seq, want.Objective), solver.Any(solver.RelGap(1e-9), solver.MaxIter(60)))
			if err != nil || got.Status != solver.Converged || got.Objective > want.Objective*(1+1e-9) {
				t.Errorf("%s, λ %d: %v, %v, objective %.12g, by passes %.12g", name, k, got.Status, err, got.Objective,
					want.Objective)
			}
			w = got.X
		}
	}
}

// TestWideProximalNewton: with more features than a working set has, proximal Newton ends where FISTA does.
func TestWideProximalNewton(t *testing.T) {
	t.Parallel()
	const n, d = 50, 1200
	x, y, ones := testproblems.Intercept(13, n, d)
	signs := loss.Logistic{Y: testproblems.Signs(y)}
	for name, penalty := range map[string]toolkit.Proxable{
		"lasso": prox.L1{Lambda: 0.05}, "groups": prox.L21{Lambda: 0.08, Groups: testproblems.Pairs(d)},
	} {
		p := solver.NewProblem(linalg.ToCSR(x), signs, penalty).WithUnpenalized(ones)
		want := byFISTA(t, p)
		seq := bounded(t, coordinate.ProximalNewton{}.Iterations(t.Context(), p), want.Objective)
		got, err := solver.Run(seq, solver.Any(solver.RelGap(1e-10), solver.MaxIter(40)))
		if err != nil || got.Status != solver.Converged || !testproblems.Near(got.Objective, want.Objective, 1e-8) {
			t.Errorf("%s: %v, %v, objective %.12g, by FISTA %.12g", name, got.Status, err, got.Objective, want.Objective)
		}
	}
}

// TestNewtonsMemoryAlongAPath: a path of smooth losses with one memory, which two problems take in turns, ends where
// runs without one do, with gaps that bound the error at every λ.
func TestNewtonsMemoryAlongAPath(t *testing.T) {
	t.Parallel()
	for name, size := range map[string][2]int{"tall": {400, 30}, "wide": {50, 1200}} {
		x, y, ones := testproblems.Intercept(17, size[0], size[1])
		floats.AddConst(-floats.Sum(y)/float64(len(y)), y)
		counts := make([]float64, len(y))
		for i, v := range y {
			counts[i] = math.Round(2 + 2*math.Tanh(v))
		}
		penalty, memory := prox.L1{Lambda: 1}, &coordinate.Memory{}
		starts := make([][]float64, 2)
		problems := []*solver.Problem{
			solver.NewProblem(x, loss.Logistic{Y: testproblems.Signs(y)}, penalty).WithUnpenalized(ones),
			solver.NewProblem(x, loss.Poisson{Y: counts}, penalty).WithUnpenalized(ones).WithRidge(0.01),
		}
		for k := range 12 {
			which := k % 5 / 3 // three λ of one, and two of the other
			at := problems[which].At(problems[which].LambdaMax() * math.Pow(0.05, float64(k+1)/12))
			seq := coordinate.ProximalNewton{}.Iterations(t.Context(), at)
			want, err := solver.Run(seq, solver.Any(solver.RelGap(1e-11), solver.MaxIter(60)))
			if err != nil {
				t.Fatal(err)
			}
			seq = coordinate.ProximalNewton{Start: starts[which], Memory: memory}.Iterations(t.Context(), at)
			got, err := solver.Run(bounded(t, seq, want.Objective), solver.Any(solver.RelGap(1e-9), solver.MaxIter(20)))
			if err != nil || got.Status != solver.Converged || !testproblems.Near(got.Objective, want.Objective, 2e-9) {
				t.Errorf("%s, λ %d: %v, %v, objective %.12g, without a memory %.12g", name, k, got.Status, err, got.Objective,
					want.Objective)
			}
			d := size[1]
			if b := at.UnpenalizedWeights(got.X[:d]); !floats.EqualApprox(got.X[d:], b, 1e-5) {
				t.Errorf("%s, λ %d: unpenalized weights %v, at the minimum %v", name, k, got.X[d:], b)
			}
			starts[which] = got.X
		}
	}
}

// TestBlocksThatCameWithinTheirBounds: a group that would be beyond its bound at W = 0 and is not at the solution costs
// the gap nothing, though its products are those of the former.
func TestBlocksThatCameWithinTheirBounds(t *testing.T) {
	t.Parallel()
	x := linalg.NewDense(4, 3, []float64{0, 0, 1, 0, 1, 2, 0, 0, 4, 1, 0, 3})
	group := prox.L21{Lambda: 1, Groups: [][]int{{0, 1}, {2}}, Weights: []float64{math.Sqrt2, 1}}
	p := solver.NewProblem(x, loss.Squared{Y: []float64{1, 2, 2, 4}}, group)
	for _, mu := range []float64{0, 0.1} {
		seq := coordinate.Descent{}.Iterations(t.Context(), p.At(0.625).WithRidge(mu))
		res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-12), solver.MaxIter(5)))
		if err != nil || res.Status != solver.Converged {
			t.Errorf("μ = %g: %s after %d iterations, gap %g, %v", mu, res.Status, res.Iter, res.Gap, err)
		}
	}
}

// TestPathsTakeWhatViolates: what violates its bound comes into the next set, before features whose products of a point
// before were more than the bound is now, and are less.
func TestPathsTakeWhatViolates(t *testing.T) {
	t.Parallel()
	const n, d, lambdas = 30, 4000, 60
	for seed := range uint64(4) {
		x, y, ones := testproblems.Intercept(seed+1, n, d)
		p := solver.NewProblem(x, loss.Squared{Y: y}, prox.L1{Lambda: 1}).WithUnpenalized(ones)
		w, memory := []float64(nil), &coordinate.Memory{}
		for k := range lambdas {
			at := p.At(p.LambdaMax() * math.Pow(3e-4, float64(k+1)/lambdas))
			seq := coordinate.Descent{Start: w, Memory: memory}.Iterations(t.Context(), at)
			got, err := solver.Run(seq, solver.Any(solver.RelGap(1e-9), solver.MaxIter(5)))
			if err != nil || got.Status != solver.Converged {
				t.Fatalf("problem %d, λ %d: %v, %v after %d iterations", seed, k, got.Status, err, got.Iter)
			}
			w = got.X
		}
	}
}
