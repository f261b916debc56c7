package params_test

import (
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/risk"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// TestPrecision: numbers of 24 bits are known to be so, and a bound of the error allows for them: weights in two tables
// come near their minimum, which is one where no features meet.
func TestPrecision(t *testing.T) {
	t.Parallel()
	data := testproblems.Must(structured.NewTrees([]int{0, 3, 3, 5}, []int{2, 0, 2, 0, 1}, true))
	run := func(p toolkit.Params) solver.Result {
		steps := risk.BlockFrankWolfe{Params: p, Mu: 0.5, Pairwise: true}
		seq := steps.Iterations(t.Context(), &structured.TreeHinge{Data: data})
		return testproblems.Must(solver.Run(seq, solver.MaxIter(100)))
	}
	wide, wider := params.NewHashed(structured.Arc, arcs(), 16), params.NewHashed(structured.Arc, arcs(), 18)
	one, two := run(wide), run(wider)
	if unit, terms := wide.Precision(); unit != 0x1p-24 || terms != 5 {
		t.Errorf("unit %g and %d terms", unit, terms)
	}
	if !(one.Gap < 1e-3) || one.Rounding < 1e-12 || !testproblems.Near(one.Objective, two.Objective, one.Gap+two.Gap) {
		t.Errorf("objectives %g and %g, gaps %g and %g, of which rounding %g",
			one.Objective, two.Objective, one.Gap, two.Gap, one.Rounding)
	}
}
