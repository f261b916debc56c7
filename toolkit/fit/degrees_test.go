package fit_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// TestDegreesAreStein: degrees of freedom are the divergence Σ_i ∂f_i/∂y_i of the predictions, by finite differences.
//
// Source: Stein, Estimation of the Mean of a Multivariate Normal Distribution, Ann. Statist. 1981; Efron, JASA 2004.
func TestDegreesAreStein(t *testing.T) {
	t.Parallel()
	groups := prox.Groups{{0, 1, 2}, {3, 4}, {5, 6, 7}}
	for name, c := range map[string]fit.Linear{
		"least squares": {Intercept: true},
		"ridge":         {Mu: 0.3, Intercept: true, Standardize: true},
		"lasso":         {Penalty: prox.L1{Lambda: 1}, Lambda: 0.2, Intercept: true},
		"elastic net":   {Penalty: prox.L1{Lambda: 1}, Lambda: 0.2, Mu: 0.5, Standardize: true},
		"one unpenalized": {
			Penalty: prox.L1{Lambda: 1, Weights: []float64{0, 1, 1, 1, 1, 1, 1, 1}}, Lambda: 0.4, Intercept: true,
		},
		"group": {
			Penalty: prox.L21{Lambda: 1, Groups: groups, Weights: []float64{1, 2, 1}}, Lambda: 0.4, Intercept: true,
		},
		"group and ridge": {Penalty: prox.L21{Lambda: 1, Groups: groups}, Lambda: 0.4, Mu: 0.1},
		"trace norm":      {Penalty: prox.TraceNorm{Lambda: 1}, Lambda: 0.5, Intercept: true},
		"trace and ridge": {Penalty: prox.TraceNorm{Lambda: 1}, Lambda: 0.6, Mu: 0.05},
		"tasks":           {Penalty: prox.MultiTask{Lambda: 1}, Lambda: 0.3, Intercept: true},
	} {
		c.Tol = 1e-13
		data := sample(&c, 24, 8, 5)
		data.Weights = nil
		p, m := fitted(t, c, data)
		got, err := p.Degrees(t.Context(), m)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if m.Rank != nil && *m.Rank != 2 {
			t.Fatalf("%s: rank %d says little", name, *m.Rank)
		}
		predicted := func(i int, change float64) float64 {
			moved := data
			moved.Y = slices.Clone(data.Y)
			moved.Y[i] += change
			m, err := c.Fit(t.Context(), moved)
			if err != nil {
				t.Fatal(err)
			}
			f, err := m.Predict(data.X, data.Task)
			if err != nil {
				t.Fatal(err)
			}
			return f.Scores.Data[i]
		}
		const h = 1e-4
		var want float64
		for i := range data.Y {
			want += (predicted(i, h) - predicted(i, -h)) / (2 * h)
		}
		if math.Abs(got-want) > 2e-3 {
			t.Errorf("%s: %.6f degrees of freedom, by differences %.6f", name, got, want)
		}
	}
}

// TestDegreesOfThresholdedSingularValues: with an example for each entry of a matrix, those of the formula of Candès,
// Sing-Long and Trzasko (2013).
func TestDegreesOfThresholdedSingularValues(t *testing.T) {
	t.Parallel()
	const d, k = 5, 3
	rng := rand.New(rand.NewPCG(7, 26))
	x, data := linalg.NewDense(d*k, d, nil), fit.Data{}
	for i := range d * k {
		x.Row(i)[i/k] = 1
		data.Y, data.Task = append(data.Y, rng.NormFloat64()), append(data.Task, int64(i%k))
	}
	data.X = x
	var svd mat.SVD
	svd.Factorize(mat.NewDense(d, k, slices.Clone(data.Y)), mat.SVDNone)
	s := svd.Values(nil)
	threshold := (s[1] + s[2]) / 2
	var want float64
	for i, v := range s[:2] {
		want += 1 + (d-k)*(1-threshold/v)
		for j, other := range s {
			if i != j {
				want += 2 * v * (v - threshold) / (v*v - other*other)
			}
		}
	}
	p, m := fitted(t, fit.Linear{Penalty: prox.TraceNorm{Lambda: 1}, Lambda: threshold / (d * k), Tol: 1e-13}, data)
	if got, err := p.Degrees(t.Context(), m); err != nil || math.Abs(got-want) > 1e-6 || *m.Rank != 2 {
		t.Errorf("rank %d, %.9f degrees of freedom, by the formula %.9f, error %v", *m.Rank, got, want, err)
	}
}

