package kernels_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/kernels"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestRefuse: what is wrong with settings and data is named.
func TestRefuse(t *testing.T) {
	t.Parallel()
	s := newSmall()
	good := kernels.Machine{Loss: loss.Hinge{}, Mu: 1}
	indefinite, err := kernel.Given(linalg.NewDense(2, 2, []float64{0, 1, 1, 0}))
	if err != nil {
		t.Fatal(err)
	}
	spoiled := slices.Clone(s.labels)
	spoiled[2] = math.NaN()
	for want, c := range map[string]struct {
		m kernels.Machine
		d kernels.Data
	}{
		"no kernel":            {good, kernels.Data{Y: s.labels}},
		"one must be positive": {kernels.Machine{Loss: loss.Hinge{}}, s.data(loss.Hinge{})},
		"p = 3":                {kernels.Machine{Loss: loss.Hinge{}, Mu: 1, Norm: 3}, s.data(loss.Hinge{})},
		"two ways to choose":   {kernels.Machine{Loss: loss.Hinge{}, Lambda: 1, Norm: 1}, s.data(loss.Hinge{})},
		"there are 23 targets": {good, kernels.Data{Grams: s.grams, Y: s.labels[:23]}},
		"there are 3":          {good, kernels.Data{Grams: s.grams, Y: s.classes}},
		"target 3 is NaN":      {good, kernels.Data{Grams: s.grams, Y: spoiled}},
		"1 weights":            {good, kernels.Data{Grams: s.grams, Y: s.labels, Weights: []float64{1}}},
		"weight of example 1":  {good, kernels.Data{Grams: s.grams, Y: s.labels, Weights: slices.Repeat([]float64{-1}, 24)}},
		"have the weight 0":    {good, kernels.Data{Grams: s.grams, Y: s.labels, Weights: make([]float64, 24)}},
		"no sum over examples": {kernels.Machine{Loss: loss.Cox{}, Mu: 1}, s.data(loss.Squared{})},
		"τ = 2":                {kernels.Machine{Loss: loss.Quantile{Tau: 2}, Mu: 1}, s.data(loss.Squared{})},
		"not positive semidefinite": {
			kernels.Machine{Mu: 1}, kernels.Data{Grams: []toolkit.Gram{indefinite}, Y: []float64{1, 2}},
		},
	} {
		if _, err := c.m.Fit(t.Context(), c.d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not: %s", err, want)
		}
	}
}

// TestInterrupted: what was learnt by then is returned, and can be saved.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	s := newSmall()
	ctx, cancel := context.WithCancel(t.Context())
	m, err := kernels.Machine{
		Loss: loss.Hinge{}, Mu: 1e-6, Intercept: true, Tol: 1e-15, Watch: func(solver.Progress) { cancel() },
	}.Fit(ctx, s.data(loss.Hinge{}))
	if !errors.Is(err, context.Canceled) || m == nil || m.Head.Status != solver.Canceled {
		t.Fatal(m, err)
	}
}

// TestNothingToLearn: targets that are all the same, and examples that are, end.
func TestNothingToLearn(t *testing.T) {
	t.Parallel()
	s := newSmall()
	d := s.data(loss.Squared{})
	d.Y = make([]float64, len(d.Y))
	for _, mu := range []float64{1, 1e-12} {
		for _, l := range []toolkit.Loss{loss.EpsilonInsensitive{Epsilon: 0.1}, loss.EpsilonInsensitive{}, loss.Quantile{}} {
			for _, intercept := range []bool{true, false} {
				m, err := kernels.Machine{Loss: l, Mu: mu, Intercept: intercept, Tol: 1e-9}.Fit(t.Context(), d)
				if err != nil || m.Head.Objective > 1e-12 {
					t.Errorf("%v: P is %g, error %v", l, m.Head.Objective, err)
				}
			}
		}
	}
	same := kernels.Data{Grams: []toolkit.Gram{kernel.NewColumns(kernel.Linear{}, linalg.NewDense(6, 2, nil))}}
	same.Y = []float64{0, 0, 0, 0, 1, 1}
	m, err := kernels.Machine{Loss: loss.Hinge{}, Mu: 1, Intercept: true, Tol: 1e-12}.Fit(t.Context(), same)
	if err != nil || math.Abs(m.Head.Objective-2./3) > 1e-9 {
		t.Errorf("%v %v", m.Head.Objective, err)
	}
}
