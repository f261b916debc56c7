package fit_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// survival are times of n examples with ties, a third of them censored.
func survival(seed uint64, n, d int) fit.Data {
	rng := rand.New(rand.NewPCG(seed, 33))
	x := linalg.NewDense(n, d, nil)
	data := fit.Data{X: x, Y: make([]float64, n), Event: make([]bool, n)}
	for i := range n {
		for j := range d {
			x.Row(i)[j] = rng.NormFloat64() * (1 + float64(j%3))
		}
		f := x.At(i, 0) - 0.5*x.At(i, 1)
		data.Y[i], data.Event[i] = math.Ceil(9*rng.ExpFloat64()*math.Exp(-f)), rng.IntN(3) > 0
	}
	return data
}

// lessOfTies is l/m for Efron's ties: the events of the same time before i, of all.
func lessOfTies(data fit.Data, ties loss.Ties, i int) float64 {
	var before, all float64
	for j, y := range data.Y {
		if y == data.Y[i] && data.Event[j] {
			all++
			if j < i {
				before++
			}
		}
	}
	if ties == loss.Breslow {
		return 0
	}
	return before / all
}

// plainCox minimizes the partial likelihood as it is defined, by plain proximal gradient steps that are halved where P
// rises.
func plainCox(c fit.Linear, ties loss.Ties, penalty toolkit.Proxable, data fit.Data) float64 {
	n, d := data.X.Dims()
	x := data.X.(*linalg.Dense)
	at := func(grad, w []float64) (value float64) {
		f, e := make([]float64, n), make([]float64, n)
		x.MulVec(f, w)
		for i := range f {
			e[i] = math.Exp(f[i])
		}
		clear(grad)
		for i, y := range data.Y {
			if !data.Event[i] {
				continue
			}
			var risk float64
			mean, less := make([]float64, d), lessOfTies(data, ties, i)
			for j := range n {
				if data.Y[j] >= y {
					share := e[j]
					if data.Y[j] == y && data.Event[j] {
						share *= 1 - less
					}
					risk += share
					floats.AddScaled(mean, share, x.Row(j))
				}
			}
			value += (math.Log(risk) - f[i]) / float64(n)
			floats.AddScaled(grad, 1/risk/float64(n), mean)
			floats.AddScaled(grad, -1/float64(n), x.Row(i))
		}
		floats.AddScaled(grad, c.Mu, w)
		return value + c.Mu/2*floats.Dot(w, w)
	}
	w, grad, next, scratch := make([]float64, d), make([]float64, d), make([]float64, d), make([]float64, d)
	objective := func(w []float64) float64 {
		value := at(scratch, w)
		if penalty != nil {
			value += c.Lambda * penalty.Value(w)
		}
		return value
	}
	best, step := objective(w), 1.
	for range 800 {
		at(grad, w)
		for {
			floats.AddScaledTo(next, w, -step, grad)
			if penalty != nil {
				penalty.Prox(next, next, c.Lambda*step)
			}
			if value := objective(next); value <= best || step < 1e-12 {
				best = math.Min(best, value)
				break
			}
			step /= 2
		}
		copy(w, next)
		step *= 1.1
	}
	return best
}

// TestCoxWithEveryPenalty compares with the plain method; both solvers agree, and at every tolerance the gap bounds the
// error.
func TestCoxWithEveryPenalty(t *testing.T) {
	t.Parallel()
	for k, c := range []fit.Linear{
		{Mu: 0.1},
		{Penalty: prox.L1{Lambda: 1}},
		{Penalty: prox.L1{Lambda: 1}, Mu: 0.1},
		{Penalty: prox.L21{Lambda: 1}},
		{Penalty: prox.SparseGroup{Lambda: 1, Mix: 0.6}, Mu: 0.01},
		{Penalty: prox.Overlap{Lambda: 1}, Mu: 0.1},
		{Penalty: prox.L1{Lambda: 1}},
	} {
		ties := loss.Ties(k % 2)
		c.Loss, c.Tol = loss.Cox{Ties: ties}, 1e-9
		data := survival(uint64(k), 30, 6)
		c.Penalty = grouped(c.Penalty, 6)
		if c.Penalty != nil {
			most, err := c.LambdaMax(data)
			if err != nil {
				t.Fatal(err)
			}
			c.Lambda = 0.1 * most
		}
		tight, err := c.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		if tight.Status != solver.Converged || tight.GapKind != model.DualityGap {
			t.Fatalf("%s: gap %g of %g", tight.Status, tight.Gap, tight.Objective)
		}
		if plain := plainCox(c, ties, c.Penalty, data); math.Abs(plain-tight.Objective) > 1e-7*plain {
			t.Errorf("%s: %.12g by %s, %.12g plainly", penaltyOf(c), tight.Objective, tight.Method, plain)
		}
		for _, tol := range []float64{0.3, 1e-2, 1e-5} {
			c.Tol, c.NoPolish = tol, true
			c.Method = fit.FISTA
			loose, err := c.Fit(t.Context(), data)
			if err != nil || loose.Objective-tight.Objective > loose.Gap || loose.Gap > tol*loose.Objective {
				t.Errorf("%s to %g: %g above the minimum, gap %g, error %v", penaltyOf(c), tol, loose.Objective-tight.Objective,
					loose.Gap, err)
			}
		}
	}
}

