package newton_test

import (
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
)

// free is a map of products alone.
type free struct{ of *linalg.Dense }

func (f free) Dims() (r, c int)             { return f.of.Dims() }
func (f free) MulVec(dst, x []float64)      { f.of.MulVec(dst, x) }
func (f free) MulTransVec(dst, y []float64) { f.of.MulTransVec(dst, y) }

// TestLeastSquaresOfProducts: a map without entries is refused by an error that says so.
func TestLeastSquaresOfProducts(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 38))
	x := linalg.NewDense(20, 3, testproblems.Normal(rng, 60, 1))
	p := solver.NewProblem(free{x}, loss.Squared{Y: testproblems.Normal(rng, 20, 1)}, nil)
	testproblems.Says(t, newton.LeastSquares{}.Iterations(t.Context(), p), "linalg.Entries")
}

// TestCGEndsByItsGap: with a ridge the relative gap alone ends a run, with an unpenalized column and without, and
// bounds the distance to the minimum.
func TestCGEndsByItsGap(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 38))
	x := linalg.NewDense(60, 4, testproblems.Normal(rng, 240, 3))
	y := testproblems.Normal(rng, 60, 1)
	for i := range y {
		y[i] = 1
		if x.At(i, 0)+rng.NormFloat64() < 0.5 {
			y[i] = -1
		}
	}
	ones := linalg.NewDense(1, 60, nil)
	for i := range ones.Data {
		ones.Data[i] = 1
	}
	plain := solver.NewProblem(x, loss.Logistic{Y: y}, nil).WithRidge(0.01)
	for _, p := range []*solver.Problem{plain, plain.WithUnpenalized(ones)} {
		tight, err := solver.Run(newton.CG{}.Iterations(t.Context(), p), solver.RelGap(1e-12))
		if err != nil || tight.Status != solver.Converged || tight.Iter > 30 {
			t.Fatalf("%s after %d iterations, gap %g, error %v", tight.Status, tight.Iter, tight.Gap, err)
		}
		loose, err := solver.Run(newton.CG{}.Iterations(t.Context(), p), solver.RelGap(1e-3))
		if err != nil || loose.Iter >= tight.Iter || loose.Objective-tight.Objective > loose.Gap {
			t.Errorf("%d iterations, %g above the minimum, gap %g, error %v", loose.Iter, loose.Objective-tight.Objective,
				loose.Gap, err)
		}
	}
}
