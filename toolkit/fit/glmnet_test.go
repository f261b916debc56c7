package fit_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// forGlmnet are 120 examples by formulas that R computes too: times with events, costs, counts and weights.
func forGlmnet() (x *linalg.Dense, times, costs, counts, weights []float64, event []bool) {
	const n = 120
	x = linalg.NewDense(n, 4, nil)
	for k := range n {
		i := float64(k + 1)
		copy(x.Row(k), []float64{math.Sin(3 * i), math.Cos(5*i + 1), math.Sin(7*i + 2), math.Cos(11 * i)})
		f := 0.8*x.At(k, 0) - 0.5*x.At(k, 1) + 0.9*math.Sin(13*i)
		times = append(times, math.Round(1e6*math.Exp(1-f+0.3*math.Cos(17*i)))/1e6+i*1e-7)
		costs = append(costs, math.Exp(0.5+f/2+0.4*math.Sin(19*i)))
		counts = append(counts, math.Floor(3*costs[k]))
		weights, event = append(weights, float64(1+(k+1)%2)), append(event, (k+1)%3 != 0)
	}
	return x, times, costs, counts, weights, event
}

// TestAsGlmnet: intercepts and weights are those of glmnet 4.1-6 at its tightest thresholds, of Cox's loss with the
// lasso, and with the elastic net and weights, of gamma, Tweedie (a family written down in R) and
// Poisson by logarithms.
func TestAsGlmnet(t *testing.T) {
	t.Parallel()
	x, times, costs, counts, weights, event := forGlmnet()
	claims := slices.Clone(costs)
	for i := 2; i < len(claims); i += 3 {
		claims[i] = 0
	}
	for _, c := range []struct {
		loss       toolkit.Loss
		data       fit.Data
		lambda, mu float64
		want       []float64
	}{
		{loss.Cox{}, fit.Data{Y: times, Event: event}, 0.05, 0, []float64{0.9255957999, -0.4922643169, 0, 0}},
		{loss.Cox{}, fit.Data{Y: times, Event: event}, 0.01, 0,
			[]float64{1.148822795, -0.69371430246, -0.03226595338, -0.0215370452}},
		{loss.Cox{}, fit.Data{Y: times, Event: event, Weights: weights}, 0.025, 0.025,
			[]float64{0.9325559685, -0.5224185067, 0, 0}},
		{loss.Cox{}, fit.Data{Y: times, Event: event, Weights: weights}, 0.005, 0.005,
			[]float64{1.13509437219, -0.68226118534, -0.04760413063, -0.03154887381}},
		{loss.Gamma{}, fit.Data{Y: costs}, 0.05, 0, []float64{0.6118643731, 0.2978630009, -0.155082011, 0, 0}},
		{loss.Gamma{}, fit.Data{Y: costs}, 0.01, 0, []float64{0.6070178682, 0.3798862628, -0.2346915619, 0, 0}},
		{loss.Tweedie{Power: 1.5}, fit.Data{Y: claims}, 0.01, 0,
			[]float64{0.203497923440, 0.374983361623, -0.215024348475, -0.014729734810, 0}},
		{loss.Tweedie{Power: 1.5}, fit.Data{Y: claims, Weights: weights}, 0.01, 0,
			[]float64{0.1988054917754, 0.4832776615886, -0.2056270517545, -0.0120770749748, 0}},
		{loss.Tweedie{Power: 1.5}, fit.Data{Y: claims, Weights: weights}, 0.025, 0.025,
			[]float64{0.207940545056, 0.435414825287, -0.173476391324, 0, 0}},
		{loss.Poisson{}, fit.Data{Y: counts}, 0.05, 0,
			[]float64{1.614862335683, 0.408932009242, -0.247650646605, -0.003756362737, 0}},
		{loss.Poisson{}, fit.Data{Y: counts}, 0.01, 0,
			[]float64{1.609336208811, 0.424854732827, -0.262276392598, -0.018553504019, 0.001148026788}},
	} {
		c.data.X = x
		m, err := fit.Linear{
			Loss: c.loss, Penalty: prox.L1{Lambda: 1}, Lambda: c.lambda, Mu: c.mu, Intercept: fmt.Sprint(c.loss) != "cox",
			Tol: 1e-15,
		}.Fit(t.Context(), c.data)
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Concat(m.Intercept, m.Weights); !floats.EqualApprox(got, c.want, 1e-8) {
			t.Errorf("%v, λ = %g: %.10g, not %.10g", c.loss, c.lambda, got, c.want)
		}
	}
}
