package coordinate_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// groupLasso has groups of 1 to 6 columns in random order, or one of 70, with weights.
func groupLasso(seed uint64) *solver.Problem {
	a, l, mu := testproblems.Lasso(seed)
	rng := rand.New(rand.NewPCG(seed, 31))
	_, d := a.Dims()
	g := prox.L21{Lambda: 1}
	for rest := rng.Perm(d); len(rest) > 0; {
		size := min(len(rest), 1+rng.IntN(6))
		if len(g.Groups) == 0 {
			size = min(len(rest), 70)
		}
		g.Groups, rest = append(g.Groups, rest[:size]), rest[size:]
		g.Weights = append(g.Weights, math.Sqrt(float64(size))*(0.5+rng.Float64()))
	}
	return solver.NewProblem(a, l, g).WithRidge(mu)
}

// multiTask has tasks of different numbers of examples and weights, in random order, or several outputs of the same
// examples.
func multiTask(seed uint64) *solver.Problem {
	rng := rand.New(rand.NewPCG(seed, 32))
	k, d := 1+rng.IntN(4), 5+rng.IntN(40)
	mu := 0.1 * float64(seed%3%2)
	g := prox.MultiTask{Lambda: 1, Cols: k}
	if seed%2 == 1 {
		a := linalg.NewDense(12, d, testproblems.Normal(rng, 12*d, 1))
		return solver.NewProblem(a, loss.SquaredOutputs{Y: testproblems.Normal(rng, 12*k, 1), K: k}, g).WithRidge(mu)
	}
	sizes := make([]int, k)
	l := loss.Tasks{K: k}
	for t := range k {
		sizes[t] = 3 + rng.IntN(20)
		for range sizes[t] {
			l.Task = append(l.Task, t)
		}
	}
	n := len(l.Task)
	rng.Shuffle(n, func(i, j int) { l.Task[i], l.Task[j] = l.Task[j], l.Task[i] })
	of := loss.Squared{Y: testproblems.Normal(rng, n, 1)}
	for _, t := range l.Task {
		of.Weights = append(of.Weights, 1/float64(k*sizes[t]))
	}
	l.Of = of
	return solver.NewProblem(linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1)), l, g).WithRidge(mu)
}

// TestBlockDescent agrees with a long run of FISTA to 1e-8 on random group lassos and multi-task problems, and its gap
// bounds the error after every iteration.
func TestBlockDescent(t *testing.T) {
	t.Parallel()
	for seed := range uint64(40) {
		for name, p := range map[string]*solver.Problem{"groups": groupLasso(seed), "tasks": multiTask(seed)} {
			for _, share := range []float64{1.001, 0.3, 0.05} {
				p := p.At(share * p.LambdaMax())
				long := byFISTA(t, p)
				for st, err := range (coordinate.Descent{}).Iterations(t.Context(), p) {
					if err != nil {
						t.Fatal(err)
					}
					if o := p.Objective(st.X(nil)); !testproblems.Near(o, st.Objective, 1e-9) {
						t.Fatalf("%s %d: reports %g, at its point it is %g", name, seed, st.Objective, o)
					}
					if excess := st.Objective - long.Objective; excess > st.Gap+1e-9 || excess < -long.Gap-1e-12 {
						t.Fatalf("%s %d, iteration %d: %g above the minimum, gap %g", name, seed, st.Iter, excess, st.Gap)
					}
					if st.Gap <= 1e-10*st.Objective {
						if zero := isZero(st.X(nil)); zero != (share > 1) {
							t.Errorf("%s %d: at %g λ_max, zero is %v", name, seed, share, zero)
						}
						break
					}
					if st.Iter == 3000 {
						t.Fatalf("%s %d, λ = %g λ_max: gap %g of %g", name, seed, share, st.Gap, st.Objective)
					}
				}
			}
		}
	}
}

// byFISTA is a long run of FISTA.
func byFISTA(t *testing.T, p *solver.Problem) solver.Result {
	t.Helper()
	seq := gradient.FISTA{}.Iterations(t.Context(), p)
	res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-11), solver.MaxIter(20000)))
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func isZero(x []float64) bool {
	for _, v := range x {
		if v != 0 {
			return false
		}
	}
	return true
}

// TestNearlyDependentColumns: features of one sign and fewer examples than features, with and without a small ridge,
// take coordinate descent few passes, and every gap is right.
func TestNearlyDependentColumns(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(60, 61))
	const n, d, k = 12, 80, 2
	a, wide := linalg.NewDense(n*k, d, nil), linalg.NewDense(n*k, d*k, nil) // the second with a column for each weight
	of := loss.Squared{}
	l := loss.Tasks{K: k}
	for i := range n * k {
		x := a.Row(i)
		for j := range x {
			x[j] = 1 + 0.1*rng.NormFloat64()
			wide.Row(i)[j*k+i/n] = x[j]
		}
		of.Y = append(of.Y, x[0]-x[1]+0.01*rng.NormFloat64())
		l.Task = append(l.Task, i/n)
	}
	l.Of = of
	stop := solver.Any(solver.RelGap(1e-9), solver.MaxIter(300))
	for _, mu := range []float64{0, 1e-4, 1e-2} {
		for name, p := range map[string]*solver.Problem{
			"tasks": solver.NewProblem(a, l, prox.MultiTask{Lambda: 1e-4, Cols: k}),
			"lasso": solver.NewProblem(wide, of, prox.L1{Lambda: 1e-4}),
		} {
			p = p.WithRidge(mu)
			res, err := solver.Run(coordinate.Descent{}.Iterations(t.Context(), p), stop)
			if err != nil || res.Status != solver.Converged {
				t.Errorf("%s, μ = %g: %s after %d, gap %g of %g, error %v",
					name, mu, res.Status, res.Iter, res.Gap, res.Objective, err)
			}
			if gap := p.Gap(res.X); gap > 1e-6*res.Objective || !testproblems.Near(p.Objective(res.X), res.Objective, 1e-9) {
				t.Errorf("%s, μ = %g: gap %g of %g, reported %g", name, mu, gap, res.Objective, res.Gap)
			}
			if res.Evals > 20000 {
				t.Errorf("%s, μ = %g: %d passes over working sets", name, mu, res.Evals)
			}
			t.Logf("%s, μ = %g: %d passes", name, mu, res.Evals)
		}
	}
}

// TestTaskWithoutExamples changes nothing for the others.
func TestTaskWithoutExamples(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(62, 63))
	x := linalg.NewDense(10, 4, testproblems.Normal(rng, 40, 1))
	l := loss.Squared{Y: testproblems.Normal(rng, 10, 1)}
	stop := solver.RelGap(1e-11)
	single := solver.NewProblem(x, l, prox.L1{Lambda: 0.05})
	alone, err := solver.Run(coordinate.Descent{}.Iterations(t.Context(), single), stop)
	if err != nil {
		t.Fatal(err)
	}
	for name, of := range map[string]int{"before": 1, "after": 0} {
		task := make([]int, 10)
		for i := range task {
			task[i] = of
		}
		p := solver.NewProblem(x, loss.Tasks{Of: l, Task: task, K: 2}, prox.MultiTask{Lambda: 0.05, Cols: 2})
		res, err := solver.Run(coordinate.Descent{}.Iterations(t.Context(), p), stop)
		if err != nil || !testproblems.Near(res.Objective, alone.Objective, 1e-10) {
			t.Errorf("%s: objective %g, without it %g, error %v", name, res.Objective, alone.Objective, err)
		}
	}
}
