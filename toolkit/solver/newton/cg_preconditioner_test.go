package newton_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
)

// TestCGProducts: columns that say nearly the same, in one unit or in many, take few products with the Hessian: by the
// ridge as preconditioner, by the diagonal, or by factors once these have cost as much; and all end at one minimum.
func TestCGProducts(t *testing.T) {
	const n, d, k = 120, 70, 4
	rng := rand.New(rand.NewPCG(3, 5))
	a, y := linalg.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		y[i] = rng.IntN(k)
		for j := range d {
			a.Row(i)[j] = math.Sqrt(n*d)/float64(i+j+1) + 1e-3*rng.NormFloat64()
		}
	}
	units := linalg.NewDense(n, d, slices.Clone(a.Data))
	for i := range n {
		for j := range d {
			units.Row(i)[j] = a.Row(i)[j] * []float64{1e3, 1, 1e-3}[j%3]
		}
	}
	for _, c := range []struct {
		name string
		a    *linalg.Dense
		most int
	}{{"one unit", a, 150}, {"many units", units, 4000}} {
		t.Run(c.name, func(t *testing.T) {
			p := solver.NewProblem(c.a, loss.Multinomial{Y: y, K: k}, nil).WithRidge(1e-3)
			res, err := solver.Run(newton.CG{}.Iterations(t.Context(), p), solver.Any(solver.AbsGap(1e-9), solver.MaxIter(100)))
			if err != nil || !(res.Gap <= 1e-9) || res.Evals > c.most {
				t.Fatalf("gap %.1e after %d products, at most %d were expected (%v)", res.Gap, res.Evals, c.most, err)
			}
		})
	}
}

// TestCGSeparated: classes that a few large features separate leave a minimum near 0, which is certified to a share of
// itself and not of a loss of 1.
func TestCGSeparated(t *testing.T) {
	const n, d, k = 12, 30, 3
	rng := rand.New(rand.NewPCG(7, 11))
	a, y := linalg.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		y[i] = i % k
		for j := range d {
			a.Row(i)[j] = 1e5 * rng.NormFloat64()
		}
	}
	p := solver.NewProblem(a, loss.Multinomial{Y: y, K: k}, nil).WithRidge(1e-3)
	res, err := solver.Run(newton.CG{}.Iterations(t.Context(), p), solver.Any(solver.RelGap(1e-6), solver.MaxIter(200)))
	if err != nil || !(res.Gap <= 1e-6*res.Objective) || res.Objective > 1e-8 {
		t.Fatalf("gap %.1e of %.1e after %d steps (%v)", res.Gap, res.Objective, res.Iter, err)
	}
}
