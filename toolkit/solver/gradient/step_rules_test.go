package gradient_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

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
			Iterations(t.Context(), p, p.Regularizer(), make([]float64, 40))
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
	c := gradient.IterativeProjection{Step: gradient.SafeStep(p.Lipschitz(), 0), MinimalNorm: true}
	res, err := solver.Run(c.Iterations(t.Context(), p, p.Regularizer(), start), solver.MaxIter(20000))
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
		"none": nil, "0": gradient.FixedStep(0), "negative": gradient.FixedStep(-1),
		"infinite": gradient.FixedStep(math.Inf(1)), "NaN": gradient.FixedStep(math.NaN()),
		"safeguarded": gradient.Safeguarded{Rule: gradient.FixedStep(math.NaN())},
	} {
		seq := gradient.IterativeProjection{Step: rule}.Iterations(t.Context(), p, p.Regularizer(), make([]float64, 3))
		if _, err := solver.Run(seq, solver.MaxIter(1)); err == nil {
			t.Errorf("step rule %s was accepted", name)
		}
	}
	seq := gradient.IterativeProjection{Step: gradient.FixedStep(1)}.
		Iterations(t.Context(), p, p.Regularizer(), []float64{1, 1, 1})
	if _, err := solver.Run(seq, solver.MaxIter(10000)); !errors.Is(err, solver.ErrDiverged) {
		t.Errorf("a step too long ends with %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("Safeguarded begins a search without a rule")
		}
	}()
	gradient.Safeguarded{}.Begin()
}

// TestWithRidge: the value and the gradient have the term, and a function without certificate gets none.
func TestWithRidge(t *testing.T) {
	t.Parallel()
	f := gradient.WithRidge{F: plainSquare{}, Mu: 3}
	x, grad := []float64{1, -2}, make([]float64, 2)
	value := f.ValueGrad(grad, x)
	if value != 10 || f.Value(x) != 10 || !floats.Equal(grad, []float64{4, -8}) {
		t.Errorf("2‖x‖² at (1, −2) is %g or %g, its gradient %v", value, f.Value(x), grad)
	}
	if gap, objective := f.Gap(x), f.Objective(x); !math.IsInf(gap, 1) || !math.IsNaN(objective) {
		t.Errorf("the objective of a function without certificate is %g, its gap %g", objective, gap)
	}
}

// plainSquare is ½‖x‖², without a certificate.
type plainSquare struct{}

func (plainSquare) Value(x []float64) float64 { return floats.Dot(x, x) / 2 }

func (plainSquare) ValueGrad(dst, x []float64) float64 {
	copy(dst, x)
	return floats.Dot(x, x) / 2
}
