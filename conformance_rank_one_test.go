package toolkit_test

import (
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

// TestOptimalityAtTheEnd: where factored descent closes its gap, the conditions (i') and (ii') of Proposition 2.1 of Dudik, Harchaoui and
// Malick hold to a small ε.
func TestOptimalityAtTheEnd(t *testing.T) {
	t.Parallel()
	for seed := range uint64(10) {
		x, l, d, k := multiclass(seed+100, seed%2 == 0)
		lambda := 0.2 * lambdaMax(x, l, gauge.Trace{}, d, k)
		res, err := solver.Run(lowrank.FactoredDescent{}.Iterations(t.Context(), x, l, lambda), solver.Any(solver.RelGap(1e-10), solver.MaxIter(2000)))
		if err != nil || res.Status != solver.Converged {
			t.Fatalf("problem %d: %v, gap %g, error %v", seed, res.Status, res.Gap, err)
		}
		grad := make([]float64, d*k)
		solver.NewProblem(x, l, nil).ValueGrad(grad, res.X)
		reg := prox.TraceNorm{Lambda: 1, Rows: d, Cols: k}
		const epsilon = 1e-4
		if norm := reg.Polar(grad); norm > lambda*(1+epsilon) {
			t.Errorf("problem %d: ‖∇‖ = %g at λ = %g", seed, norm, lambda)
		}
		if trace := reg.Value(res.X); math.Abs(floats.Dot(grad, res.X)+lambda*trace) > epsilon*lambda*trace {
			t.Errorf("problem %d: ⟨∇, W⟩ = %g, −λ‖W‖_* = %g", seed, floats.Dot(grad, res.X), -lambda*trace)
		}
	}
}

// TestBoundedStepsDescend: a step −g/h along a new atom lowers Ψ by g²/(2h) at least (Proposition 3.4 with a bound h of the curvature
// along the atom), and so R1D ends within the iterations of Theorem 3.5.
func TestBoundedStepsDescend(t *testing.T) {
	t.Parallel()
	for seed := range uint64(10) {
		x, l, d, k := multiclass(seed+110, false)
		most := lambdaMax(x, l, gauge.Trace{}, d, k)
		lambda := 0.3 * most
		p := solver.NewProblem(x, l, nil)
		before, slope := p.Value(make([]float64, d*k)), most-lambda
		var longest float64 // the largest h: Proposition B.1's bound of it is ‖x‖²
		for i := range x.R {
			longest = math.Max(longest, floats.Dot(x.Row(i), x.Row(i)))
		}
		const epsilon = 0.05
		bound := 8 * before / (1 / (2 * longest) * math.Pow(epsilon*lambda, 2))
		for st, err := range (atoms.Descent{BoundedSteps: true}).Iterations(t.Context(), x, l, gauge.Trace{}, lambda) {
			if err != nil {
				t.Fatal(err)
			}
			if st.Step > 0 && before-st.Objective < slope*slope/(2*longest)-1e-12 {
				t.Fatalf("problem %d, step %d: Ψ fell by %g, by %g at least was due", seed, st.Iter, before-st.Objective, slope*slope/(2*longest))
			}
			if st.Step > 0 && before-st.Objective < st.Step*slope/2-1e-12 { // g²/(2h) with the step g/h
				t.Fatalf("problem %d, step %d: Ψ fell by %g, by %g at least was due", seed, st.Iter, before-st.Objective, st.Step*slope/2)
			}
			grad := make([]float64, d*k)
			p.ValueGrad(grad, st.X(nil))
			before, slope = st.Objective, prox.TraceNorm{Lambda: 1, Rows: d, Cols: k}.Polar(grad)-lambda
			if st.Residual <= epsilon*lambda {
				break
			}
			if float64(st.Iter) > bound {
				t.Fatalf("problem %d: not optimal to ε after %d iterations, the theorem's bound is %g", seed, st.Iter, bound)
			}
		}
	}
}

// TestContinuationStages: λ falls geometrically to the target, ε_ℓ = βλ_ℓ leaves no two stages a common solution, λ_ℓ − ε_ℓ ≥ λ_{ℓ+1} +
// ε_{ℓ+1}, a stage ends only where its conditions hold, and the end is that of a start from 0.
func TestContinuationStages(t *testing.T) {
	t.Parallel()
	x, l, d, k := multiclass(120, false)
	most := lambdaMax(x, l, gauge.Trace{}, d, k)
	target := most / 20
	const stages = 5
	var lambdas, epsilons []float64
	var last *atoms.State
	for st, err := range (atoms.Continuation{Stages: stages}).Iterations(t.Context(), x, l, gauge.Trace{}, target) {
		if err != nil {
			t.Fatal(err)
		}
		if n := len(lambdas); n == 0 || st.Lambda != lambdas[n-1] {
			lambdas, epsilons = append(lambdas, st.Lambda), append(epsilons, st.Epsilon)
		}
		if last = st; st.Lambda == target && st.Gap <= 1e-3*st.Objective || st.Iter == 5000 {
			break
		}
	}
	if last.Lambda != target || last.Gap > 1e-3*last.Objective {
		t.Fatalf("λ = %g, gap %g after %d steps", last.Lambda, last.Gap, last.Iter)
	}
	alpha := math.Pow(target/most, 1./stages)
	beta := (1 - alpha) / (1 + alpha)
	for s := range lambdas {
		stage := math.Round(math.Log(lambdas[s]/most) / math.Log(alpha))
		if !near(lambdas[s], most*math.Pow(alpha, stage), 1e-9) {
			t.Errorf("λ = %g is no stage of %g to %g", lambdas[s], most, target)
		}
		if s < len(lambdas)-1 && !near(epsilons[s], beta*lambdas[s], 1e-9) {
			t.Errorf("ε = %g at λ = %g, β = %g", epsilons[s], lambdas[s], beta)
		}
		if s > 0 && lambdas[s-1]*(1-beta) < lambdas[s]*(1+beta)*(1-1e-9) {
			t.Errorf("stages at %g and %g may share solutions", lambdas[s-1], lambdas[s])
		}
	}
	p := solver.NewProblem(x, l, prox.TraceNorm{Lambda: target, Rows: d, Cols: k})
	long, err := solver.Run(gradient.FISTA{}.Iterations(t.Context(), p, p.Regularizer(), make([]float64, d*k)), solver.Any(solver.AbsGap(1e-10), solver.MaxIter(20000)))
	if excess := last.Objective - long.Objective; err != nil || excess < -1e-9 || excess > last.Gap {
		t.Errorf("%g above the minimum, gap %g, error %v", excess, last.Gap, err)
	}
	if trace := p.Regularizer().Value(last.X(nil)); trace > target*thetaOf(last)+1e-9 { // λ‖W‖_* ≤ λ Σ θ
		t.Errorf("trace norm %g of weights %g", trace/target, thetaOf(last))
	}
}

func thetaOf(s *atoms.State) (sum float64) {
	for _, a := range s.Atoms {
		sum += a.Theta
	}
	return sum
}

// ballSolvers minimize over the ball of a gauge; TestConditionalGradient asks of them what it owes.
var ballSolvers = []string{"ConditionalGradient"}

// TestConditionalGradient: on the ball of the penalized solution's trace norm, the constrained minimum is its loss; the gap bounds the
// distance to it.
func TestConditionalGradient(t *testing.T) {
	t.Parallel()
	for seed := range uint64(5) {
		x, l, d, k := multiclass(seed+130, seed%2 == 0)
		lambda := 0.3 * lambdaMax(x, l, gauge.Trace{}, d, k)
		res, err := solver.Run(lowrank.FactoredDescent{}.Iterations(t.Context(), x, l, lambda), solver.Any(solver.RelGap(1e-11), solver.MaxIter(2000)))
		if err != nil {
			t.Fatal(err)
		}
		radius := prox.TraceNorm{Lambda: 1, Rows: d, Cols: k}.Value(res.X)
		p := solver.NewProblem(x, l, nil)
		want := p.Value(res.X)
		for st, err := range (atoms.ConditionalGradient{}).Iterations(t.Context(), x, l, gauge.Trace{}, radius) {
			if err != nil {
				t.Fatal(err)
			}
			excess := st.Objective - want
			if excess > st.Gap+1e-9 || excess < -1e-8 {
				t.Fatalf("problem %d, step %d: %g above the minimum, gap %g", seed, st.Iter, excess, st.Gap)
			}
			if v := p.Value(st.X(nil)); !near(v, st.Objective, 1e-9) || thetaOf(st) > radius*(1+1e-12) {
				t.Fatalf("problem %d: loss %g, of its W %g; weights %g in a ball of %g", seed, st.Objective, v, thetaOf(st), radius)
			}
			if st.Gap <= 2e-3*st.Objective {
				break
			}
			if st.Iter == 3000 {
				t.Errorf("problem %d: gap %g after %d steps", seed, st.Gap, st.Iter)
				break
			}
		}
	}
	x, l, _, _ := multiclass(5, false)
	for _, radius := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		for _, err := range (atoms.ConditionalGradient{}).Iterations(t.Context(), x, l, gauge.Trace{}, radius) {
			if err == nil {
				t.Errorf("a radius of %g was accepted", radius)
			}
			break
		}
	}
}

