package fit_test

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestNonnegativeOfSmallStrength: with many weights that are not 0 and λ a thousandth of λ_max the nonnegative lasso is
// solved, in few passes, where its multipliers are what they are to be.
func TestNonnegativeOfSmallStrength(t *testing.T) {
	t.Parallel()
	const n, d = 150, 400
	rng := rand.New(rand.NewPCG(5, 38))
	x, y := linalg.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		common := 3 * rng.NormFloat64()
		for j := range d {
			x.Row(i)[j] = rng.NormFloat64() + common
		}
		y[i] = floats.Sum(x.Row(i)[:40]) + rng.NormFloat64()
	}
	data := fit.Data{X: x, Y: y}
	c := fit.Linear{Penalty: prox.Nonnegative(1), Intercept: true}
	most, err := c.LambdaMax(data)
	if err != nil {
		t.Fatal(err)
	}
	c.Lambda = most / 1000
	m, err := c.Fit(t.Context(), data)
	if err != nil || m.Status != solver.Converged || m.Iterations > 30 {
		t.Fatalf("%s after %d iterations, gap %g of %g, error %v", m.Status, m.Iterations, m.Gap, m.Objective, err)
	}
	residual, slopes := make([]float64, n), make([]float64, d)
	x.MulVec(residual, m.Weights)
	for i := range residual {
		residual[i] = (residual[i] + m.Intercept[0] - y[i]) / n
	}
	x.MulTransVec(slopes, residual)
	for j, s := range slopes {
		if s += c.Lambda; s < -1e-4*c.Lambda || m.Weights[j] > 0 && s > 1e-4*c.Lambda {
			t.Errorf("weight %d is %g, and the slope of P there %g", j, m.Weights[j], s)
		}
	}
}