// TestCriteriaByHand: AIC, BIC and EBIC of a lasso and of a logistic model from their definitions.
func TestCriteriaByHand(t *testing.T) {
	t.Parallel()
	for _, c := range []fit.Linear{
		{Penalty: prox.L1{Lambda: 1}, Lambda: 0.3, Intercept: true},
		{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}, Lambda: 0.05, Intercept: true},
	} {
		data := sample(&c, 50, 7, 3)
		data.Weights = nil
		p, m := fitted(t, c, data)
		got, err := p.Criteria(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		f, err := m.Predict(data.X, nil)
		if err != nil {
			t.Fatal(err)
		}
		var deviance, squares float64
		for i, y := range data.Y {
			if c.Loss == nil {
				squares += (y - f.Scores.Data[i]) * (y - f.Scores.Data[i])
				continue
			}
			at := slices.Index(m.Labels, y)
			deviance -= 2 * math.Log(f.Probabilities.At(i, at))
		}
		if c.Loss == nil { // −2 Σ log of the normal density, at the variance squares/n
			v := squares / 50
			deviance = 50*math.Log(2*math.Pi*v) + squares/v
		}
		s := m.Nonzeros()
		choose := 1.
		for k := range s {
			choose *= float64(7-k) / float64(k+1)
		}
		df := float64(s + 1)
		bic := deviance + math.Log(50)*df
		for _, pair := range [][2]float64{
			{got.Degrees, df}, {got.Deviance, deviance}, {got.AIC, deviance + 2*df}, {got.BIC, bic},
			{got.EBIC, bic + 2*math.Log(choose)}, {got.Extended(0.3), bic + 0.6*math.Log(choose)},
		} {
			if s == 0 || s == 7 || math.Abs(pair[0]-pair[1]) > 1e-8*math.Abs(pair[1]) {
				t.Errorf("%s: %.10g, by hand %.10g", m.Loss, pair[0], pair[1])
			}
		}
	}
}

// TestCriteriaRefuse: no likelihood, no formula, nothing left.
func TestCriteriaRefuse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		linear fit.Linear
		says   string
	}{
		{fit.Linear{Loss: loss.Hinge{}, Mu: 1}, "no likelihood"},
		{fit.Linear{Loss: loss.Multinomial{}, Penalty: prox.L1{Lambda: 1}, Lambda: 0.1}, "one prediction"},
		{fit.Linear{Loss: loss.Multinomial{}, Penalty: prox.TraceNorm{Lambda: 1}, Lambda: 0.1}, "one prediction"},
		{
			fit.Linear{Penalty: prox.Overlap{Lambda: 1, Groups: prox.Groups{{0, 1, 2}, {2, 3, 4}}}, Lambda: 0.1},
			"not with overlap",
		},
	} {
		p, m := fitted(t, c.linear, sample(&c.linear, 40, 5, 3))
		if _, err := p.Criteria(t.Context(), m); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.says, err)
		}
	}
	c := fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 1e-4}
	p, m := fitted(t, c, sample(&c, 6, 12, 3))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Degrees(ctx, m); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	if got, err := p.Criteria(t.Context(), m); err != nil || !math.IsInf(got.EBIC, 1) {
		t.Errorf("%d weights for 6 examples: %+v, %v", m.Nonzeros(), got, err)
	}
}
