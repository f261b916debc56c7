package coordinate_test

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// TestGapBelowRounding: at a small λ, where P and D have far more in common than there is between them, tolerances are
// met that rounding of either does not allow.
func TestGapBelowRounding(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 91))
	const n, d = 600, 300
	x := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
	y := make([]float64, n)
	x.MulVec(y, testproblems.Normal(rng, d, 1))
	floats.Add(y, testproblems.Normal(rng, n, 1))
	pairs := prox.L21{Lambda: 1, Groups: testproblems.Pairs(d)}
	for _, mu := range []float64{0, 1e-4} {
		for name, a := range map[string]linalg.Map{"dense": x, "sparse": linalg.ToCSR(x)} {
			for _, penalty := range []toolkit.Proxable{prox.L1{Lambda: 1}, pairs} {
				unit := solver.NewProblem(a, loss.Squared{Y: y}, penalty).WithRidge(mu)
				p := unit.At(0.001 * unit.LambdaMax())
				got, err := solver.Run(coordinate.Descent{}.Iterations(t.Context(), p),
					solver.Any(solver.RelGap(3e-12), solver.MaxIter(60)))
				if err != nil || got.Status != solver.Converged {
					t.Errorf("%s, %T, μ = %g: %v, %v, gap %g of %g, rounding %g", name, penalty, mu, got.Status, err, got.Gap,
						got.Objective, got.Rounding)
				}
			}
		}
	}
}