// TestTwoFormsOfATask: tasks of two classes as one column each at λ/√2, and as two columns at λ, have one minimum.
func TestTwoFormsOfATask(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(140, 1))
	const n, d, tasks = 60, 5, 4
	x := linalg.NewDense(n, d, randomVector(rng, n*d, 1))
	task, signs, classes := randomLabels(rng, n, tasks), make([]float64, n), make([]int, n)
	for i := range n {
		classes[i] = rng.IntN(2)
		signs[i] = float64(1 - 2*classes[i])
	}
	two := loss.TaskMultinomial{Y: classes, Task: task, Offset: []int{0, 2, 4, 6, 8}}
	one := loss.Tasks{Of: loss.Logistic{Y: signs}, Task: task, K: tasks}
	lambda := 0.2 * lowrank.LambdaMax(x, two)
	solve := func(l toolkit.MultiOutput, lambda float64) float64 {
		res, err := solver.Run(lowrank.FactoredDescent{}.Iterations(t.Context(), x, l, lambda), solver.Any(solver.RelGap(1e-9), solver.MaxIter(2000)))
		if err != nil || res.Status != solver.Converged {
			t.Fatalf("%v, gap %g, error %v", res.Status, res.Gap, err)
		}
		return res.Objective
	}
	if a, b := solve(two, lambda), solve(one, lambda/math.Sqrt2); !near(a, b, 1e-8) {
		t.Errorf("%g in two columns, %g in one", a, b)
	}
}

