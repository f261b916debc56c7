package model_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
)

// numbersOf is a model of one weight, of a loss with a link.
func numbersOf(name, link string, parameter float64) *model.Linear {
	m := &model.Linear{
		Loss: name, Penalty: "none", Link: link, Features: 1, Outputs: 1, Weights: []float64{1}, Examples: 1,
		GapKind: model.NoGap, Objective: math.NaN(), Gap: math.NaN(),
	}
	if parameter >= 0 {
		m.Parameter = &parameter
	}
	return m
}

// TestErrorOfLossesFromFile: a model that was read from a file has the parameter of its loss, and knows the error that
// the loss itself has, twice for that of Poisson.
func TestErrorOfLossesFromFile(t *testing.T) {
	t.Parallel()
	x := linalg.NewDense(5, 1, []float64{-2, -0.3, 0, 0.4, 3})
	for _, c := range []struct {
		m  *model.Linear
		at func(f float64) float64
	}{
		{numbersOf("huber", "identity", 0.5), atOne(loss.Huber{Y: []float64{1}, Delta: 0.5}.At)},
		{numbersOf("quantile", "identity", 0.9), atOne(loss.Quantile{Y: []float64{1}, Tau: 0.9}.At)},
		{numbersOf("epsilon-insensitive", "identity", 0.2), atOne(loss.EpsilonInsensitive{Y: []float64{1}, Epsilon: 0.2}.At)},
		{
			numbersOf("squared-epsilon-insensitive", "identity", 0.2),
			atOne(loss.SquaredEpsilonInsensitive{Y: []float64{1}, Epsilon: 0.2}.At),
		},
		{numbersOf("poisson", "log", -1), func(f float64) float64 {
			value, _ := loss.Poisson{Y: []float64{1}}.At(0, f)
			return 2 * value
		}},
	} {
		var file bytes.Buffer
		if err := c.m.Save(&file); err != nil {
			t.Fatal(err)
		}
		m, err := model.LoadLinear(&file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := m.Predict(x, nil)
		if err != nil {
			t.Fatal(err)
		}
		wrong := m.Errors(p, []float64{1, 1, 1, 1, 1})
		for i, f := range x.Data {
			if got, want := wrong[i], c.at(f); math.Abs(got-want) > 1e-14*(1+want) {
				t.Errorf("%s at %g: %g, the loss has %g", m.Loss, f, got, want)
			}
			if means := p.Means; (means != nil) != (m.Link == model.Log) || means != nil && means.Data[i] != math.Exp(f) {
				t.Errorf("%s: means are %v", m.Loss, means)
			}
		}
	}
}

func atOne(at func(i int, f float64) (value, slope float64)) func(f float64) float64 {
	return func(f float64) float64 {
		value, _ := at(0, f)
		return value
	}
}

// TestParameterGoesWithTheLoss: a file without the parameter that its loss has, with one that it has not, or another
// link, is damaged.
func TestParameterGoesWithTheLoss(t *testing.T) {
	t.Parallel()
	for says, m := range map[string]*model.Linear{
		"does not go with the huber":   numbersOf("huber", "identity", -1),
		"does not go with the squared": numbersOf("squared", "identity", 1),
		"its parameter is NaN":         numbersOf("own", "identity", 0),
		`"log"`:                        numbersOf("poisson", "identity", -1),
		`"hazard"`:                     numbersOf("cox", "log", -1),
	} {
		if m.Loss == "own" {
			*m.Parameter = math.NaN()
		}
		if err := m.Save(&bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
}
