package kernels_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/kernels"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestFewFeatures: many noisy examples of few features, whose Gram matrix is far from having an inverse, take a few
// working sets, and come to what weights of the features come to.
func TestFewFeatures(t *testing.T) {
	const n, d, mu, tol = 3000, 4, 1e-4, 1e-6
	r := rand.New(rand.NewPCG(5, 6))
	x, weights := linalg.NewDense(n, d, nil), make([]float64, n)
	labels, targets := make([]float64, n), make([]float64, n)
	for i := range n {
		row := x.Row(i)
		for j := range row {
			row[j] = r.NormFloat64()
		}
		targets[i] = row[0] - row[1] + row[2]/2 + 1.5*r.NormFloat64() + 0.3
		labels[i], weights[i] = math.Copysign(1, targets[i]), float64(i%3)
	}
	for _, l := range []toolkit.Loss{loss.Hinge{}, loss.EpsilonInsensitive{Epsilon: 0.3}, loss.Quantile{Tau: 0.8}} {
		y := targets
		if _, ok := l.(loss.Labelled); ok {
			y = labels
		}
		for _, weights := range [][]float64{nil, weights} {
			to := fit.Linear{Loss: l, Mu: mu, Intercept: true, Tol: tol}
			want, err := to.Fit(t.Context(), fit.Data{X: x, Y: y, Weights: weights})
			if err != nil {
				t.Fatal(err)
			}
			m, err := kernels.Machine{Loss: l, Mu: mu, Intercept: true, Tol: tol}.Fit(t.Context(), kernels.Data{
				Grams: []toolkit.Gram{kernel.NewColumns(kernel.Linear{}, x)}, Y: y, Weights: weights,
			})
			if err != nil {
				t.Fatal(err)
			}
			if h := m.Head; h.Status != solver.Converged || h.Iterations > 20 ||
				math.Abs(h.Objective-want.Objective) > h.Gap+want.Gap {
				t.Errorf("%v: %s after %d working sets at %.10g ± %.2g, by weights %.10g ± %.2g", l, h.Status, h.Iterations,
					h.Objective, h.Gap, want.Objective, want.Gap)
			}
		}
	}
}
