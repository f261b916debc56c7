package coordinate_test

import (
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// TestRefinedAlong: along a path a working set is solved to what will do where zeros stay; from the same starts, but by
// itself, to far less.
func TestRefinedAlong(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 95))
	const n, d = 60, 3000
	x := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
	y := make([]float64, n)
	for i := range y {
		y[i] = x.At(i, 0) - x.At(i, 1) + x.At(i, 2) + rng.NormFloat64()
	}
	unit := solver.NewProblem(x, loss.Logistic{Y: testproblems.Signs(y)}, prox.L1{Lambda: 1})
	solve := func(share float64, c coordinate.ProximalNewton) (s *coordinate.ProximalNewtonState) {
		p := unit.At(share * unit.LambdaMax())
		p.Tol = 1e-6
		for state, err := range c.Iterations(t.Context(), p) {
			if err != nil {
				t.Fatal(err)
			}
			if s = state; s.Gap <= p.Tol*s.Objective && s.Settled() || s.Iter > 30 {
				break
			}
		}
		return s
	}
	var start []float64
	memory, most, mostAlong := &coordinate.Memory{}, 0., 0.
	for _, share := range []float64{0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5} {
		alone := solve(share, coordinate.ProximalNewton{Start: start})
		along := solve(share, coordinate.ProximalNewton{Start: start, Memory: memory})
		if !(along.Gap <= 1e-6*along.Objective) || !(alone.Gap <= 1e-6*alone.Objective) {
			t.Errorf("%g λ_max: gaps of %g and %g by itself, of %g", share, along.Gap, alone.Gap, alone.Objective)
		}
		most, mostAlong = max(most, alone.Gap/alone.Objective), max(mostAlong, along.Gap/along.Objective)
		start = along.X(start)
	}
	if !(mostAlong > 100*most) {
		t.Errorf("gaps are up to %g, by itself up to %g: the last model is not left out", mostAlong, most)
	}
}
