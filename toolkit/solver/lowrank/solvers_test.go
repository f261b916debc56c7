package lowrank_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
	"github.com/proxlab/proxlab/toolkit/solver/rivals"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// solvers holds every solver of the package, run for some iterations.
var solvers = map[string]func(ctx context.Context, p *solver.Problem, iterations int) (solver.Result, error){
	"FactoredDescent": func(ctx context.Context, p *solver.Problem, n int) (solver.Result, error) {
		return solver.Run(lowrank.FactoredDescent{}.Iterations(ctx, p), solver.MaxIter(n))
	},
	"AcceleratedProximal/thin":        accelerated(lowrank.ThinSVD),
	"AcceleratedProximal/gram":        accelerated(lowrank.GramEigen),
	"AcceleratedProximal/matrix-free": accelerated(lowrank.MatrixFree),
	"IterativeRescaling": func(ctx context.Context, p *solver.Problem, n int) (solver.Result, error) {
		return solver.Run(rivals.IterativeRescaling{}.Iterations(ctx, p), solver.MaxIter(n))
	},
	"AlternatingMinimization": func(ctx context.Context, p *solver.Problem, n int) (solver.Result, error) {
		return solver.Run(rivals.AlternatingMinimization{Seed: 1}.Iterations(ctx, p), solver.MaxIter(n))
	},
}

func accelerated(form lowrank.Decomposition) func(context.Context, *solver.Problem, int) (solver.Result, error) {
	return func(ctx context.Context, p *solver.Problem, n int) (solver.Result, error) {
		return solver.Run(lowrank.AcceleratedProximal{Decomposition: form}.Iterations(ctx, p), solver.MaxIter(n))
	}
}

// outputs is a random problem with λ = 1 and the trace norm at a share of λ_max.
func outputs(seed uint64, squared bool, share float64) *solver.Problem {
	x, l, d, k := testproblems.Outputs(seed, squared)
	return solver.NewProblem(x, l, prox.TraceNorm{Lambda: share * lowrank.LambdaMax(x, l), Rows: d, Cols: k})
}

