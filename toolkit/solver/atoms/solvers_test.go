package atoms_test

import (
	"context"
	"errors"
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
	"github.com/proxlab/proxlab/toolkit/solver/atoms"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// solvers holds every solver of penalized problems, run for some iterations.
var solvers = map[string]func(ctx context.Context, p *solver.Problem, iterations int) (solver.Result, error){
	"Descent": func(ctx context.Context, p *solver.Problem, n int) (solver.Result, error) {
		return solver.Run(atoms.Descent{}.Iterations(ctx, p), solver.MaxIter(n))
	},
	"Descent/random": func(ctx context.Context, p *solver.Problem, n int) (solver.Result, error) {
		return solver.Run(atoms.Descent{Random: true, BoundedSteps: true}.Iterations(ctx, p), solver.MaxIter(3*n))
	},
	"Continuation": func(ctx context.Context, p *solver.Problem, n int) (solver.Result, error) {
		return solver.Run(atoms.Continuation{}.Iterations(ctx, p), solver.MaxIter(3*n))
	},
}

// gauges makes every gauge on d×k matrices.
var gauges = map[string]func(d, k int) toolkit.Proxable{
	"L1":        func(_, _ int) toolkit.Proxable { return prox.L1{Lambda: 1} },
	"MultiTask": func(_, k int) toolkit.Proxable { return prox.MultiTask{Lambda: 1, Cols: k} },
	"TraceNorm": func(d, k int) toolkit.Proxable { return prox.TraceNorm{Lambda: 1, Rows: d, Cols: k} },
}

// outputs is a random problem with a gauge, at λ = 1, and λ_max.
func outputs(seed uint64, squared bool, gauge string) (p *solver.Problem, lambdaMax float64) {
	x, l, d, k := testproblems.Outputs(seed, squared)
	p = solver.NewProblem(x, l, gauges[gauge](d, k))
	return p, p.LambdaMax()
}

// TestSolvers: on a lasso Descent owes what any solver does; its random form, and the other atoms, come near the
// minimum only.
func TestSolvers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		gauge      string
		iterations int
		tol        float64
		descent    atoms.Descent
	}{
		"lasso":                 {"L1", 150, 1e-8, atoms.Descent{}},
		"rows":                  {"MultiTask", 80, 1e-2, atoms.Descent{}},
		"rank one":              {"TraceNorm", 80, 1e-2, atoms.Descent{}},
		"rank one, random draw": {"TraceNorm", 150, 5e-2, atoms.Descent{Random: true, BoundedSteps: true}},
	} {
		p, lambdaMax := outputs(5, false, c.gauge)
		p = p.At(0.2 * lambdaMax)
		err := toolkittest.Solver(func(ctx context.Context, p *solver.Problem, _ []float64) solver.Seq[*atoms.State] {
			return c.descent.Iterations(ctx, p)
		}, toolkittest.On(p, longRun(t, p).Objective), toolkittest.Iterations(c.iterations), toolkittest.Tol(c.tol))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestContinuationIsASolver: the objective at the end is that of W, a second run ends at the same bits, and a context
// that ends, and NaN, are told apart.
func TestContinuationIsASolver(t *testing.T) {
	t.Parallel()
	p, lambdaMax := outputs(5, false, "TraceNorm")
	p = p.At(0.2 * lambdaMax)
	solve := solvers["Continuation"]
	res, err := solve(t.Context(), p, 30)
	if err != nil || res.Objective >= p.Objective(make([]float64, p.Dim())) || p.Objective(res.X) > res.Objective+1e-9 {
		t.Errorf("objective %g, of its W %g, error %v", res.Objective, p.Objective(res.X), err)
	}
	if again, err := solve(t.Context(), p, 30); err != nil || !floats.Equal(again.X, res.X) {
		t.Errorf("a second run ends elsewhere, error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if res, err := solve(ctx, p, 5); !errors.Is(err, context.Canceled) || res.Status != solver.Canceled {
		t.Errorf("status %v, error %v after cancellation", res.Status, err)
	}
	r, d := p.A.Dims()
	bad := linalg.NewDense(r, d, nil)
	bad.Data[7] = math.NaN()
	if _, err := solve(t.Context(), solver.NewProblem(bad, p.Loss, p.Penalty), 5); !errors.Is(err, solver.ErrDiverged) {
		t.Errorf("error %v for NaN", err)
	}
	if _, err := solver.Run(atoms.Continuation{Stages: -1}.Iterations(t.Context(), p), solver.MaxIter(1)); err == nil {
		t.Error("a negative number of stages was accepted")
	}
	if _, err := solver.Run(atoms.Descent{Shrink: 1}.Iterations(t.Context(), p), solver.MaxIter(1)); err == nil {
		t.Error("an ε that does not shrink was accepted")
	}
}

// TestStrength: a quarter of a penalty has atoms four times as large, and four times as much of it is the same problem.
func TestStrength(t *testing.T) {
	t.Parallel()
	p, lambdaMax := outputs(8, true, "TraceNorm")
	_, d := p.A.Dims()
	k, lambda := p.Outputs(), 0.3*lambdaMax
	for name, quarter := range map[string]toolkit.Proxable{
		"L1": prox.L1{Lambda: 0.25}, "MultiTask": prox.MultiTask{Lambda: 0.25, Cols: k},
		"TraceNorm": prox.TraceNorm{Lambda: 0.25, Rows: d, Cols: k},
	} {
		one, four := solver.NewProblem(p.A, p.Loss, gauges[name](d, k)), solver.NewProblem(p.A, p.Loss, quarter)
		for method, solve := range solvers {
			want, err := solve(t.Context(), one.At(lambda), 10)
			if err != nil {
				t.Fatal(err)
			}
			got, err := solve(t.Context(), four.At(4*lambda), 10)
			if err != nil || !floats.EqualApprox(got.X, want.X, 1e-12) || floats.Norm(got.X, 1) == 0 {
				t.Errorf("%s, %s: %v for four quarters, %v for one, error %v", name, method, got.X, want.X, err)
			}
		}
	}
}

// TestWhatProblemsLack: a problem of another kind ends in an error that says what is missing.
func TestWhatProblemsLack(t *testing.T) {
	t.Parallel()
	p, _ := outputs(7, true, "TraceNorm")
	n, _ := p.A.Dims()
	run := map[string]func(p *solver.Problem) error{}
	for name, solve := range solvers {
		run[name] = func(p *solver.Problem) error {
			_, err := solve(t.Context(), p, 1)
			return err
		}
	}
	for what, c := range map[string]struct {
		p    *solver.Problem
		want string
	}{
		"no penalty":         {solver.NewProblem(p.A, p.Loss, nil), "no penalty"},
		"no oracle":          {solver.NewProblem(p.A, p.Loss, prox.SquaredL1{Lambda: 1}), "prox.SquaredL1"},
		"ridge":              {p.WithRidge(0.5), "μ = 0.5"},
		"unpenalized":        {p.WithUnpenalized(linalg.NewDense(2, n, nil)), "2"},
		"nothing to bound W": {solver.NewProblem(p.A, p.Loss, unbounded{p.Penalty}), "no atom"},
	} {
		for name, solve := range run {
			if err := solve(c.p); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %s: error %v", name, what, err)
			}
		}
	}
	for name, solve := range solvers {
		for _, wrong := range []float64{0, -1, math.NaN(), math.Inf(1)} {
			if _, err := solve(t.Context(), p.At(wrong), 1); err == nil || !strings.Contains(err.Error(), "λ = ") {
				t.Errorf("%s, λ = %g: error %v", name, wrong, err)
			}
		}
	}
	kinks := loss.Tasks{Of: loss.Hinge{Y: make([]float64, n)}, Task: make([]int, n), K: 2}
	for name, solve := range solvers {
		_, err := solve(t.Context(), solver.NewProblem(p.A, kinks, p.Penalty), 1)
		if err == nil || !strings.Contains(err.Error(), "loss.Tasks") {
			t.Errorf("%s, hinge loss: error %v", name, err)
		}
	}
}

// unbounded has a unit ball without an end.
type unbounded struct{ toolkit.Proxable }

func (unbounded) LMO(_, _, _ []float64) float64 { return math.Inf(1) }

// TestDegenerate: one feature, one output, classes and tasks without an example, constant features, λ from λ_max on.
func TestDegenerate(t *testing.T) {
	t.Parallel()
	for name, c := range testproblems.Degenerate() {
		p := solver.NewProblem(c.X, c.Loss, prox.TraceNorm{Lambda: 1, Rows: c.X.C, Cols: c.Loss.Outputs()})
		for method, solve := range solvers {
			lambda := 0.3 * p.LambdaMax()
			if lambda == 0 {
				lambda = 1
			}
			if res, err := solve(t.Context(), p.At(lambda), 30); err != nil || math.IsNaN(res.Objective) {
				t.Errorf("%s, %s: objective %g, error %v", name, method, res.Objective, err)
			}
			res, err := solve(t.Context(), p.At(1.01*math.Max(p.LambdaMax(), 1e-3)), 3)
			if err != nil || floats.Norm(res.X, 1) != 0 {
				t.Errorf("%s, %s: W = %v above λ_max, error %v", name, method, res.X, err)
			}
		}
	}
}
