package coordinate_test

import (
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// TestDescent agrees with a long run of FISTA to 1e-8 on random lassos and elastic nets, from 0 and along a path, and
// its gap bounds the error after every iteration.
func TestDescent(t *testing.T) {
	t.Parallel()
	for seed := range uint64(40) {
		a, l, mu := testproblems.Lasso(seed)
		unit := solver.NewProblem(a, l, prox.L1{Lambda: 1}).WithRidge(mu)
		var warm []float64
		for _, share := range []float64{1.001, 0.3, 0.05} {
			p := unit.At(share * unit.LambdaMax())
			long := byFISTA(t, p)
			for name, c := range map[string]coordinate.Descent{
				"from 0": {}, "from the path": {Start: warm}, "all weights": {NoWorkingSets: true},
			} {
				var x []float64
				for st, err := range c.Iterations(t.Context(), p) {
					if err != nil {
						t.Fatal(err)
					}
					x = st.X(x)
					if o := p.Objective(x); !testproblems.Near(o, st.Objective, 1e-9) {
						t.Fatalf("problem %d, %s: reports %g, at its point it is %g", seed, name, st.Objective, o)
					}
					if excess := st.Objective - long.Objective; excess > st.Gap+1e-9 || excess < -long.Gap-1e-12 {
						t.Fatalf("problem %d, %s, iteration %d: %g above the minimum, gap %g", seed, name, st.Iter, excess, st.Gap)
					}
					if st.Gap <= 1e-10*st.Objective {
						break
					}
					if st.Iter == 3000 {
						t.Fatalf("problem %d, %s, λ = %g λ_max: gap %g of %g", seed, name, share, st.Gap, st.Objective)
					}
				}
				if share > 1 && !isZero(x) {
					t.Errorf("problem %d: w = %v above λ_max", seed, x)
				}
				if name == "from 0" {
					warm = x
				}
			}
		}
	}
}

// TestPathSharesWhatItKeeps: problems of one path, which keep what does not depend on λ, are solved as problems of
// their own, to the same bits.
func TestPathSharesWhatItKeeps(t *testing.T) {
	t.Parallel()
	a, l, _ := testproblems.Lasso(4)
	fresh := func() *solver.Problem { return solver.NewProblem(a, l, prox.L1{Lambda: 1}) }
	path := fresh()
	stop := solver.Any(solver.RelGap(1e-9), solver.MaxIter(100))
	for _, share := range []float64{0.5, 0.1, 0.02} {
		for _, mu := range []float64{0, 0.1} {
			lambda := share * path.LambdaMax()
			together, err := solver.Run(coordinate.Descent{}.Iterations(t.Context(), path.At(lambda).WithRidge(mu)), stop)
			if err != nil {
				t.Fatal(err)
			}
			alone, err := solver.Run(coordinate.Descent{}.Iterations(t.Context(), fresh().At(lambda).WithRidge(mu)), stop)
			if err != nil {
				t.Fatal(err)
			}
			if together.Iter != alone.Iter || together.Objective != alone.Objective || together.Gap != alone.Gap {
				t.Errorf("λ = %g, μ = %g: on a path %d iterations to %g, alone %d to %g",
					lambda, mu, together.Iter, together.Objective, alone.Iter, alone.Objective)
			}
		}
	}
}
