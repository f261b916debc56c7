package toolkit_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/gauge"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/atoms"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
)

// gauges holds every gauge, with the regularizer that it is, as a proximity operator.
var gauges = map[string]struct {
	gauge toolkit.Gauge
	reg   func(lambda float64, d, k int) toolkit.Proxable
}{
	"Lasso": {gauge.Lasso{}, func(l float64, _, _ int) toolkit.Proxable { return prox.L1{Lambda: l} }},
	"Rows": {gauge.Rows{}, func(l float64, d, k int) toolkit.Proxable {
		groups := make(prox.Groups, d)
		for j := range groups {
			for c := range k {
				groups[j] = append(groups[j], j*k+c)
			}
		}
		return prox.L21{Lambda: l, Groups: groups}
	}},
	"Trace": {gauge.Trace{}, func(l float64, d, k int) toolkit.Proxable { return prox.TraceNorm{Lambda: l, Rows: d, Cols: k} }},
}

// matrixSolvers holds every solver of trace-norm problems; the table test asks of each what any solver owes.
var matrixSolvers = map[string]func(ctx context.Context, x linalg.Map, l toolkit.MultiOutput, lambda float64, iterations int) (solver.Result, error){
	"Descent": func(ctx context.Context, x linalg.Map, l toolkit.MultiOutput, lambda float64, n int) (solver.Result, error) {
		return solver.Run(atoms.Descent{}.Iterations(ctx, x, l, gauge.Trace{}, lambda), solver.MaxIter(n))
	},
	"Continuation": func(ctx context.Context, x linalg.Map, l toolkit.MultiOutput, lambda float64, n int) (solver.Result, error) {
		return solver.Run(atoms.Continuation{}.Iterations(ctx, x, l, gauge.Trace{}, lambda), solver.MaxIter(3*n))
	},
	"Descent/random": func(ctx context.Context, x linalg.Map, l toolkit.MultiOutput, lambda float64, n int) (solver.Result, error) {
		return solver.Run(atoms.Descent{Random: true, BoundedSteps: true}.Iterations(ctx, x, l, gauge.Trace{}, lambda), solver.MaxIter(3*n))
	},
	"AcceleratedProximal": func(ctx context.Context, x linalg.Map, l toolkit.MultiOutput, lambda float64, n int) (solver.Result, error) {
		return solver.Run(lowrank.AcceleratedProximal{}.Iterations(ctx, x, l, lambda), solver.MaxIter(n))
	},
	"AcceleratedProximal/gram": func(ctx context.Context, x linalg.Map, l toolkit.MultiOutput, lambda float64, n int) (solver.Result, error) {
		return solver.Run(lowrank.AcceleratedProximal{Decomposition: lowrank.GramEigen}.Iterations(ctx, x, l, lambda), solver.MaxIter(n))
	},
	"AcceleratedProximal/matrix-free": func(ctx context.Context, x linalg.Map, l toolkit.MultiOutput, lambda float64, n int) (solver.Result, error) {
		return solver.Run(lowrank.AcceleratedProximal{Decomposition: lowrank.MatrixFree}.Iterations(ctx, x, l, lambda), solver.MaxIter(n))
	},
	"FactoredDescent": func(ctx context.Context, x linalg.Map, l toolkit.MultiOutput, lambda float64, n int) (solver.Result, error) {
		return solver.Run(lowrank.FactoredDescent{}.Iterations(ctx, x, l, lambda), solver.MaxIter(n))
	},
	"IterativeRescaling": func(ctx context.Context, x linalg.Map, l toolkit.MultiOutput, lambda float64, n int) (solver.Result, error) {
		return solver.Run(lowrank.IterativeRescaling{}.Iterations(ctx, x, l, lambda), solver.MaxIter(n))
	},
	"AlternatingMinimization": func(ctx context.Context, x linalg.Map, l toolkit.MultiOutput, lambda float64, n int) (solver.Result, error) {
		return solver.Run(lowrank.AlternatingMinimization{Seed: 1}.Iterations(ctx, x, l, lambda), solver.MaxIter(n))
	},
}

