package fit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// A partial likelihood with weights may be above 1, and P below 0: that alone is no minimum.
func TestNegativeObjectiveIsNotMinimum(t *testing.T) {
	const n, d = 40, 6
	r := rand.New(rand.NewPCG(1, 0))
	x, y, weights := linalg.NewDense(n, d, nil), make([]float64, n), make([]float64, n)
	event := make([]bool, n)
	for i := range y {
		y[i], event[i], weights[i] = float64(i), i >= n-8, 1./n // events come last, of examples that weigh little
		if event[i] {
			weights[i] = 0.01 / n
		}
		for j := range d {
			x.Data[i*d+j] = r.NormFloat64()
		}
	}
	for _, c := range []fit.Linear{
		{Loss: loss.Cox{}, Mu: 1e-5},
		{Loss: loss.Cox{}, Penalty: prox.Slope{Lambda: 1}, Lambda: 1e-5},
	} {
		m, err := c.Fit(t.Context(), fit.Data{X: x, Y: y, Weights: weights, Event: event})
		if err != nil {
			t.Fatal(err)
		}
		if m.Objective >= 0 {
			t.Fatalf("P = %g was to be below 0", m.Objective)
		}
		if m.Status != solver.Converged || m.Gap > 1e-6*math.Abs(m.Objective) {
			t.Errorf("%v: %s at P = %g with a gap of %g", c.Penalty, m.Status, m.Objective, m.Gap)
		}
	}
}

// Where P = 0 already at W = 0 there is nothing left, and the residual of no slope is no reason to go on.
func TestTargetsWithinTube(t *testing.T) {
	x := linalg.NewDense(6, 2, []float64{1, 2, 3, 4, 5, 6, 2, 1, 4, 3, 6, 5})
	m, err := fit.Linear{Loss: loss.SquaredEpsilonInsensitive{Epsilon: 1}, Intercept: true, Standardize: true}.Fit(
		t.Context(), fit.Data{X: x, Y: []float64{4.1, 5.2, 5.5, 4.9, 5.7, 5}})
	if err != nil || m.Objective != 0 || m.Status != solver.Converged {
		t.Errorf("%v: %s at P = %g", err, m.Status, m.Objective)
	}
}
