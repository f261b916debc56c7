package gradient_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// TestStepsBeyondWhatIsFinite: where the loss overflows a step is too long, and momentum has led too far.
func TestStepsBeyondWhatIsFinite(t *testing.T) {
	t.Parallel()
	for _, size := range []float64{1, 100, 1000} {
		rng := rand.New(rand.NewPCG(4, uint64(size)))
		x, y := linalg.NewDense(50, 3, nil), make([]float64, 50)
		for i := range y {
			for j := range 3 {
				x.Row(i)[j] = size * rng.NormFloat64()
			}
			x.Row(i)[0] = size
			y[i] = math.Floor(math.Exp(8 + 0.5*x.At(i, 1)/size))
		}
		p := solver.NewProblem(x, loss.Poisson{Y: y}, prox.L1{Lambda: size})
		stop := solver.Any(solver.RelGap(1e-8), solver.MaxIter(20000))
		want, err := solver.Run(coordinate.ProximalNewton{}.Iterations(t.Context(), p), stop)
		if err != nil || want.Status != solver.Converged {
			t.Fatalf("%g: %s, error %v", size, want.Status, err)
		}
		for name, run := range map[string]func(context.Context, *solver.Problem) (solver.Result, error){
			"FISTA": func(ctx context.Context, p *solver.Problem) (solver.Result, error) {
				return solver.Run(gradient.FISTA{}.Iterations(ctx, p), stop)
			},
			"backtracking": func(ctx context.Context, p *solver.Problem) (solver.Result, error) {
				return solver.Run(gradient.IterativeProjection{Step: gradient.Backtracking{}}.Iterations(ctx, p), stop)
			},
		} {
			got, err := run(t.Context(), p)
			if err != nil || math.Abs(got.Objective-want.Objective) > 1e-6*want.Objective {
				t.Errorf("%s, features of %g: %g, and %g by Newton's method, error %v", name, size, got.Objective,
					want.Objective, err)
			}
		}
	}
}
