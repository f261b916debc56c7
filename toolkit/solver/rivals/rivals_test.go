package rivals_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
	"github.com/proxlab/proxlab/toolkit/solver/rivals"
)

// outputs is a random problem with λ = 1 and the trace norm at a share of λ_max.
func outputs(seed uint64, squared bool, share float64) *solver.Problem {
	x, l, d, k := testproblems.Outputs(seed, squared)
	return solver.NewProblem(x, l, prox.TraceNorm{Lambda: share * lowrank.LambdaMax(x, l), Rows: d, Cols: k})
}

// TestIterativeRescaling comes within a thousandth of the minimum, and never below it.
func TestIterativeRescaling(t *testing.T) {
	t.Parallel()
	for trial := range uint64(8) {
		p := outputs(trial+50, trial%2 == 0, 0.2)
		seq := lowrank.FactoredDescent{}.Iterations(t.Context(), p)
		found, err := solver.Run(seq, solver.Any(solver.RelGap(1e-10), solver.MaxIter(1000)))
		if err != nil {
			t.Fatal(err)
		}
		minimum := found.Objective
		res, err := solver.Run(rivals.IterativeRescaling{}.Iterations(t.Context(), p), solver.MaxIter(60))
		if err != nil || res.Objective < minimum-1e-8 || res.Objective > minimum*(1+1e-3) {
			t.Errorf("trial %d: %g, the minimum is %g, error %v", trial, res.Objective, minimum, err)
		}
	}
}

// TestAlternatingMinimization at full rank ends at the minimum or above it, and never raises its objective.
func TestAlternatingMinimization(t *testing.T) {
	t.Parallel()
	for trial := range uint64(8) {
		p := outputs(trial+60, trial%2 == 0, 0.2)
		before := math.Inf(1)
		for st, err := range (rivals.AlternatingMinimization{Seed: trial}).Iterations(t.Context(), p) {
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
	p := outputs(5, false, 0.2)
	wrong := rivals.AlternatingMinimization{Rank: -1}
	if _, err := solver.Run(wrong.Iterations(t.Context(), p), solver.MaxIter(1)); err == nil {
		t.Error("a negative rank was accepted")
	}
}