// TestTraceNormEdges: one feature, one output, classes and tasks without an example, constant features, λ from λ_max on.
func TestTraceNormEdges(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(150, 1))
	column := linalg.NewDense(20, 1, randomVector(rng, 20, 1))
	wide := linalg.NewDense(20, 4, randomVector(rng, 80, 1))
	for i := range 20 {
		wide.Data[i*4+2] = 3 // constant
	}
	y := randomLabels(rng, 20, 2) // of five classes
	signs := make([]float64, 20)
	for i := range signs {
		signs[i] = float64(2*y[i] - 1)
	}
	for name, c := range map[string]struct {
		x *linalg.Dense
		l toolkit.MultiOutput
	}{
		"one feature":      {column, loss.Multinomial{Y: y, K: 3}},
		"one output":       {wide, loss.SquaredOutputs{Y: randomVector(rng, 20, 1), K: 1}},
		"one of each":      {column, loss.Tasks{Of: loss.Logistic{Y: signs}, Task: make([]int, 20), K: 1}},
		"missing classes":  {wide, loss.Multinomial{Y: y, K: 5}},
		"empty tasks":      {wide, loss.Tasks{Of: loss.Logistic{Y: signs}, Task: y, K: 4}},
		"one class in all": {wide, loss.Multinomial{Y: make([]int, 20), K: 1}},
	} {
		most := lowrank.LambdaMax(c.x, c.l)
		for solve, run := range matrixSolvers {
			lambda := 0.3 * most
			if most == 0 {
				lambda = 1
			}
			if res, err := run(t.Context(), c.x, c.l, lambda, 30); err != nil || math.IsNaN(res.Objective) {
				t.Errorf("%s, %s: objective %g, error %v", name, solve, res.Objective, err)
			}
			if solve == "AlternatingMinimization" || solve == "IterativeRescaling" {
				continue // they come near 0 only
			}
			res, err := run(t.Context(), c.x, c.l, 1.01*math.Max(most, 1e-3), 3)
			if err != nil || floats.Norm(res.X, 1) != 0 {
				t.Errorf("%s, %s: W = %v above λ_max, error %v", name, solve, res.X, err)
			}
		}
	}
}
