package kernels_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/kernels"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestLeap: where norms leap with λ from 0 to what is far more than λ/μ, and where they do not, the squared ℓ1 comes to
// its minimum in few turns.
func TestLeap(t *testing.T) {
	const n, d = 30, 3
	r := rand.New(rand.NewPCG(1, 2))
	y := make([]float64, n)
	var grams []toolkit.Gram
	for j := range d {
		x := linalg.NewDense(n, 1, nil)
		for i := range x.Data {
			x.Data[i] = r.NormFloat64()
		}
		grams = append(grams, kernel.NewColumns(kernel.Gaussian{Variance: 1}, x),
			kernel.NewColumns(kernel.Gaussian{Variance: 0.1}, x))
		for i, v := range x.Data {
			y[i] += math.Sin(float64(d-j) * v)
		}
	}
	for i, v := range y {
		y[i] = math.Copysign(1, v)
	}
	for _, mu := range []float64{1, 0.05} {
		c := kernels.Machine{Loss: loss.Hinge{}, Mu: mu, Norm: 1, Intercept: true, MaxIter: 40}
		m, err := c.Fit(t.Context(), kernels.Data{Grams: grams, Y: y})
		if err != nil {
			t.Fatal(err)
		}
		if h := m.Head; h.Status != solver.Converged {
			t.Errorf("μ = %g: %s after %d turns at %.8g, at most %.2g above the minimum", mu, h.Status, h.Iterations,
				h.Objective, h.Gap)
		}
	}
}
