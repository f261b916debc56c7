package coordinate_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// TestDualDescentByGram: with many more features than examples, some of which are the same, are 0 or have no weight,
// passes by the Gram matrix end where those over the rows of the same matrix stored as a sparse one do, after fewer
// iterations, and no gap is less than P − P*.
func TestDualDescentByGram(t *testing.T) {
	t.Parallel()
	const n, d = 40, 160
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(seed, 97))
		a := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
		y := testproblems.Signs(testproblems.Normal(rng, n, 1))
		copy(a.Row(3), a.Row(4))
		y[3] = y[4]
		clear(a.Row(5))
		l := loss.Hinge{Y: y, Weights: testproblems.SawtoothWeights(n)}
		run := func(a linalg.Map) solver.Result {
			p := solver.NewProblem(a, l, nil).WithRidge(math.Pow(10, -2-float64(seed)))
			res, err := solver.Run(coordinate.DualDescent{}.Iterations(t.Context(), p),
				solver.Any(solver.RelGap(1e-9), solver.MaxIter(20000)))
			if err != nil || res.Status != solver.Converged {
				t.Fatalf("problem %d: %v after %d, error %v", seed, res.Status, res.Iter, err)
			}
			return res
		}
		dense, sparse := run(a), run(linalg.ToCSR(a))
		if off := dense.Objective - sparse.Objective; off > dense.Gap || -off > sparse.Gap {
			t.Errorf("problem %d: %.15g by the Gram matrix, %.15g without", seed, dense.Objective, sparse.Objective)
		}
		if dense.Iter >= sparse.Iter {
			t.Errorf("problem %d: %d iterations by the Gram matrix, %d without", seed, dense.Iter, sparse.Iter)
		}
	}
}
