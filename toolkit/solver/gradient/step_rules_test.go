package gradient_test

import (
	"errors"
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

// TestBarzilaiBorweinFactor: on a lasso the step with the right factor needs fewer iterations than the printed one,
// both fewer than a fixed step; the counts are logged.
func TestBarzilaiBorweinFactor(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(22, 23))
	p, a, b := leastSquares(rng, 60, 40, prox.L1{Lambda: 0.1})
	bb := gradient.BarzilaiBorwein{Start: a}
	count := map[string]int{}
	for name, rule := range map[string]gradient.StepRule{
		"fixed": gradient.SafeStep(a, 0), "right": bb, "printed": gradient.BarzilaiBorwein{Start: a, Printed: true},
		"safeguarded": gradient.Safeguarded{Rule: bb, Min: math.Max(b, 1e-3*a), Max: a},
	} {
		seq := gradient.IterativeProjection{Step: rule, CheckEvery: 1}.
			Iterations(t.Context(), p)
		res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-8), solver.MaxIter(5000)))
		if err != nil || res.Status != solver.Converged {
			t.Fatalf("%s: %v, gap %g, error %v", name, res.Status, res.Gap, err)
		}
		count[name] = res.Iter
	}
	t.Logf("iterations to a relative gap of 1e-8: %v", count)
	if !(count["right"] < count["printed"] && count["printed"] < count["fixed"] && count["safeguarded"] < count["fixed"]) {
		t.Errorf("iterations: %v", count)
	}
}

// TestMinimalNorm: of the solutions of a lasso with every column twice, the variant tends to the one that shares the
// weight equally.
func TestMinimalNorm(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(24, 25))
	const n, d = 20, 4
	x := linalg.NewDense(n, 2*d, nil)
	for i := range n {
		for j := range d {
			v := rng.NormFloat64()
			x.Data[i*2*d+j], x.Data[i*2*d+d+j] = v, v
		}
	}
	p := solver.NewProblem(x, loss.Squared{Y: testproblems.Normal(rng, n, 2)}, prox.L1{Lambda: 0.1})
	start := make([]float64, 2*d)
	for j := range start {
		start[j] = float64(j%3) - 1
	}
	c := gradient.IterativeProjection{Start: start, Step: gradient.SafeStep(p.Lipschitz(), 0), MinimalNorm: true}
	res, err := solver.Run(c.Iterations(t.Context(), p), solver.MaxIter(20000))
	if err != nil {
		t.Fatal(err)
	}
	for j := range d {
		if math.Abs(res.X[j]-res.X[d+j]) > 1e-3 {
			t.Errorf("column %d has %g and %g", j, res.X[j], res.X[d+j])
		}
	}
	if gap := p.Gap(res.X); gap > 1e-2*res.Objective {
		t.Errorf("gap %g at objective %g", gap, res.Objective)
	}
}

func TestIterativeProjectionRefuses(t *testing.T) {
	t.Parallel()
	p, _ := testproblems.TinyLasso()
	for name, rule := range map[string]gradient.StepRule{
		"0": gradient.FixedStep(0), "negative": gradient.FixedStep(-1),
		"infinite": gradient.FixedStep(math.Inf(1)), "NaN": gradient.FixedStep(math.NaN()),
		"safeguarded": gradient.Safeguarded{Rule: gradient.FixedStep(math.NaN())},
	} {
		seq := gradient.IterativeProjection{Step: rule}.Iterations(t.Context(), p)
		if _, err := solver.Run(seq, solver.MaxIter(1)); err == nil {
			t.Errorf("step rule %s was accepted", name)
		}
	}
	seq := gradient.IterativeProjection{Step: gradient.FixedStep(1), Start: []float64{1, 1, 1}}.
		Iterations(t.Context(), p)
	if _, err := solver.Run(seq, solver.MaxIter(10000)); !errors.Is(err, solver.ErrDiverged) {
		t.Errorf("a step too long ends with %v", err)
	}
}

// TestZeroValues: without a step rule, or with a guard of none, the step backtracks, from the curvature where that is
// known.
func TestZeroValues(t *testing.T) {
	t.Parallel()
	p, _ := testproblems.TinyLasso()
	unknown := gradient.Composite{F: struct{ toolkit.Smooth }{p}, G: p.Regularizer(), D: p.Dim()}
	for name, seq := range map[string]solver.Seq[*gradient.ProjectionState]{
		"IterativeProjection": gradient.IterativeProjection{}.Iterations(t.Context(), p),
		"with a ridge": gradient.IterativeProjection{}.
			Iterations(t.Context(), gradient.WithRidge{P: p.WithRidge(0.1)}),
		"Safeguarded":   gradient.IterativeProjection{Step: gradient.Safeguarded{}}.Iterations(t.Context(), p),
		"two functions": gradient.IterativeProjection{}.Iterations(t.Context(), unknown),
	} {
		res, err := solver.Run(seq, solver.Any(solver.SmallResidual(1e-8), solver.MaxIter(2000)))
		if err != nil || res.Status != solver.Converged {
			t.Errorf("%s: %s after %d iterations, error %v", name, res.Status, res.Iter, err)
		}
	}
}

// TestWithRidge: the value and the gradient have the term, and the regularizer has not.
func TestWithRidge(t *testing.T) {
	t.Parallel()
	p, _, _ := leastSquares(rand.New(rand.NewPCG(30, 31)), 8, 2, prox.Ridge{Mu: 3, Inner: prox.L1{Lambda: 2}})
	x, grad, plain := []float64{1, -2}, make([]float64, 2), make([]float64, 2)
	for _, p := range []*solver.Problem{p, p.At(0.5)} {
		f := gradient.WithRidge{P: p}
		value := f.ValueGrad(grad, x)
		want := p.ValueGrad(plain, x) + 3./2*5
		if value != want || f.Value(x) != want || grad[0] != plain[0]+3 || grad[1] != plain[1]-6 {
			t.Errorf("at (1, −2) it is %g or %g, not %g, its gradient %v", value, f.Value(x), want, grad)
		}
		if got := f.Regularizer().Value(x); got != p.Lambda*6 || f.Gap(x) != p.Gap(x) || f.Objective(x) != p.Objective(x) {
			t.Errorf("the regularizer is %g, not %g", got, p.Lambda*6)
		}
	}
}
