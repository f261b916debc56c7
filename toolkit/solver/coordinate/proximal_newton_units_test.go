package coordinate_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// TestProximalNewtonInRawUnits: groups of numbers, incomes, prices, shares and years, with fewer examples than features
// and a small λ, are solved to their gap.
func TestProximalNewtonInRawUnits(t *testing.T) {
	t.Parallel()
	for _, seed := range []uint64{7, 19, 29} {
		rng := rand.New(rand.NewPCG(seed, 5))
		n, d := 24, 27
		x, y := linalg.NewDense(n, d, nil), make([]float64, n)
		for i := range n {
			row := x.Row(i)
			for j := range d {
				row[j] = []float64{1, 5000, 1e5, 0.01, 8}[j%5] * rng.NormFloat64()
				if j%5 == 4 {
					row[j] = math.Round(2005 + row[j])
				}
			}
			y[i] = 2e5 + 5e4*(row[0]+rng.NormFloat64())
		}
		order := rng.Perm(d)
		groups := prox.L21{Lambda: 1, Groups: prox.Groups{order[:9], order[9:18], order[18:23], order[23:]}}
		p := solver.NewProblem(x, loss.SquaredEpsilonInsensitive{Y: y, Epsilon: 6.72e4}, groups)
		p = p.At(2e-4 * p.LambdaMax())
		stop := solver.Any(solver.RelGap(1e-6), solver.MaxIter(80))
		res, err := solver.Run(coordinate.ProximalNewton{}.Iterations(t.Context(), p), stop)
		if err != nil || res.Status != solver.Converged {
			t.Errorf("%d: %s, gap %g of %g, %v", seed, res.Status, res.Gap, res.Objective, err)
		}
	}
}

// TestProximalNewtonOfNearlyDependentColumns: of many examples of a Hilbert matrix's columns, where reduced models take
// ever the same short step, others come to the gap.
func TestProximalNewtonOfNearlyDependentColumns(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 6))
		n, d := 2400, 60
		x, y := linalg.NewDense(n, d, nil), make([]float64, n)
		for i := range n {
			row := x.Row(i)
			for j := range row {
				row[j] = math.Sqrt(float64(n*d))/float64(i+j+1) + 1e-3*rng.NormFloat64()
			}
			if y[i] = 1; row[3]-row[30]+0.5*rng.NormFloat64() < 0.3 {
				y[i] = -1
			}
		}
		p := solver.NewProblem(x, loss.Logistic{Y: y}, prox.L1{Lambda: 1})
		if seed%2 == 1 { // with an intercept
			ones := linalg.NewDense(1, n, nil)
			floats.AddConst(1, ones.Data)
			p = p.WithUnpenalized(ones)
		}
		p = p.At(3e-3 * p.LambdaMax())
		stop := solver.Any(solver.RelGap(1e-6), solver.MaxIter(80))
		res, err := solver.Run(coordinate.ProximalNewton{}.Iterations(t.Context(), p), stop)
		if err != nil || res.Status != solver.Converged {
			t.Errorf("%d: %s after %d iterations, gap %g of %g, %v", seed, res.Status, res.Iter, res.Gap, res.Objective, err)
		}
	}
}
