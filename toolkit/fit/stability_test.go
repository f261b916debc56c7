package fit_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// signals are n examples of d normal features, of which the first few have the weight 1, and noise.
func signals(n, d, few int, noise float64, seed uint64) fit.Data {
	rng := rand.New(rand.NewPCG(seed, 7))
	x, y := linalg.NewDense(n, d, nil), make([]float64, n)
	for i := range y {
		row := x.Row(i)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		y[i] = floats.Sum(row[:few]) + noise*rng.NormFloat64()
	}
	return fit.Data{X: x, Y: y}
}

// TestStabilityBound: over simulated data stability selection finds the signals, and makes no more errors on average
// than it promises; its bounds are those of the formulas.
func TestStabilityBound(t *testing.T) {
	t.Parallel()
	const runs, few, d = 6, 3, 60
	c := fit.Linear{Penalty: prox.L1{Lambda: 1}}
	var wrong, right float64
	for run := range runs {
		c.Seed = uint64(run)
		p := ready(t, c, signals(80, d, few, 0.5, c.Seed))
		s, err := choose.Stability{Errors: 1, Threshold: 0.7, Pairs: 10}.Select(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		for _, j := range s.Selected {
			if j < few {
				right++
			} else {
				wrong++
			}
		}
		// q = ⌊√(1 · 0.4 · 60)⌋ = 4: E V ≤ 16/24, and with one mode 1/(2(0.4 − 1/20)) · 16/60
		if s.Most != 4 || s.Mean > 4 || math.Abs(s.Bound-16./24) > 1e-12 || math.Abs(s.Unimodal-16/(0.7*60)) > 1e-12 {
			t.Fatalf("%+v", s)
		}
	}
	if right < 0.95*few*runs || wrong > runs*16./24 {
		t.Errorf("%g of %d signals, and %g errors in %d runs", right, few*runs, wrong, runs)
	}
}

// TestStabilityByHand: frequencies are shares of halves, no half selects more than its most, and neither a second run
// nor the number of processors changes a bit.
func TestStabilityByHand(t *testing.T) {
	c := fit.Linear{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}, Standardize: true, Intercept: true, Seed: 4}
	data := signals(60, 20, 2, 0.5, 3)
	for i, y := range data.Y {
		data.Y[i] = math.Copysign(1, y)
	}
	p := ready(t, c, data)
	s, err := choose.Stability{Errors: 2, Threshold: 0.9, Pairs: 5}.Select(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(floats.Sum(s.Frequency)-s.Mean) > 1e-12 || s.Most != 5 || !slices.Contains(s.Selected, 0) {
		t.Errorf("%+v", s)
	}
	if !slices.ContainsFunc(s.Frequency, func(f float64) bool { return f != 0 && f != 0.5 && f != 1 }) {
		t.Errorf("all pairs of halves are the same: %v", s.Frequency)
	}
	for j, f := range s.Frequency {
		if math.Abs(10*f-math.Round(10*f)) > 1e-12 || slices.Contains(s.Selected, j) != (f >= 0.9) {
			t.Errorf("feature %d has the frequency %g", j, f)
		}
	}
	before := runtime.GOMAXPROCS(1)
	again, err := choose.Stability{Errors: 2, Threshold: 0.9, Pairs: 5}.Select(t.Context(), p)
	runtime.GOMAXPROCS(before)
	if err != nil || !floats.Equal(s.Frequency, again.Frequency) {
		t.Errorf("one processor gives %v, several %v; error %v", again.Frequency, s.Frequency, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (choose.Stability{}).Select(ctx, p); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	for says, bad := range map[string]choose.Stability{
		"above 0.5": {Threshold: 0.5}, "must be positive": {Errors: -1}, "allow 0.1": {Errors: 0.01},
	} {
		if _, err := bad.Select(t.Context(), p); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// TestNestedIsTwoLoops: nested cross-validation is a plain double loop.
func TestNestedIsTwoLoops(t *testing.T) {
	t.Parallel()
	c := fit.Linear{Penalty: prox.L1{Lambda: 1}, Intercept: true, Tol: 1e-10, Seed: 2}
	data := signals(60, 8, 2, 1, 3)
	group := make([]int, 60)
	for i := range group {
		group[i] = i / 3
	}
	p := ready(t, c, data)
	outer, err := choose.Split(p, choose.Splits{Folds: 3, Group: group})
	if err != nil {
		t.Fatal(err)
	}
	lambdas := func(p choose.Learner) []float64 {
		_, top, err := p.LambdaMaxBetween(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return fit.Geometric(top, 0.01, 6)
	}
	nested := choose.Nested{
		Grid: func(train choose.Learner) (choose.Grid, error) {
			return choose.ElasticNet(lambdas(train), []float64{1, 0.5}), nil
		},
		Inner: choose.Splits{Folds: 4, Group: group},
		Least: true,
	}
	got, err := nested.Judge(t.Context(), p, outer)
	if err != nil {
		t.Fatal(err)
	}
	var sum float64
	for f, fold := range outer {
		in := part(data, fold.Train)
		inGroup := make([]int, len(fold.Train))
		for k, i := range fold.Train {
			inGroup[k] = group[i]
		}
		train := ready(t, c, in)
		inner, err := choose.Split(train, choose.Splits{Folds: 4, Group: inGroup})
		if err != nil {
			t.Fatal(err)
		}
		least, best := math.Inf(1), choose.Strength{}
		for _, lambda := range lambdas(train) {
			for _, mu := range []float64{0, lambda} {
				one, mean := c, 0.
				one.Lambda, one.Mu = lambda, mu
				for _, in2 := range inner {
					mean += judgedOn(t, one, part(in, in2.Train), part(in, in2.Test)) / 4
				}
				if mean < least {
					least, best = mean, choose.Strength{Lambda: lambda, Mu: mu}
				}
			}
		}
		c2 := c
		c2.Lambda, c2.Mu = best.Lambda, best.Mu
		e := judgedOn(t, c2, in, part(data, fold.Test))
		sum += e / 3
		if got.Chosen[f] != best || math.Abs(got.Errors[f]-e) > 1e-5*e || math.Abs(got.Inner[f]-least) > 1e-5*least {
			t.Errorf("fold %d: %+v with %g (%g inside), by two loops %+v with %g (%g)", f, got.Chosen[f], got.Errors[f],
				got.Inner[f], best, e, least)
		}
	}
	if math.Abs(got.Error-sum) > 1e-5*sum {
		t.Errorf("%g, by two loops %g", got.Error, sum)
	}
}

// judgedOn learns from some examples and returns the error on others.
func judgedOn(t *testing.T, c fit.Linear, train, test fit.Data) float64 {
	t.Helper()
	m, err := c.Fit(t.Context(), train)
	if err != nil {
		t.Fatal(err)
	}
	e, _, err := fit.MeanError(m, test)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
