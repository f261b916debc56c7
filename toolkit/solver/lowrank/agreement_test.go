package lowrank_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
	"github.com/proxlab/proxlab/toolkit/solver/lowrank"
)

// TestSolversAgree: on 60 random problems factored descent, accelerated proximal gradient in all forms, and FISTA
// reach the objective of a plain solver to 1e-8, and their gaps bound the distance to it at every iteration.
func TestSolversAgree(t *testing.T) {
	t.Parallel()
	for trial := range uint64(60) {
		p := testproblems.RandomTraceNorm(trial)
		if p.Lambda == 0 { // nothing to learn
			continue
		}
		a := agreement{t: t, TraceNorm: p, trial: trial, minimum: p.Minimum()}
		problem := solver.NewProblem(p.X, p.Loss, prox.TraceNorm{Lambda: p.Lambda, Rows: p.D, Cols: p.K})
		compare(a, "FactoredDescent", lowrank.FactoredDescent{}.Iterations(t.Context(), problem))
		for name, form := range decompositions {
			c := lowrank.AcceleratedProximal{Decomposition: form, CheckEvery: 1}
			compare(a, "AcceleratedProximal, "+name, c.Iterations(t.Context(), problem))
		}
		fista := gradient.FISTA{CheckEvery: 1}
		compare(a, "FISTA", fista.Iterations(t.Context(), problem))
	}
}

// decompositions are the forms of AcceleratedProximal.
var decompositions = map[string]lowrank.Decomposition{
	"thin": lowrank.ThinSVD, "Gram": lowrank.GramEigen, "matrix-free": lowrank.MatrixFree,
}

type agreement struct {
	*testproblems.TraceNorm
	t       *testing.T
	trial   uint64
	minimum float64
}

// compare runs a solver until it is near the minimum.
func compare[S solver.Reporter](a agreement, name string, seq solver.Seq[S]) {
	const tol, iterations = 1e-8, 3000
	var excess float64
	for st, err := range seq {
		s := st.Report()
		excess = s.Objective - a.minimum
		switch {
		case err != nil:
			a.t.Errorf("%s, problem %d: %v", name, a.trial, err)
			return
		case excess > s.Gap+1e-9*(1+a.minimum):
			a.t.Errorf("%s, problem %d (%d×%d), iteration %d: %g above the minimum %g, gap %g",
				name, a.trial, a.D, a.K, s.Iter, excess, a.minimum, s.Gap)
			return
		}
		if excess <= tol/10*a.minimum && !math.IsNaN(s.Gap) || s.Iter == iterations {
			break
		}
	}
	if math.Abs(excess) > tol*a.minimum {
		a.t.Errorf("%s, problem %d (%d×%d, λ = %g): %g above the minimum %g",
			name, a.trial, a.D, a.K, a.Lambda, excess, a.minimum)
	}
}
