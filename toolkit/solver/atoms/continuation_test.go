package atoms_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/atoms"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// TestContinuation: λ falls geometrically to the target, ε_ℓ = βλ_ℓ leaves no two stages a common solution, λ_ℓ − ε_ℓ
// ≥ λ_{ℓ+1} + ε_{ℓ+1}, a stage ends only where its conditions hold, and the end is that of a start from 0.
func TestContinuation(t *testing.T) {
	t.Parallel()
	p, lambdaMax := outputs(120, false, "TraceNorm")
	target := lambdaMax / 20
	p = p.At(target)
	const stages = 5
	var lambdas, epsilons []float64
	var last *atoms.State
	for st, err := range (atoms.Continuation{Stages: stages}).Iterations(t.Context(), p) {
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
	alpha := math.Pow(target/lambdaMax, 1./stages)
	beta := (1 - alpha) / (1 + alpha)
	for s := range lambdas {
		stage := math.Round(math.Log(lambdas[s]/lambdaMax) / math.Log(alpha))
		if !testproblems.Near(lambdas[s], lambdaMax*math.Pow(alpha, stage), 1e-9) {
			t.Errorf("λ = %g is no stage of %g to %g", lambdas[s], lambdaMax, target)
		}
		if s < len(lambdas)-1 && !testproblems.Near(epsilons[s], beta*lambdas[s], 1e-9) {
			t.Errorf("ε = %g at λ = %g, β = %g", epsilons[s], lambdas[s], beta)
		}
		if s > 0 && lambdas[s-1]*(1-beta) < lambdas[s]*(1+beta)*(1-1e-9) {
			t.Errorf("stages at %g and %g may share solutions", lambdas[s-1], lambdas[s])
		}
	}
	seq := gradient.FISTA{}.Iterations(t.Context(), p)
	long, err := solver.Run(seq, solver.Any(solver.AbsGap(1e-10), solver.MaxIter(20000)))
	if excess := last.Objective - long.Objective; err != nil || excess < -1e-9 || excess > last.Gap {
		t.Errorf("%g above the minimum, gap %g, error %v", excess, last.Gap, err)
	}
	if trace := p.Penalty.Value(last.X(nil)); trace > sumOfWeights(last)*(1+1e-12) { // ‖W‖_* ≤ Σ θ
		t.Errorf("trace norm %g of weights %g", trace, sumOfWeights(last))
	}
}

// TestContinuationStopsAtTheProblemsGap: a stage at a larger λ, which is soon solved, is no end of the run; all that is
// reported on the way is about the λ that was asked for.
func TestContinuationStopsAtTheProblemsGap(t *testing.T) {
	t.Parallel()
	for _, gauge := range []string{"L1", "MultiTask", "TraceNorm"} {
		p, lambdaMax := outputs(121, false, gauge)
		p = p.At(lambdaMax / 50)
		optimum := longRun(t, p).Objective
		early := 0
		watched := func(yield func(*atoms.State, error) bool) {
			for st, err := range (atoms.Continuation{}).Iterations(t.Context(), p) {
				w := p.Objective(st.X(nil))
				switch known := !math.IsNaN(st.Gap) && !math.IsNaN(st.Residual); {
				case known && st.Lambda != p.Lambda, known && st.Objective-optimum > st.Gap+1e-9:
					t.Fatalf("%s: gap %g at λ = %g of %g, %g above the minimum", gauge, st.Gap, st.Lambda, p.Lambda,
						st.Objective-optimum)
				case !known:
					early++
				}
				if w > st.Objective*(1+1e-12) || gauge == "L1" && !testproblems.Near(w, st.Objective, 1e-12) {
					t.Fatalf("%s: objective %g at λ = %g, of its W it is %g", gauge, st.Objective, st.Lambda, w)
				}
				if !yield(st, err) {
					return
				}
			}
		}
		res, err := solver.Run(watched, solver.Any(solver.RelGap(1e-2), solver.SmallResidual(1e-3), solver.MaxIter(5000)))
		if err != nil || res.Status != solver.Converged || res.Objective-optimum > 1e-2*res.Objective || early == 0 {
			t.Errorf("%s: %s at objective %g, gap %g; the minimum is %g; %d states of earlier stages; error %v",
				gauge, res.Status, res.Objective, res.Gap, optimum, early, err)
		}
	}
}

func sumOfWeights(s *atoms.State) (sum float64) {
	for _, a := range s.Atoms {
		sum += a.Theta
	}
	return sum
}