// TestMatrixSolvers: the objective falls below that at 0 and is recomputed from W, a second run ends at the same bits, and
// cancellation, NaN and λ ≤ 0 are told apart.
func TestMatrixSolvers(t *testing.T) {
	t.Parallel()
	x, l, d, k := multiclass(5, false)
	lambda := 0.2 * lambdaMax(x, l, gauge.Trace{}, d, k)
	p := solver.NewProblem(x, l, prox.TraceNorm{Lambda: lambda, Rows: d, Cols: k})
	for name, solve := range matrixSolvers {
		res, err := solve(t.Context(), x, l, lambda, 30)
		if err != nil || res.Objective >= p.Objective(make([]float64, d*k)) || p.Objective(res.X) > res.Objective+1e-9 {
			t.Errorf("%s: objective %g, of its W %g, error %v", name, res.Objective, p.Objective(res.X), err)
		}
		if again, err := solve(t.Context(), x, l, lambda, 30); err != nil || !floats.Equal(again.X, res.X) {
			t.Errorf("%s: a second run ends elsewhere, error %v", name, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if res, err := solve(ctx, x, l, lambda, 5); err != nil || res.Status != solver.Canceled {
			t.Errorf("%s: status %v, error %v after cancellation", name, res.Status, err)
		}
		bad := linalg.NewDense(x.R, x.C, append([]float64(nil), x.Data...))
		bad.Data[7] = math.NaN()
		if _, err := solve(t.Context(), bad, l, lambda, 5); !errors.Is(err, solver.ErrDiverged) {
			t.Errorf("%s: error %v for NaN", name, err)
		}
		for _, wrong := range []float64{0, -1, math.NaN(), math.Inf(1)} {
			if _, err := solve(t.Context(), x, l, wrong, 1); err == nil {
				t.Errorf("%s: λ = %g was accepted", name, wrong)
			}
		}
	}
}

// TestGauges: the extreme atom is one, attains the polar, and no random atom does better.
func TestGauges(t *testing.T) {
	t.Parallel()
	for name, c := range gauges {
		rng := rand.New(rand.NewPCG(70, 71))
		for range 50 {
			d, k := 1+rng.IntN(6), 1+rng.IntN(5)
			g := randomVector(rng, d*k, 1)
			u, v := make([]float64, d), make([]float64, k)
			polar := c.gauge.LMO(u, v, g)
			reg := c.reg(1, d, k)
			atom := make([]float64, d*k)
			for j := range u {
				floats.AddScaled(atom[j*k:(j+1)*k], u[j], v)
			}
			if !near(floats.Dot(atom, g), polar, 1e-12) || !near(reg.(toolkit.Conjugate).Polar(g), polar, 1e-12) {
				t.Fatalf("%s: ⟨atom, G⟩ = %g, polar %g, by the conjugate %g", name, floats.Dot(atom, g), polar, reg.(toolkit.Conjugate).Polar(g))
			}
			if !near(reg.Value(atom), 1, 1e-12) {
				t.Fatalf("%s: Ω(atom) = %g", name, reg.Value(atom))
			}
			w := randomVector(rng, d*k, 1)
			if floats.Dot(w, g) > reg.Value(w)*polar+1e-12 {
				t.Fatalf("%s: ⟨W, G⟩ > Ω(W) Ω°(G)", name)
			}
		}
		if p := c.gauge.LMO(make([]float64, 2), make([]float64, 1), []float64{math.NaN(), 1}); !math.IsNaN(p) {
			t.Errorf("%s: NaN was swallowed: %g", name, p)
		}
		if p := c.gauge.LMO(make([]float64, 2), make([]float64, 2), make([]float64, 4)); p != 0 {
			t.Errorf("%s: the polar of 0 is %g", name, p)
		}
	}
}

// multiclass is a random problem of n examples, d features and k classes or outputs, with λ a share of λ_max.
func multiclass(seed uint64, squared bool) (x *linalg.Dense, l toolkit.MultiOutput, d, k int) {
	rng := rand.New(rand.NewPCG(seed, 72))
	n := 20 + rng.IntN(30)
	d, k = 2+rng.IntN(8), 2+rng.IntN(4)
	x = linalg.NewDense(n, d, randomVector(rng, n*d, 1))
	if squared {
		return x, loss.SquaredOutputs{Y: randomVector(rng, n*k, 1), K: k}, d, k
	}
	return x, loss.Multinomial{Y: randomLabels(rng, n, k), K: k}, d, k
}

// TestTasksAreSeparateWithoutCoupling: with the lasso, several tasks are solved one by one.
func TestTasksAreSeparateWithoutCoupling(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(80, 81))
	const n, d, k = 60, 4, 3
	x := linalg.NewDense(n, d, randomVector(rng, n*d, 1))
	y, task := make([]float64, n), make([]int, n)
	for i := range y {
		y[i], task[i] = math.Copysign(1, x.At(i, i%3)+rng.NormFloat64()), i%k
	}
	const lambda = 0.01
	together := solver.NewProblem(x, loss.Tasks{Of: loss.Logistic{Y: y}, Task: task, K: k}, prox.L1{Lambda: lambda})
	res, err := solver.Run(gradient.FISTA{}.Iterations(t.Context(), together, together.Regularizer(), make([]float64, d*k)), solver.Any(solver.AbsGap(1e-12), solver.MaxIter(20000)))
	if err != nil || res.Gap > 1e-10 {
		t.Fatalf("gap %g, error %v", res.Gap, err)
	}
	for c := range k {
		weights := make([]float64, n)
		for i := range weights {
			if task[i] == c {
				weights[i] = 1.0 / n
			}
		}
		alone := solver.NewProblem(x, loss.Logistic{Y: y, Weights: weights}, prox.L1{Lambda: lambda})
		one, err := solver.Run(gradient.FISTA{}.Iterations(t.Context(), alone, alone.Regularizer(), make([]float64, d)), solver.Any(solver.AbsGap(1e-13), solver.MaxIter(20000)))
		if err != nil {
			t.Fatal(err)
		}
		for j := range d {
			if !near(res.X[j*k+c], one.X[j], 1e-4) {
				t.Errorf("task %d, weight %d: %g together, %g alone", c, j, res.X[j*k+c], one.X[j])
			}
		}
	}
}

// lambdaMax is the least λ at which 0 is the solution.
func lambdaMax(x *linalg.Dense, l toolkit.MultiOutput, g toolkit.Gauge, d, k int) float64 {
	grad := make([]float64, d*k)
	solver.NewProblem(x, l, nil).ValueGrad(grad, make([]float64, d*k))
	floats.Scale(-1, grad)
	return g.LMO(make([]float64, d), make([]float64, k), grad)
}

// TestAtomDescent compares with a long run of proximal gradient: the gap bounds the distance to it after every step, and the
// objectives agree. (Atoms of rows and of the trace norm cannot turn: there it comes close and no more.)
func TestAtomDescent(t *testing.T) {
	t.Parallel()
	for name, c := range gauges {
		for trial := range uint64(6) {
			x, l, d, k := multiclass(trial, trial%2 == 0)
			lambda := 0.2 * lambdaMax(x, l, c.gauge, d, k)
			p := solver.NewProblem(x, l, c.reg(lambda, d, k))
			long, err := solver.Run(gradient.FISTA{}.Iterations(t.Context(), p, p.Regularizer(), make([]float64, d*k)), solver.Any(solver.AbsGap(1e-12), solver.MaxIter(50000)))
			if err != nil || long.Gap > 1e-10 {
				t.Fatalf("%s: the long run ended with a gap of %g, error %v", name, long.Gap, err)
			}
			tol := 1e-8
			if name != "Lasso" {
				tol = 1e-3
			}
			w := make([]float64, d*k)
			for st, err := range (atoms.Descent{}).Iterations(t.Context(), x, l, c.gauge, lambda) {
				if err != nil {
					t.Fatal(err)
				}
				if excess := st.Objective - long.Objective; excess > st.Gap+1e-10 {
					t.Fatalf("%s, trial %d, step %d: %g above the minimum, gap %g", name, trial, st.Iter, excess, st.Gap)
				}
				w = st.X(w)
				if o := p.Objective(w); o > st.Objective+1e-9 {
					t.Fatalf("%s: P(W) = %g, Ψ(θ) = %g", name, o, st.Objective)
				}
				if st.Gap <= tol*st.Objective {
					break
				}
				if st.Iter == 500 {
					t.Errorf("%s, trial %d: gap %g (objective %g) after %d steps", name, trial, st.Gap, st.Objective, st.Iter)
					break
				}
			}
		}
	}
}

// TestAtomDescentIsCoordinateDescent solves a lasso to 1e-10 of what cyclic coordinate descent gives.
func TestAtomDescentIsCoordinateDescent(t *testing.T) {
	t.Parallel()
	x, l, d, k := multiclass(3, true)
	lambda := 0.1 * lambdaMax(x, l, gauge.Lasso{}, d, k)
	want := make([]float64, d*k)
	residual := append([]float64(nil), l.(loss.SquaredOutputs).Y...) // y − Xw
	n := float64(x.R)
	for range 5000 {
		for j := range d {
			for c := range k {
				var dot, square float64
				for i := range x.R {
					dot += x.At(i, j) * residual[i*k+c] / n
					square += x.At(i, j) * x.At(i, j) / n
				}
				at := dot + square*want[j*k+c]
				now := math.Copysign(math.Max(0, math.Abs(at)-lambda), at) / square
				for i := range x.R {
					residual[i*k+c] -= x.At(i, j) * (now - want[j*k+c])
				}
				want[j*k+c] = now
			}
		}
	}
	res, err := solver.Run(atoms.Descent{}.Iterations(t.Context(), x, l, gauge.Lasso{}, lambda), solver.Any(solver.SmallResidual(1e-13*lambda), solver.MaxIter(3000)))
	if err != nil || floats.Distance(res.X, want, math.Inf(1)) > 1e-10 {
		t.Errorf("differs by %g, error %v, residual %g after %d steps", floats.Distance(res.X, want, math.Inf(1)), err, res.Residual, res.Iter)
	}
}

// TestAtomDescentIsBlockCoordinateDescent: on the squared loss, steps from 0 are those of greedy block coordinate descent, each the
// exact minimizer over a row, until a row comes up again.
func TestAtomDescentIsBlockCoordinateDescent(t *testing.T) {
	t.Parallel()
	x, l, d, k := multiclass(4, true)
	lambda := 0.3 * lambdaMax(x, l, gauge.Rows{}, d, k)
	n := float64(x.R)
	w, residual := make([]float64, d*k), append([]float64(nil), l.(loss.SquaredOutputs).Y...)
	visited := map[int]bool{}
	steps := 0
	for st, err := range (atoms.Descent{}).Iterations(t.Context(), x, l, gauge.Rows{}, lambda) {
		if err != nil {
			t.Fatal(err)
		}
		at, most := 0, -1.
		grad := make([]float64, d*k)
		linalg.MulTransMat(grad, x, residual, k)
		floats.Scale(1/n, grad)
		for j := range d {
			if g := floats.Norm(grad[j*k:(j+1)*k], 2); g > most {
				at, most = j, g
			}
		}
		if visited[at] || most-lambda < lambda/2 || st.Step == 0 {
			break
		}
		visited[at] = true
		steps++
		var square float64
		for i := range x.R {
			square += x.At(i, at) * x.At(i, at) / n
		}
		for c := range k {
			w[at*k+c] = grad[at*k+c] * (1 - lambda/most) / square
			for i := range x.R {
				residual[i*k+c] -= x.At(i, at) * w[at*k+c]
			}
		}
		if got := st.X(nil); !floats.EqualApprox(got, w, 1e-10) {
			t.Fatalf("step %d: %v, by block coordinate descent %v", st.Iter, got, w)
		}
	}
	if steps == 0 {
		t.Error("no step was compared")
	}
}

func TestAtomDescentEdges(t *testing.T) {
	t.Parallel()
	x, l, d, k := multiclass(5, false)
	for name, c := range gauges {
		most := lambdaMax(x, l, c.gauge, d, k)
		for st, err := range (atoms.Descent{}).Iterations(t.Context(), x, l, c.gauge, 1.0001*most) {
			if err != nil || len(st.Atoms) != 0 || st.Gap > 1e-12 {
				t.Errorf("%s: above λ_max: %d atoms, gap %g, error %v", name, len(st.Atoms), st.Gap, err)
			}
			break
		}
	}
}

// TestFactoredDescent reaches the long run's objective to 1e-8, from above and within its gap after every round, at low rank where
// that is the solution's.
func TestFactoredDescent(t *testing.T) {
	t.Parallel()
	for trial := range uint64(20) {
		x, l, d, k := multiclass(trial+20, trial%2 == 0)
		share := []float64{0.5, 0.2, 0.02}[trial%3]
		lambda := share * lambdaMax(x, l, gauge.Trace{}, d, k)
		p := solver.NewProblem(x, l, prox.TraceNorm{Lambda: lambda, Rows: d, Cols: k})
		long, err := solver.Run(gradient.FISTA{}.Iterations(t.Context(), p, p.Regularizer(), make([]float64, d*k)), solver.Any(solver.AbsGap(1e-12), solver.MaxIter(50000)))
		if err != nil || long.Gap > 1e-9 {
			t.Fatalf("trial %d: the long run ended with a gap of %g, error %v", trial, long.Gap, err)
		}
		for st, err := range (lowrank.FactoredDescent{}).Iterations(t.Context(), x, l, lambda) {
			if err != nil {
				t.Fatal(err)
			}
			excess := st.Objective - long.Objective
			if excess > st.Gap+1e-10 || excess < -long.Gap-1e-12 {
				t.Fatalf("trial %d, round %d: %g above the minimum, gap %g", trial, st.Iter, excess, st.Gap)
			}
			if o := p.Objective(st.X(nil)); o > st.Objective+1e-12 {
				t.Fatalf("trial %d: P(W) = %.12g, Ψ = %.12g", trial, o, st.Objective)
			}
			if excess <= 1e-8*long.Objective {
				if rank := rankOf(long.X, d, k); st.Rank < rank {
					t.Errorf("trial %d: rank %d, the long run's is %d", trial, st.Rank, rank)
				}
				break
			}
			if st.Iter == 800 {
				t.Errorf("trial %d (λ = %g λ_max): %g above the minimum %g after %d steps", trial, share, excess, long.Objective, st.Iter)
				break
			}
		}
	}
	x, l, d, k := multiclass(5, false)
	most := lambdaMax(x, l, gauge.Trace{}, d, k)
	res, err := solver.Run(lowrank.FactoredDescent{}.Iterations(t.Context(), x, l, 1.0001*most), solver.MaxIter(1))
	if err != nil || res.Gap > 1e-12 || floats.Norm(res.X, 1) != 0 {
		t.Errorf("above λ_max: W = %v, gap %g, error %v", res.X, res.Gap, err)
	}
}

// TestFactoredPath follows λ down, each solution starting from the one before: the objectives are those of a start from 0, in fewer
// evaluations, and the starts stay as they were.
func TestFactoredPath(t *testing.T) {
	t.Parallel()
	x, l, d, k := multiclass(41, false)
	most := lambdaMax(x, l, gauge.Trace{}, d, k)
	solve := func(lambda float64, start *lowrank.State) *lowrank.State {
		for st, err := range (lowrank.FactoredDescent{Start: start}).Iterations(t.Context(), x, l, lambda) {
			if err != nil {
				t.Fatal(err)
			}
			if st.Gap <= 1e-9*st.Objective || st.Iter == 1000 {
				return st
			}
		}
		return nil
	}
	var warm *lowrank.State
	warmer, colder := 0, 0
	for lambda := most / 2; lambda > most/50; lambda /= 1.5 {
		var before []float64
		if warm != nil {
			before = warm.X(nil)
		}
		next, cold := solve(lambda, warm), solve(lambda, nil)
		if warm != nil && !floats.Equal(warm.X(nil), before) {
			t.Fatal("the start was changed")
		}
		if math.Abs(next.Objective-cold.Objective) > 1e-8*cold.Objective {
			t.Errorf("λ = %g: %g along the path, %g from 0", lambda, next.Objective, cold.Objective)
		}
		warmer, colder = warmer+next.Evals, colder+cold.Evals
		warm = next
	}
	if warmer >= colder {
		t.Errorf("%d evaluations along the path, %d from 0", warmer, colder)
	}
}

// rankOf counts the singular values above a millionth of the largest.
func rankOf(w []float64, d, k int) (rank int) {
	values := prox.TraceNorm{Rows: d, Cols: k}.SingularValues(w)
	for _, s := range values {
		if s > 1e-6*values[0] {
			rank++
		}
	}
	return rank
}

// TestIterativeRescaling comes within a thousandth of the minimum, and never below it.
func TestIterativeRescaling(t *testing.T) {
	t.Parallel()
	for trial := range uint64(8) {
		x, l, d, k := multiclass(trial+50, trial%2 == 0)
		lambda := 0.2 * lambdaMax(x, l, gauge.Trace{}, d, k)
		var least float64
		for st, err := range (lowrank.FactoredDescent{}).Iterations(t.Context(), x, l, lambda) {
			if err != nil {
				t.Fatal(err)
			}
			if least = st.Objective; st.Gap <= 1e-10*st.Objective || st.Iter == 1000 {
				break
			}
		}
		res, err := solver.Run(lowrank.IterativeRescaling{}.Iterations(t.Context(), x, l, lambda), solver.MaxIter(60))
		if err != nil || res.Objective < least-1e-8 || res.Objective > least*(1+1e-3) {
			t.Errorf("trial %d: %g, the minimum is %g, error %v", trial, res.Objective, least, err)
		}
	}
}

// TestAlternatingMinimization at full rank ends at the minimum or above it, and never raises its objective.
func TestAlternatingMinimization(t *testing.T) {
	t.Parallel()
	for trial := range uint64(8) {
		x, l, d, k := multiclass(trial+60, trial%2 == 0)
		lambda := 0.2 * lambdaMax(x, l, gauge.Trace{}, d, k)
		before := math.Inf(1)
		for st, err := range (lowrank.AlternatingMinimization{Seed: trial}).Iterations(t.Context(), x, l, lambda) {
			if err != nil {
				t.Fatal(err)
			}
			if st.Objective > before+1e-12 {
				t.Fatalf("trial %d, round %d: the objective rose from %g to %g", trial, st.Iter, before, st.Objective)
			}
			if before = st.Objective; st.Iter == 100 {
				if st.Gap > 0.02*st.Objective {
					t.Errorf("trial %d: gap %g at objective %g", trial, st.Gap, st.Objective)
				}
				break
			}
		}
	}
	x, l, _, _ := multiclass(5, false)
	if _, err := solver.Run(lowrank.AlternatingMinimization{Rank: -1}.Iterations(t.Context(), x, l, 0.1), solver.MaxIter(1)); err == nil {
		t.Error("a negative rank was accepted")
	}
}
