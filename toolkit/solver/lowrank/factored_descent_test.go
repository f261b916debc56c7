package lowrank_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
)

// longRun is many iterations of proximal gradient.
func longRun(t *testing.T, p *solver.Problem) solver.Result {
	t.Helper()
	seq := gradient.FISTA{}.Iterations(t.Context(), p)
	res, err := solver.Run(seq, solver.Any(solver.AbsGap(1e-12), solver.MaxIter(50000)))
	if err != nil || res.Gap > 1e-9 {
		t.Fatalf("the long run ended with a gap of %g, error %v", res.Gap, err)
	}
	return res
}

// TestFactoredDescent reaches the long run's objective to 1e-8, from above and within its gap after every round, at
// low rank where that is the solution's.
func TestFactoredDescent(t *testing.T) {
	t.Parallel()
	for trial := range uint64(20) {
		share := []float64{0.5, 0.2, 0.02}[trial%3]
		p := outputs(trial+20, trial%2 == 0, share)
		long := longRun(t, p)
		for st, err := range (lowrank.FactoredDescent{}).Iterations(t.Context(), p) {
			if err != nil {
				t.Fatal(err)
			}
			excess := st.Objective - long.Objective
			if excess > st.Gap+1e-10 || excess < -long.Gap-1e-12 {
				t.Fatalf("trial %d, iteration %d: %g above the minimum, gap %g", trial, st.Iter, excess, st.Gap)
			}
			if o := p.Objective(st.X(nil)); o > st.Objective+1e-12 {
				t.Fatalf("trial %d: P(W) = %.12g, Ψ = %.12g", trial, o, st.Objective)
			}
			if excess <= 1e-8*long.Objective {
				if rank := rankOf(p, long.X); st.Rank < rank {
					t.Errorf("trial %d: rank %d, the long run's is %d", trial, st.Rank, rank)
				}
				break
			}
			if st.Iter == 800 {
				t.Errorf("trial %d (λ = %g λ_max): %g above the minimum %g after %d steps",
					trial, share, excess, long.Objective, st.Iter)
				break
			}
		}
	}
	above := outputs(5, false, 1.0001)
	res, err := solver.Run(lowrank.FactoredDescent{}.Iterations(t.Context(), above), solver.MaxIter(1))
	if err != nil || res.Gap > 1e-12 || floats.Norm(res.X, 1) != 0 {
		t.Errorf("above λ_max: W = %v, gap %g, error %v", res.X, res.Gap, err)
	}
}

// rankOf counts the singular values above a millionth of the largest.
func rankOf(p *solver.Problem, w []float64) (rank int) {
	values := p.Penalty.(prox.TraceNorm).SingularValues(w)
	for _, s := range values {
		if s > 1e-6*values[0] {
			rank++
		}
	}
	return rank
}

// TestPath follows λ down, each solution starting from the one before: the objectives are those of a start from 0, in
// fewer evaluations, and the starts stay as they were.
func TestPath(t *testing.T) {
	t.Parallel()
	p := outputs(41, false, 1)
	solve := func(lambda float64, start *lowrank.State) *lowrank.State {
		for st, err := range (lowrank.FactoredDescent{Start: start}).Iterations(t.Context(), p.At(lambda)) {
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
	warmEvals, coldEvals := 0, 0
	for lambda := 1. / 2; lambda > 1./50; lambda /= 1.5 {
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
		warmEvals, coldEvals = warmEvals+next.Evals, coldEvals+cold.Evals
		warm = next
	}
	if warmEvals >= coldEvals {
		t.Errorf("%d evaluations along the path, %d from 0", warmEvals, coldEvals)
	}
}

// TestOptimalityAtTheEnd: where factored descent closes its gap, the conditions (i') and (ii') of Proposition 2.1 of
// Dudik, Harchaoui and Malick hold to a small ε.
func TestOptimalityAtTheEnd(t *testing.T) {
	t.Parallel()
	for seed := range uint64(10) {
		p := outputs(seed+100, seed%2 == 0, 0.2)
		seq := lowrank.FactoredDescent{}.Iterations(t.Context(), p)
		res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-10), solver.MaxIter(2000)))
		if err != nil || res.Status != solver.Converged {
			t.Fatalf("problem %d: %v, gap %g, error %v", seed, res.Status, res.Gap, err)
		}
		grad := make([]float64, p.Dim())
		p.ValueGrad(grad, res.X)
		reg := p.Penalty.(prox.TraceNorm)
		lambda := reg.Lambda
		reg.Lambda = 1
		const epsilon = 1e-4
		if norm := reg.Polar(grad); norm > lambda*(1+epsilon) {
			t.Errorf("problem %d: ‖∇‖ = %g at λ = %g", seed, norm, lambda)
		}
		if trace := reg.Value(res.X); math.Abs(floats.Dot(grad, res.X)+lambda*trace) > epsilon*lambda*trace {
			t.Errorf("problem %d: ⟨∇, W⟩ = %g, −λ‖W‖_* = %g", seed, floats.Dot(grad, res.X), -lambda*trace)
		}
	}
}