// TestSolvers: every solver owes what any does. The rivals come near the minimum only.
func TestSolvers(t *testing.T) {
	t.Parallel()
	p := outputs(5, false, 0.2)
	minimum := longRun(t, p).Objective
	check := func(name string, err error) {
		t.Helper()
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	on := toolkittest.On(p, minimum)
	check("FactoredDescent", toolkittest.Solver(
		func(ctx context.Context, p *solver.Problem, _ []float64) solver.Seq[*lowrank.State] {
			return lowrank.FactoredDescent{}.Iterations(ctx, p)
		}, on, toolkittest.Iterations(200)))
	for name, form := range decompositions {
		check("AcceleratedProximal, "+name, toolkittest.Solver(
			func(ctx context.Context, p *solver.Problem, _ []float64) solver.Seq[*lowrank.State] {
				return lowrank.AcceleratedProximal{Decomposition: form}.Iterations(ctx, p)
			}, on, toolkittest.Iterations(300)))
	}
	check("AlternatingMinimization", toolkittest.Solver(
		func(ctx context.Context, p *solver.Problem, _ []float64) solver.Seq[*lowrank.State] {
			return rivals.AlternatingMinimization{Seed: 1}.Iterations(ctx, p)
		}, on, toolkittest.Iterations(50), toolkittest.Tol(1e-4)))
	check("IterativeRescaling", toolkittest.Solver(
		func(ctx context.Context, p *solver.Problem, _ []float64) solver.Seq[*rivals.RescalingState] {
			return rivals.IterativeRescaling{}.Iterations(ctx, p)
		}, on, toolkittest.Iterations(60), toolkittest.Tol(1e-3)))
}

// TestStrength: λ is the problem's times the penalty's strength.
func TestStrength(t *testing.T) {
	t.Parallel()
	p := outputs(6, false, 0.2)
	reg := p.Penalty.(prox.TraceNorm)
	reg.Lambda /= 4
	for name, solve := range solvers {
		want, err := solve(t.Context(), p, 10)
		if err != nil {
			t.Fatal(err)
		}
		got, err := solve(t.Context(), solver.NewProblem(p.A, p.Loss, reg).At(4), 10)
		if err != nil || !floats.Equal(got.X, want.X) || got.Objective != want.Objective {
			t.Errorf("%s: at four times a quarter of λ the objective is %g, at λ %g, error %v",
				name, got.Objective, want.Objective, err)
		}
	}
}

// huberized is a penalty that is no trace norm, though it is close to one.
type huberized struct{ toolkit.Proxable }

// TestWhatProblemsLack: a problem of another kind ends in an error that says what is missing.
func TestWhatProblemsLack(t *testing.T) {
	t.Parallel()
	p := outputs(7, true, 0.2)
	n, _ := p.A.Dims()
	for what, c := range map[string]struct {
		p    *solver.Problem
		want string
	}{
		"no penalty":      {solver.NewProblem(p.A, p.Loss, nil), "no penalty"},
		"another penalty": {solver.NewProblem(p.A, p.Loss, huberized{p.Penalty}), "lowrank_test.huberized"},
		"ridge":           {p.WithRidge(0.5), "μ = 0.5"},
		"unpenalized":     {p.WithUnpenalized(linalg.NewDense(2, n, nil)), "2"},
		"λ = 0":           {p.At(0), "λ = 0"},
		"λ < 0":           {p.At(-1), "λ = -"},
		"λ = NaN":         {p.At(math.NaN()), "λ = NaN"},
		"λ = +Inf":        {p.At(math.Inf(1)), "λ = +Inf"},
	} {
		for name, solve := range solvers {
			if _, err := solve(t.Context(), c.p, 1); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %s: error %v", name, what, err)
			}
		}
	}
	hinge := loss.Tasks{Of: loss.Hinge{Y: make([]float64, n)}, Task: make([]int, n), K: 2}
	kinks := solver.NewProblem(p.A, hinge, p.Penalty)
	for _, name := range []string{"FactoredDescent", "AcceleratedProximal/gram"} {
		if _, err := solvers[name](t.Context(), kinks, 1); err == nil || !strings.Contains(err.Error(), "loss.Tasks") {
			t.Errorf("%s, hinge loss: error %v", name, err)
		}
	}
}

// TestDegenerate: one feature, one output, classes and tasks without an example, constant features, λ from λ_max on.
func TestDegenerate(t *testing.T) {
	t.Parallel()
	for name, c := range testproblems.Degenerate() {
		p := solver.NewProblem(c.X, c.Loss, prox.TraceNorm{Lambda: 1, Rows: c.X.C, Cols: c.Loss.Outputs()})
		lambdaMax := lowrank.LambdaMax(c.X, c.Loss)
		if want := p.LambdaMax(); !testproblems.Near(lambdaMax, want, 1e-12) {
			t.Errorf("%s: λ_max = %g, by singular values %g", name, lambdaMax, want)
		}
		for method, solve := range solvers {
			lambda := 0.3 * lambdaMax
			if lambdaMax == 0 {
				lambda = 1
			}
			if res, err := solve(t.Context(), p.At(lambda), 30); err != nil || math.IsNaN(res.Objective) {
				t.Errorf("%s, %s: objective %g, error %v", name, method, res.Objective, err)
			}
			if method == "AlternatingMinimization" || method == "IterativeRescaling" {
				continue // they come near 0 only
			}
			res, err := solve(t.Context(), p.At(1.01*math.Max(lambdaMax, 1e-3)), 3)
			if err != nil || floats.Norm(res.X, 1) != 0 {
				t.Errorf("%s, %s: W = %v above λ_max, error %v", name, method, res.X, err)
			}
		}
	}
}

// TestAcceleratedGapsReachRounding: the last steps do not rest on differences that have no digits left.
func TestAcceleratedGapsReachRounding(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		p := outputs(seed+50, seed%2 == 0, 0.2)
		seq := lowrank.AcceleratedProximal{}.Iterations(t.Context(), p)
		res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-10), solver.MaxIter(5000)))
		if err != nil || res.Status != solver.Converged {
			t.Errorf("problem %d: %s with a gap of %g at %g, error %v", seed, res.Status, res.Gap, res.Objective, err)
		}
	}
}
