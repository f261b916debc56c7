package solver_test

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// countedHessians counts Hessians, each a number for every pair of classes.
type countedHessians struct {
	loss.Multinomial
	hessians *atomic.Int64
}

func (l countedHessians) Hessian(h []float64, i int, f []float64) {
	l.hessians.Add(1)
	l.Multinomial.Hessian(h, i, f)
}

// TestInterceptsOfManyClasses: the intercepts of hundreds of classes are found without their Hessian, which has a
// number for every pair: slopes add up to 0 in each class, and proximal Newton ends with a small gap.
func TestInterceptsOfManyClasses(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(6, 16))
	const n, d, k = 1300, 3, 520
	x := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
	labels := make([]int, n)
	for i := range labels {
		labels[i] = rng.IntN(k) // some classes are rare, and some are not there
	}
	ones := linalg.NewDense(1, n, nil)
	floats.AddConst(1, ones.Data)
	l := countedHessians{loss.Multinomial{Y: labels, K: k}, &atomic.Int64{}}
	p := solver.NewProblem(x, l, prox.L1{Lambda: 1}).WithUnpenalized(ones)
	w := testproblems.Normal(rng, d*k, 0.3)
	b, total, u := p.UnpenalizedWeights(w), make([]float64, k), make([]float64, k)
	for i := range n {
		f := append([]float64(nil), b...)
		for j := range d {
			floats.AddScaled(f, x.At(i, j), w[j*k:(j+1)*k])
		}
		l.At(u, i, f)
		floats.AddScaled(total, 1./n, u)
	}
	if left := floats.Norm(total, 2); !(left < 1e-10) || l.hessians.Load() > 0 {
		t.Errorf("slopes add up to %g, after %d Hessians", left, l.hessians.Load())
	}
	p = p.At(0.3 * p.LambdaMax())
	got, err := solver.Run(coordinate.ProximalNewton{}.Iterations(t.Context(), p), solver.Any(solver.RelGap(1e-6),
		solver.MaxIter(20)))
	if err != nil || got.Status != solver.Converged || l.hessians.Load() > 0 {
		t.Errorf("%v, %v: gap %g of %g after %d iterations and %d Hessians", got.Status, err, got.Gap, got.Objective,
			got.Iter, l.hessians.Load())
	}
}
