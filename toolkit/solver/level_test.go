package solver_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// plainly hides what a loss can do beside its derivatives.
type plainly struct {
	toolkit.Separable
	toolkit.TwiceDifferentiable
}

// TestLevel: the best weight of a constant column by the loss's own formula is that of Newton's method, and so are
// objective, gradient and gap; without a positive count there is no formula, and Newton's method still ends.
func TestLevel(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(91, 1))
	const n, d = 60, 4
	x := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
	counts, c := make([]float64, n), make([]float64, n)
	for i := range counts {
		counts[i], c[i] = float64(rng.IntN(5)), rng.Float64()
	}
	for _, column := range []float64{1, -2.5} {
		free := linalg.NewDense(1, n, nil)
		floats.AddConst(column, free.Data)
		l := loss.Poisson{Y: counts, Weights: c}
		p := solver.NewProblem(x, l, nil).WithRidge(0.1).WithUnpenalized(free)
		q := solver.NewProblem(x, plainly{l, l}, nil).WithRidge(0.1).WithUnpenalized(free)
		for range 5 {
			w := testproblems.Normal(rng, d, 1)
			g, h := make([]float64, d), make([]float64, d)
			if a, b := p.ValueGrad(g, w), q.ValueGrad(h, w); !testproblems.Near(a, b, 1e-12) || floats.Distance(g, h, 2) > 1e-9 {
				t.Errorf("column %g: value %g and gradient %g; Newton's method has %g, %g", column, a, g, b, h)
			}
			if a, b := p.Gap(w), q.Gap(w); !testproblems.Near(a, b, 1e-9) {
				t.Errorf("column %g: the gap is %g, and %g by Newton's method", column, a, b)
			}
			if a, b := p.UnpenalizedWeights(w)[0], q.UnpenalizedWeights(w)[0]; math.Abs(a-b) > 1e-7 {
				t.Errorf("column %g: the weight is %g, and %g by Newton's method", column, a, b)
			}
		}
		none := solver.NewProblem(x, loss.Poisson{Y: make([]float64, n)}, nil).WithRidge(0.1).WithUnpenalized(free)
		if value := none.Value(make([]float64, d)); !(value < 1e-6) {
			t.Errorf("counts of 0: the loss is %g at the best level", value)
		}
	}
}
