package fit_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// TestLassoWithMeans: features with small means, which are centred in products, and the same with large ones, which
// are copied, have the same weights; and what is far from both, FISTA, comes to the same objective.
func TestLassoWithMeans(t *testing.T) {
	t.Parallel()
	t.Run("wide", func(t *testing.T) { lassoWithMeans(t, 50, 1200) })
	t.Run("tall", func(t *testing.T) { lassoWithMeans(t, 200, 90) })
}

func lassoWithMeans(t *testing.T, n, d int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(4, 31))
	small, large, y := linalg.NewDense(n, d, nil), linalg.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		for j := range d {
			v := rng.NormFloat64()
			small.Row(i)[j], large.Row(i)[j] = v+0.2, v+20
		}
		y[i] = small.At(i, 3) - 2*small.At(i, d/2) + 0.1*rng.NormFloat64() + 5
	}
	fitted := func(x *linalg.Dense, method *fit.Method, share float64) (weights []float64, objective, gap float64) {
		c := fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: share, Intercept: true, Method: method, Tol: 1e-9}
		m, err := c.Fit(context.Background(), fit.Data{X: x, Y: y})
		if err != nil {
			t.Fatal(err)
		}
		if !(m.Gap <= 1e-9*m.Objective) {
			t.Errorf("the gap is %g of %g", m.Gap, m.Objective)
		}
		return m.Weights, m.Objective, m.Gap
	}
	w, objective, gap := fitted(small, fit.Auto, 0.2)
	far, above, farGap := fitted(large, fit.Auto, 0.2)
	for j := range w {
		if math.Abs(w[j]-far[j]) > 1e-6 {
			t.Errorf("weight %d is %g, and %g with a large mean", j, w[j], far[j])
		}
	}
	_, general, generalGap := fitted(small, fit.FISTA, 0.2)
	if math.Abs(objective-above) > gap+farGap+1e-12 || math.Abs(objective-general) > gap+generalGap+1e-12 {
		t.Errorf("objectives %g, %g with large means, %g by FISTA", objective, above, general)
	}
}
