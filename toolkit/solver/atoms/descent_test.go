package atoms_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/atoms"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// longRun is many iterations of proximal gradient.
func longRun(t *testing.T, p *solver.Problem) solver.Result {
	t.Helper()
	seq := gradient.FISTA{}.Iterations(t.Context(), p)
	res, err := solver.Run(seq, solver.Any(solver.AbsGap(1e-12), solver.MaxIter(50000)))
	if err != nil || res.Gap > 1e-10 {
		t.Fatalf("the long run ended with a gap of %g, error %v", res.Gap, err)
	}
	return res
}

// TestDescent compares with a long run of proximal gradient: the gap bounds the distance to it after every step, and
// the objectives agree. (Atoms of rows and of the trace norm cannot turn: there it comes close and no more.)
func TestDescent(t *testing.T) {
	t.Parallel()
	for name := range gauges {
		for trial := range uint64(6) {
			p, lambdaMax := outputs(trial, trial%2 == 0, name)
			p = p.At(0.2 * lambdaMax)
			long := longRun(t, p)
			tol := 1e-8
			if name != "L1" {
				tol = 1e-3
			}
			w := make([]float64, p.Dim())
			for st, err := range (atoms.Descent{}).Iterations(t.Context(), p) {
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
		p, lambdaMax := outputs(5, false, name)
		for st, err := range (atoms.Descent{}).Iterations(t.Context(), p.At(1.0001*lambdaMax)) {
			if err != nil || len(st.Atoms) != 0 || st.Gap > 1e-12 {
				t.Errorf("%s: above λ_max: %d atoms, gap %g, error %v", name, len(st.Atoms), st.Gap, err)
			}
			break
		}
	}
}

// TestRankOneDescent: on random problems of the trace norm the gap bounds the distance to a plain solver's objective
// at every iteration. By the letter it converges like 1/t: 5e-2 in 60 steps.
func TestRankOneDescent(t *testing.T) {
	t.Parallel()
	for trial := range uint64(60) {
		p := testproblems.RandomTraceNorm(trial)
		if p.Lambda == 0 || p.D*p.K > 200 {
			continue
		}
		minimum := p.Minimum()
		problem := solver.NewProblem(p.X, p.Loss, prox.TraceNorm{Lambda: 1, Rows: p.D, Cols: p.K}).At(p.Lambda)
		for st, err := range (atoms.Descent{}).Iterations(t.Context(), problem) {
			excess := st.Objective - minimum
			if err != nil || excess > st.Gap+1e-9*(1+minimum) {
				t.Errorf("problem %d, step %d: %g above the minimum %g, gap %g, error %v",
					trial, st.Iter, excess, minimum, st.Gap, err)
				break
			}
			if excess <= 5e-3*minimum {
				break
			}
			if st.Iter == 60 {
				if excess > 5e-2*minimum {
					t.Errorf("problem %d: %g above the minimum %g after 60 steps", trial, excess, minimum)
				}
				break
			}
		}
	}
}

// TestDescentIsCoordinateDescent solves a lasso to 1e-10 of what cyclic coordinate descent gives.
func TestDescentIsCoordinateDescent(t *testing.T) {
	t.Parallel()
	p, lambdaMax := outputs(3, true, "L1")
	x, l := p.A.(*linalg.Dense), p.Loss.(loss.SquaredOutputs)
	d, k, lambda := x.C, l.K, 0.1*lambdaMax
	want := make([]float64, d*k)
	residual := append([]float64(nil), l.Y...) // y − Xw
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
	seq := atoms.Descent{}.Iterations(t.Context(), p.At(lambda))
	res, err := solver.Run(seq, solver.Any(solver.SmallResidual(1e-13*lambda), solver.MaxIter(3000)))
	if err != nil || floats.Distance(res.X, want, math.Inf(1)) > 1e-10 {
		t.Errorf("differs by %g, error %v, residual %g after %d steps",
			floats.Distance(res.X, want, math.Inf(1)), err, res.Residual, res.Iter)
	}
}

// TestDescentIsBlockCoordinateDescent: on the squared loss, steps from 0 are those of greedy block coordinate
// descent, each the exact minimizer over a row, until a row comes up again.
func TestDescentIsBlockCoordinateDescent(t *testing.T) {
	t.Parallel()
	p, lambdaMax := outputs(4, true, "MultiTask")
	x, l := p.A.(*linalg.Dense), p.Loss.(loss.SquaredOutputs)
	d, k, lambda := x.C, l.K, 0.3*lambdaMax
	n := float64(x.R)
	w, residual := make([]float64, d*k), append([]float64(nil), l.Y...)
	visited := map[int]bool{}
	steps := 0
	for st, err := range (atoms.Descent{}).Iterations(t.Context(), p.At(lambda)) {
		if err != nil {
			t.Fatal(err)
		}
		at, largest := 0, -1.
		grad := make([]float64, d*k)
		linalg.MulTransMat(grad, x, residual, k)
		floats.Scale(1/n, grad)
		for j := range d {
			if g := floats.Norm(grad[j*k:(j+1)*k], 2); g > largest {
				at, largest = j, g
			}
		}
		if visited[at] || largest-lambda < lambda/2 || st.Step == 0 {
			break
		}
		visited[at] = true
		steps++
		var square float64
		for i := range x.R {
			square += x.At(i, at) * x.At(i, at) / n
		}
		for c := range k {
			w[at*k+c] = grad[at*k+c] * (1 - lambda/largest) / square
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

// TestBoundedStepsDescend: a step −g/h along a new atom lowers Ψ by g²/(2h) at least (Proposition 3.4 with a bound h
// of the curvature along the atom), and so R1D ends within the iterations of Theorem 3.5.
func TestBoundedStepsDescend(t *testing.T) {
	t.Parallel()
	for seed := range uint64(10) {
		p, lambdaMax := outputs(seed+110, false, "TraceNorm")
		lambda := 0.3 * lambdaMax
		before, slope := p.Value(make([]float64, p.Dim())), lambdaMax-lambda
		var longest float64 // the largest h: Proposition B.1's bound of it is ‖x‖²
		x := p.A.(*linalg.Dense)
		for i := range x.R {
			longest = math.Max(longest, floats.Dot(x.Row(i), x.Row(i)))
		}
		const epsilon = 0.05
		bound := 8 * before / (1 / (2 * longest) * math.Pow(epsilon*lambda, 2))
		for st, err := range (atoms.Descent{BoundedSteps: true}).Iterations(t.Context(), p.At(lambda)) {
			if err != nil {
				t.Fatal(err)
			}
			fell := before - st.Objective
			if st.Step > 0 && fell < slope*slope/(2*longest)-1e-12 {
				t.Fatalf("problem %d, step %d: Ψ fell by %g, by %g at least was due", seed, st.Iter, fell, slope*slope/(2*longest))
			}
			if st.Step > 0 && fell < st.Step*slope/2-1e-12 { // g²/(2h) with the step g/h
				t.Fatalf("problem %d, step %d: Ψ fell by %g, by %g at least was due", seed, st.Iter, fell, st.Step*slope/2)
			}
			grad := make([]float64, p.Dim())
			p.ValueGrad(grad, st.X(nil))
			before, slope = st.Objective, p.Penalty.(prox.TraceNorm).Polar(grad)-lambda
			if st.Residual <= epsilon*lambda {
				break
			}
			if float64(st.Iter) > bound {
				t.Fatalf("problem %d: not optimal to ε after %d iterations, the theorem's bound is %g", seed, st.Iter, bound)
			}
		}
	}
}
