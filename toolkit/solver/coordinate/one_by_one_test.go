package coordinate_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// TestWeightsComeOneByOne: columns that are smooth curves, as spectra are, depend on one another to six digits.
// Weights that come in one at a time solve a small λ in few passes, where rounds of passes take thousands.
func TestWeightsComeOneByOne(t *testing.T) {
	t.Parallel()
	const n, d, most = 162, 100, 1000
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 92))
		x := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1e-3))
		for i := range n {
			for range 5 {
				height, middle, width := 0.5+rng.Float64(), float64(rng.IntN(5)+1)/6, 0.2
				for j := range d {
					from := (float64(j)/d - middle) / width
					x.Row(i)[j] += height * math.Exp(-from*from)
				}
			}
		}
		w, y := make([]float64, d), make([]float64, n)
		w[20], w[50], w[75] = 3, -2, 1
		x.MulVec(y, w)
		floats.Add(y, testproblems.Normal(rng, n, 0.1))
		p := solver.NewProblem(x, loss.Squared{Y: y}, prox.L1{Lambda: 1})
		p = p.At(1e-4 * p.LambdaMax())
		var passes float64
		got, err := solver.Run(solver.Tee(coordinate.Descent{}.Iterations(t.Context(), p), func(s *coordinate.State) {
			passes = s.Passes
		}), solver.Any(solver.RelGap(1e-9), solver.MaxIter(100)))
		if err != nil || got.Status != solver.Converged || passes > most {
			t.Errorf("seed %d: %v, %v, gap %g of %g after %.0f passes", seed, got.Status, err, got.Gap, got.Objective, passes)
		}
	}
}
