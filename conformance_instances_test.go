package toolkit_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// TestInstancesOfTheIteration: losses and penalties of the family solved by iterative projection agree with a long run of plain proximal
// gradient steps to 1e-8, and the gap bounds the error wherever it is known.
func TestInstancesOfTheIteration(t *testing.T) {
	t.Parallel()
	const n, d = 30, 12
	rng := rand.New(rand.NewPCG(50, 51))
	x := linalg.NewDense(n, d, randomVector(rng, n*d, 1))
	y := randomVector(rng, n, 2)
	labels := make([]float64, n)
	for i := range labels {
		labels[i] = math.Copysign(1, y[i])
	}
	weights := make([]float64, d)
	for j := range weights {
		weights[j] = float64(j%4) / 2 // one in four is not penalized
	}
	squared, logistic, exponential := loss.Squared{Y: y}, loss.Logistic{Y: labels}, loss.Exponential{Y: labels}
	for name, c := range map[string]struct {
		loss toolkit.Separable
		reg  toolkit.Proxable
		mu   float64
	}{
		"lasso":                       {squared, prox.L1{Lambda: 0.2}, 0},
		"weighted lasso":              {squared, prox.L1{Lambda: 0.2, Weights: weights}, 0},
		"elastic net":                 {squared, prox.L1{Lambda: 0.2}, 0.1},
		"group lasso":                 {squared, prox.L21{Lambda: 0.2, Groups: pairs(d), Weights: weightsOf(pairs(d))}, 0},
		"overlapping groups":          {squared, prox.Overlap{Lambda: 0.1, Groups: chained(d), Weights: weightsOf(chained(d))}, 0},
		"overlapping groups, Thm. 2":  {squared, prox.Overlap{Lambda: 0.1, Groups: chained(d), FixedPoint: true}, 0.1},
		"hierarchy":                   {squared, prox.Tree{Lambda: 0.1, Groups: nested(d)}, 0},
		"total variation":             {squared, prox.TotalVariation{Lambda: 0.1, Rows: 3, Cols: 4}, 0.1},
		"total variation alone":       {squared, prox.TotalVariation{Lambda: 0.1, Rows: 3, Cols: 4}, 0},
		"logistic group lasso":        {logistic, prox.L21{Lambda: 0.02, Groups: pairs(d)}, 0},
		"exponential elastic net":     {exponential, prox.L1{Lambda: 0.02}, 0.05},
		"exponential hierarchy":       {exponential, prox.Tree{Lambda: 0.01, Groups: nested(d)}, 0.05},
		"logistic, overlapping group": {logistic, prox.Overlap{Lambda: 0.01, Groups: chained(d)}, 0.05},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reg := c.reg
			if c.mu > 0 {
				reg = prox.Ridge{Mu: c.mu, Inner: reg}
			}
			p := solver.NewProblem(x, c.loss, reg)
			plain := struct{ toolkit.Smooth }{p}
			iterations := 3000
			long, err := solver.Run(gradient.FISTA{NoMomentum: true, CheckEvery: iterations}.Iterations(t.Context(), plain, reg, make([]float64, d)), solver.MaxIter(iterations))
			if err != nil {
				t.Fatal(err)
			}
			rule := gradient.StepRule(gradient.Backtracking{Start: 0.1})
			if most := p.Lipschitz() + c.mu; !math.IsInf(most, 1) {
				rule = gradient.Safeguarded{Rule: gradient.BarzilaiBorwein{Start: most, Alternate: true}, Least: 1e-3 * most, Most: most}
			}
			var last float64
			certified := false
			for st, err := range (gradient.IterativeProjection{Step: rule, CheckEvery: 1}).Iterations(t.Context(), gradient.WithRidge{F: p, Mu: c.mu}, c.reg, make([]float64, d)) {
				if err != nil {
					t.Fatal(err)
				}
				if o := p.Objective(st.X(nil)); !near(o, st.Objective, 1e-10) {
					t.Fatalf("reports %g, at its point it is %g", st.Objective, o)
				}
				if st.Gap < math.Inf(1) {
					certified = true
					if excess := st.Objective - long.Objective; excess > st.Gap+1e-9*long.Objective {
						t.Fatalf("iteration %d: %g above the minimum, gap %g", st.Iter, excess, st.Gap)
					}
				}
				if last = st.Objective; st.Change < 1e-12 || st.Iter == 2000 {
					break
				}
			}
			if !near(last, long.Objective, 1e-8) {
				t.Errorf("minimum %.12g, by plain steps %.12g", last, long.Objective)
			}
			// without a polar or μ there is no gap
			if _, conjugate := c.reg.(toolkit.Conjugate); certified != (conjugate || c.mu > 0) {
				t.Errorf("certified: %v", certified)
			}
		})
	}
}

// TestStepTooLong: a fixed σ below half the curvature diverges, and the error says why.
func TestStepTooLong(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(52, 53))
	p, a, b := squares(rng, 20, 8, prox.L1{Lambda: 0.01})
	sigma := 0.3 * a
	if l := gradient.Contraction(sigma, a, b, 0); !(l > 1) {
		t.Fatalf("σ = %g contracts by %g", sigma, l)
	}
	res, err := solver.Run(gradient.IterativeProjection{Step: gradient.FixedStep(sigma)}.Iterations(t.Context(), p, p.Regularizer(), randomVector(rng, 8, 1)), solver.MaxIter(100000))
	if !errors.Is(err, solver.ErrDiverged) || res.Status != solver.Diverged || !strings.Contains(err.Error(), "contraction") {
		t.Errorf("status %s, error %v", res.Status, err)
	}
}
