package atoms_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/atoms"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// TestConditionalGradient: on the ball of the penalized solution's trace norm, the constrained minimum is its loss;
// the gap bounds the distance to it. λ plays no part.
func TestConditionalGradient(t *testing.T) {
	t.Parallel()
	for seed := range uint64(5) {
		p, lambdaMax := outputs(seed+130, seed%2 == 0, "TraceNorm")
		penalized := p.At(0.3 * lambdaMax)
		seq := gradient.FISTA{}.Iterations(t.Context(), penalized)
		res, err := solver.Run(seq, solver.Any(solver.RelGap(1e-11), solver.MaxIter(50000)))
		if err != nil {
			t.Fatal(err)
		}
		radius, want := p.Penalty.Value(res.X), p.Value(res.X)
		for st, err := range (atoms.ConditionalGradient{Radius: radius}).Iterations(t.Context(), p.At(0)) {
			if err != nil {
				t.Fatal(err)
			}
			excess := st.Objective - want
			if excess > st.Gap+1e-9 || excess < -1e-8 {
				t.Fatalf("problem %d, step %d: %g above the minimum, gap %g", seed, st.Iter, excess, st.Gap)
			}
			value, weights := p.Value(st.X(nil)), sumOfWeights(st)
			if !testproblems.Near(value, st.Objective, 1e-9) || weights > radius*(1+1e-12) {
				t.Fatalf("problem %d: loss %g, of its W %g; weights %g in a ball of %g", seed, st.Objective, value, weights, radius)
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
	p, _ := outputs(5, false, "TraceNorm")
	for _, radius := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		wrong := atoms.ConditionalGradient{Radius: radius}
		if _, err := solver.Run(wrong.Iterations(t.Context(), p), solver.MaxIter(1)); err == nil {
			t.Errorf("a radius of %g was accepted", radius)
		}
	}
}
