package gradient_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// TestCurvatureOnTheWay: curvatures may be far more on the way than where it leads, and steps become longer again.
func TestCurvatureOnTheWay(t *testing.T) {
	t.Parallel()
	iterations := 0
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 21))
		x, y := linalg.NewDense(14, 20, nil), make([]float64, 14)
		for i := range y {
			for j := range 20 {
				x.Row(i)[j] = math.Pow(10, float64(j%4)-1) * rng.NormFloat64()
			}
			y[i] = math.Floor(math.Exp(12 * rng.Float64()))
		}
		p := solver.NewProblem(x, loss.Poisson{Y: y}, prox.Slope{Lambda: 1})
		p = p.At(0.01 * p.LambdaMax())
		stop := solver.Any(solver.RelGap(1e-6), solver.MaxIter(20000))
		got, err := solver.Run(gradient.FISTA{}.Iterations(t.Context(), p), stop)
		if err != nil || got.Status != solver.Converged {
			t.Errorf("%d: %s at %g, gap %g, error %v", seed, got.Status, got.Objective, got.Gap, err)
		}
		iterations += got.Iter
	}
	if iterations > 6000 { // 4,480, and 8,550 with the longest L on the way
		t.Errorf("%d iterations", iterations)
	}
}
