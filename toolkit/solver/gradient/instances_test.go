package gradient_test

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
)

// TestInstancesOfTheIteration: losses and penalties of the family solved by iterative projection agree with a long run
// of plain proximal gradient steps to 1e-8, and the gap bounds the error wherever it is known.
func TestInstancesOfTheIteration(t *testing.T) {
	t.Parallel()
	const n, d = 30, 12
	rng := rand.New(rand.NewPCG(50, 51))
	x, y := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1)), testproblems.Normal(rng, n, 2)
	labels := testproblems.Signs(y)
	weights := make([]float64, d)
	for j := range weights {
		weights[j] = float64(j%4) / 2 // one in four is not penalized
	}
	pairs, chained, nested := testproblems.Pairs(d), testproblems.Chained(d), testproblems.Nested(d)
	pairWeights, chainWeights := testproblems.SawtoothWeights(len(pairs)), testproblems.SawtoothWeights(len(chained))
	squared, logistic, exponential := loss.Squared{Y: y}, loss.Logistic{Y: labels}, loss.Exponential{Y: labels}
	for name, c := range map[string]instance{
		"lasso":                       {squared, prox.L1{Lambda: 0.2}, 0},
		"weighted lasso":              {squared, prox.L1{Lambda: 0.2, Weights: weights}, 0},
		"elastic net":                 {squared, prox.L1{Lambda: 0.2}, 0.1},
		"group lasso":                 {squared, prox.L21{Lambda: 0.2, Groups: pairs, Weights: pairWeights}, 0},
		"overlapping groups":          {squared, prox.Overlap{Lambda: 0.1, Groups: chained, Weights: chainWeights}, 0},
		"overlapping groups, Thm. 2":  {squared, prox.Overlap{Lambda: 0.1, Groups: chained, FixedPoint: true}, 0.1},
		"hierarchy":                   {squared, prox.Tree{Lambda: 0.1, Groups: nested}, 0},
		"total variation":             {squared, prox.TotalVariation{Lambda: 0.1, Rows: 3, Cols: 4}, 0.1},
		"total variation alone":       {squared, prox.TotalVariation{Lambda: 0.1, Rows: 3, Cols: 4}, 0},
		"logistic group lasso":        {logistic, prox.L21{Lambda: 0.02, Groups: pairs}, 0},
		"exponential elastic net":     {exponential, prox.L1{Lambda: 0.02}, 0.05},
		"exponential hierarchy":       {exponential, prox.Tree{Lambda: 0.01, Groups: nested}, 0.05},
		"logistic, overlapping group": {logistic, prox.Overlap{Lambda: 0.01, Groups: chained}, 0.05},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var penalty toolkit.Proxable = prox.Ridge{Mu: c.mu, Inner: c.g}
			p := solver.NewProblem(x, c.loss, penalty)
			const iterations = 3000
			of := gradient.Composite{F: struct{ toolkit.Smooth }{p}, G: penalty, D: d}
			plain := gradient.FISTA{NoMomentum: true, CheckEvery: iterations}.Iterations(t.Context(), of)
			long, err := solver.Run(plain, solver.MaxIter(iterations))
			if err != nil {
				t.Fatal(err)
			}
			last, certified := c.project(t, p, long.Objective)
			if !testproblems.Near(last, long.Objective, 1e-8) {
				t.Errorf("minimum %.12g, by plain steps %.12g", last, long.Objective)
			}
			// without a polar or μ there is no gap
			if _, conjugate := c.g.(toolkit.Conjugate); certified != (conjugate || c.mu > 0) {
				t.Errorf("certified: %v", certified)
			}
		})
	}
}

// instance is a loss with a penalty g + (μ/2)‖·‖².
type instance struct {
	loss toolkit.Separable
	g    toolkit.Proxable
	mu   float64
}

// project minimizes by iterative projection, and returns the last objective and whether there were gaps, each of which
// must be a bound.
func (c instance) project(t *testing.T, p *solver.Problem, minimum float64) (last float64, certified bool) {
	t.Helper()
	rule := gradient.StepRule(gradient.Backtracking{Start: 0.1})
	if a := p.Lipschitz() + c.mu; !math.IsInf(a, 1) {
		rule = gradient.Safeguarded{Rule: gradient.BarzilaiBorwein{Start: a, Alternate: true}, Min: 1e-3 * a, Max: a}
	}
	seq := gradient.IterativeProjection{Step: rule, CheckEvery: 1}.Iterations(t.Context(), gradient.WithRidge{P: p})
	for st, err := range seq {
		if err != nil {
			t.Fatal(err)
		}
		if o := p.Objective(st.X(nil)); !testproblems.Near(o, st.Objective, 1e-10) {
			t.Fatalf("reports %g, at its point it is %g", st.Objective, o)
		}
		certified = certified || st.Gap < math.Inf(1)
		if excess := st.Objective - minimum; excess > st.Gap+1e-9*minimum {
			t.Fatalf("iteration %d: %g above the minimum, gap %g", st.Iter, excess, st.Gap)
		}
		if last = st.Objective; st.Change < 1e-12 || st.Iter == 2000 {
			break
		}
	}
	return last, certified
}
