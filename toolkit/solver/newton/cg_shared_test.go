package newton_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
)

// TestCGShared: classes whose features are of many lengths along one direction take few products by a Gram matrix that
// they share, with an intercept each. By the ridge or the diagonal there are 700.
func TestCGShared(t *testing.T) {
	const n, d, k, most = 800, 60, 12, 200
	rng := rand.New(rand.NewPCG(13, 5))
	a, y := linalg.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		row, shared := a.Row(i), rng.NormFloat64()
		for j := range row {
			row[j] = math.Pow(10, -2*float64(j)/d)*rng.NormFloat64() + shared
		}
		if y[i] = int(math.Abs(row[0]+row[1]-2*shared)) % k; rng.IntN(4) > 0 {
			y[i] = rng.IntN(k)
		}
	}
	p := solver.NewProblem(a, loss.Multinomial{Y: y, K: k}, nil).WithRidge(1e-5)
	p.Unpenalized = linalg.NewDense(1, n, nil)
	for i := range n {
		p.Unpenalized.Row(0)[i] = 1
	}
	res, err := solver.Run(newton.CG{}.Iterations(t.Context(), p), solver.Any(solver.RelGap(1e-9), solver.MaxIter(100)))
	if err != nil || !(res.Gap <= 1e-9*res.Objective) || res.Evals > most {
		t.Fatalf("gap %.1e after %d products, at most %d were expected (%v)", res.Gap, res.Evals, most, err)
	}
}
