package fit_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// TestBundleAgreesWithOthers: losses with and without kinks, by bundles and by the method that is chosen for them.
func TestBundleAgreesWithOthers(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(21, 22))
	x, y, sign := linalg.NewDense(60, 4, nil), make([]float64, 60), make([]float64, 60)
	for i := range y {
		for j := range 4 {
			x.Data[i*4+j] = rng.NormFloat64()
			y[i] += x.Data[i*4+j] / float64(j+1)
		}
		y[i] += 0.3 * rng.NormFloat64()
		sign[i] = math.Copysign(1, y[i])
	}
	for _, c := range []struct {
		loss      toolkit.Loss
		y         []float64
		intercept bool
	}{
		{loss.Hinge{}, sign, false},
		{loss.SquaredHinge{}, sign, false},
		{loss.SquaredHinge{}, sign, true},
		{loss.Logistic{}, sign, false},
		{loss.Quantile{Tau: 0.3}, y, false},
		{loss.Squared{}, y, true},
	} {
		settings := fit.Linear{Loss: c.loss, Mu: 0.1, Intercept: c.intercept, Tol: 1e-8}
		data := fit.Data{X: x, Y: c.y}
		want, err := settings.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		settings.Method = fit.Bundle
		got, err := settings.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		if got.Method != fit.Bundle.Name || math.Abs(got.Objective-want.Objective) > got.Gap+want.Gap ||
			got.Gap > 1e-8*got.Objective {
			t.Errorf("%T: %g by %s with gap %g, and %g by %s with gap %g",
				c.loss, got.Objective, got.Method, got.Gap, want.Objective, want.Method, want.Gap)
		}
		settings.Start, settings.MaxIter = got, 1
		again, err := settings.Fit(t.Context(), data)
		if err != nil || math.Abs(again.Objective-got.Objective) > 1e-12 {
			t.Errorf("%T: from its solution on it is %g, not %g; %v", c.loss, again.Objective, got.Objective, err)
		}
	}
	_, err := fit.Linear{Loss: loss.Hinge{}, Penalty: prox.L1{Lambda: 1}, Lambda: 0.1, Mu: 1, Method: fit.Bundle}.
		Fit(t.Context(), fit.Data{X: x, Y: sign})
	if err == nil || !strings.Contains(err.Error(), "it is for a ridge alone") {
		t.Errorf("error %v does not say that there must be no penalty", err)
	}
}