// TestCoxRefuses says what does not go with it.
func TestCoxRefuses(t *testing.T) {
	t.Parallel()
	cox := fit.Linear{Loss: loss.Cox{}, Penalty: prox.L1{Lambda: 1}, Lambda: 0.1}
	data := survival(1, 12, 3)
	with := func(change func(c *fit.Linear, d *fit.Data)) (fit.Linear, fit.Data) {
		c, d := cox, data
		change(&c, &d)
		return c, d
	}
	for says, change := range map[string]func(c *fit.Linear, d *fit.Data){
		"ties of the Cox":     func(c *fit.Linear, _ *fit.Data) { c.Loss = loss.Cox{Ties: 2} },
		"has no intercept":    func(c *fit.Linear, _ *fit.Data) { c.Intercept = true },
		"all examples are ce": func(_ *fit.Linear, d *fit.Data) { d.Event = make([]bool, 12) },
		"11 marks of events":  func(_ *fit.Linear, d *fit.Data) { d.Event = d.Event[:11] },
		"needs μ > 0":         func(c *fit.Linear, _ *fit.Data) { c.Penalty = nil },
		"does not go with ta": func(_ *fit.Linear, d *fit.Data) { d.Task = make([]int64, 12) },
		"target of -1":        func(_ *fit.Linear, d *fit.Data) { d.Y = append([]float64{-1}, d.Y[1:]...) },
		"events and entries":  func(c *fit.Linear, _ *fit.Data) { c.Loss = nil },
		"nothing penalizes": func(c *fit.Linear, _ *fit.Data) {
			c.Penalty = prox.L21{Lambda: 1, Groups: prox.Groups{{0, 1}}}
		},
	} {
		c, d := with(change)
		if _, err := c.Fit(t.Context(), d); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
}

// TestConcordance compares with all pairs, and cross-validation runs over folds of times.
func TestConcordance(t *testing.T) {
	t.Parallel()
	data := survival(4, 60, 3)
	scores := make([]float64, 60)
	for i := range scores {
		scores[i] = math.Round(2 * data.X.(*linalg.Dense).At(i, 0)) // with ties
	}
	var good, all float64
	for i, y := range data.Y {
		for j, later := range data.Y {
			if !data.Event[i] || !(later > y || later == y && !data.Event[j]) {
				continue
			}
			all++
			switch {
			case scores[i] > scores[j]:
				good++
			case scores[i] == scores[j]:
				good += 0.5
			}
		}
	}
	if got := measures.Concordance(scores, data.Y, data.Event); got != good/all {
		t.Errorf("%g, by all pairs %g", got, good/all)
	}
	if !math.IsNaN(measures.Concordance(scores, data.Y, make([]bool, 60))) {
		t.Error("without an event there is a concordance")
	}
	c := fit.Linear{Loss: loss.Cox{}, Penalty: prox.L1{Lambda: 1}}
	v, err := c.CrossValidate(t.Context(), data, []float64{0.1, 0.01}, 3)
	if err != nil || v.Measure != "cox loss" || !(v.Error[0] > 0) {
		t.Errorf("%+v, %v", v, err)
	}
}

// TestCoxOfPlainUnits: ages and years as they are, far from 0, are solved as well as what is left of them without
// means, which is the same problem.
func TestCoxOfPlainUnits(t *testing.T) {
	t.Parallel()
	const n, d = 200, 4
	rng := rand.New(rand.NewPCG(8, 34))
	plain, shifted := linalg.NewDense(n, d, nil), linalg.NewDense(n, d, nil)
	data := fit.Data{X: plain, Y: make([]float64, n), Event: make([]bool, n)}
	for i := range n {
		row := plain.Row(i)
		row[0], row[1] = math.Round(60+12*rng.NormFloat64()), float64(1990+rng.IntN(20)) // age, year
		row[2], row[3] = math.Round(140+20*rng.NormFloat64()), float64(rng.IntN(2))      // blood pressure, treatment
		risk := 0.05*(row[0]-60) - 0.02*(row[1]-2000) + 0.01*(row[2]-140) - row[3]
		data.Y[i], data.Event[i] = math.Ceil(365*rng.ExpFloat64()*math.Exp(-risk)), rng.IntN(3) > 0
		floats.SubTo(shifted.Row(i), row, []float64{60, 2000, 140, 0.5})
	}
	for _, penalty := range []toolkit.Proxable{
		prox.L1{Lambda: 1}, prox.L21{Lambda: 1, Groups: prox.Groups{{0, 1}, {2, 3}}},
		prox.L1{Lambda: 1, Weights: []float64{1, 1, 1, 2}},
	} {
		c := fit.Linear{Loss: loss.Cox{}, Penalty: penalty, Lambda: 0.01}
		got, err := c.Fit(t.Context(), data)
		if err != nil || got.Status != solver.Converged {
			t.Fatalf("%s: %+v, %v", penaltyOf(c), got, err)
		}
		small := data
		small.X = shifted
		want, err := c.Fit(t.Context(), small)
		if err != nil || math.Abs(got.Objective-want.Objective) > got.Gap+want.Gap {
			t.Errorf("%s: %.12g, and %.12g without means (gaps %g and %g), error %v", penaltyOf(c), got.Objective,
				want.Objective, got.Gap, want.Gap, err)
		}
		if floats.Distance(got.Weights, want.Weights, math.Inf(1)) > 1e-5 || got.Intercept != nil {
			t.Errorf("%s: %v, and %v without means", penaltyOf(c), got.Weights, want.Weights)
		}
		c.Standardize = true
		if got, err = c.Fit(t.Context(), data); err != nil || got.Status != solver.Converged {
			t.Fatalf("%s, standardized: %+v, %v", penaltyOf(c), got, err)
		}
		if want, err = c.Fit(t.Context(), small); err != nil || math.Abs(got.Objective-want.Objective) > got.Gap+want.Gap {
			t.Errorf("%s, standardized: %.12g, and %.12g without means, error %v", penaltyOf(c), got.Objective,
				want.Objective, err)
		}
	}
}
