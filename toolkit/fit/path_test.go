package fit_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// TestPathAndFolds: models of a path and errors of folds are those of problems solved on their own, and a second run
// has the same bits.
func TestPathAndFolds(t *testing.T) {
	t.Parallel()
	for _, c := range []fit.Linear{
		{Penalty: prox.L1{Lambda: 1}, Intercept: true},
		{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}, Standardize: true},
		{Loss: loss.Multinomial{}, Penalty: prox.TraceNorm{Lambda: 1}},
		{Penalty: prox.MultiTask{Lambda: 1}}, {Penalty: prox.Overlap{Lambda: 1}},
	} {
		data := sample(&c, 60, 12, 3)
		c.Tol, c.Seed = 1e-10, 5
		most, err := c.LambdaMax(data)
		if err != nil {
			t.Fatal(err)
		}
		lambdas := []float64{most, 0.5 * most, 0.2 * most, 0.05 * most}
		path, err := c.Path(t.Context(), data, lambdas)
		if err != nil || len(path) != 4 {
			t.Fatalf("%d models, error %v", len(path), err)
		}
		for k, m := range path {
			alone := c
			alone.Lambda = lambdas[k]
			want, err := alone.Fit(t.Context(), data)
			if err != nil || m.Lambda != lambdas[k] || math.Abs(m.Objective-want.Objective) > 1e-9*want.Objective ||
				!floats.EqualApprox(m.Weights, want.Weights, 1e-3) {
				t.Errorf(
					"%s %s: λ %d of the path has P = %.12g, alone %.12g; error %v",
					lossOf(c),
					penaltyOf(c),
					k,
					m.Objective,
					want.Objective,
					err,
				)
			}
		}
		second, err := c.Path(t.Context(), data, lambdas)
		if err != nil || !floats.Equal(second[3].Weights, path[3].Weights) {
			t.Errorf("%s %s: a second path differs", lossOf(c), penaltyOf(c))
		}
		checkFolds(t, c, data, lambdas)
	}
}

// checkFolds validates over four folds, twice, and once with another seed.
func checkFolds(t *testing.T, c fit.Linear, data fit.Data, lambdas []float64) {
	t.Helper()
	v, err := c.CrossValidate(t.Context(), data, lambdas, 4)
	if err != nil {
		t.Fatal(err)
	}
	again, err := c.CrossValidate(t.Context(), data, lambdas, 4)
	if err != nil || !floats.Equal(v.Error, again.Error) || !floats.Equal(v.StdError, again.StdError) {
		t.Errorf("%s %s: a second run differs: %v, %v", lossOf(c), penaltyOf(c), v.Error, again.Error)
	}
	if v.Fits != 16 || v.Converged != 16 || v.OneStdError > v.Best ||
		v.Error[v.OneStdError] > v.Error[v.Best]+v.StdError[v.Best] {
		t.Errorf("%s %s: %+v", lossOf(c), penaltyOf(c), v)
	}
	c.Seed = 6
	if w, err := c.CrossValidate(t.Context(), data, lambdas, 4); err != nil || floats.Equal(w.Error, v.Error) {
		t.Errorf("%s %s: another seed deals the same folds", lossOf(c), penaltyOf(c))
	}
}

// TestFoldsByHand repeats a fold of the squared loss: the mean over folds of mean squared errors, and the deviation
// over the root of folds.
func TestFoldsByHand(t *testing.T) {
	t.Parallel()
	c := fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 0.1, Tol: 1e-11}
	data := sample(&c, 30, 5, 4)
	v, err := c.CrossValidate(t.Context(), data, []float64{0.1}, 30) // every example alone: no matter how they are dealt
	if err != nil {
		t.Fatal(err)
	}
	x := data.X.(*linalg.Dense)
	var errs []float64
	for out := range 30 {
		in := fit.Data{
			X: linalg.NewDense(29, 5, append(append([]float64(nil), x.Data[:out*5]...), x.Data[(out+1)*5:]...)),
			Y: append(append([]float64(nil), data.Y[:out]...), data.Y[out+1:]...),
		}
		m, err := c.Fit(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		r := data.Y[out] - floats.Dot(m.Weights, x.Row(out))
		errs = append(errs, r*r)
	}
	mean := floats.Sum(errs) / 30
	var square float64
	for _, e := range errs {
		square += (e - mean) * (e - mean)
	}
	if se := math.Sqrt(square / 29 / 30); math.Abs(v.Error[0]-mean) > 1e-6 || math.Abs(v.StdError[0]-se) > 1e-6 {
		t.Errorf("%g ± %g, by hand %g ± %g", v.Error[0], v.StdError[0], mean, se)
	}
}

// TestStartIsWarm: from the solution a solver needs no more than a few iterations.
func TestStartIsWarm(t *testing.T) {
	t.Parallel()
	for _, c := range []fit.Linear{
		{Penalty: prox.L1{Lambda: 1}, Intercept: true, Standardize: true},
		{Loss: loss.Logistic{}, Penalty: prox.L21{Lambda: 1}, Intercept: true},
		{Loss: loss.Multinomial{}, Penalty: prox.TraceNorm{Lambda: 1}},
		{Loss: loss.Multinomial{}, Penalty: prox.L1{Lambda: 1}, Intercept: true},
		{Loss: loss.Logistic{}, Mu: 0.01, Intercept: true},
	} {
		data := sample(&c, 60, 11, 3)
		if c.Penalty != nil {
			most, err := c.LambdaMax(data)
			if err != nil {
				t.Fatal(err)
			}
			c.Lambda = 0.02 * most
		}
		cold, err := c.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		c.Start = cold
		warm, err := c.Fit(t.Context(), data)
		if err != nil || warm.Iterations > cold.Iterations || warm.Objective > cold.Objective+cold.Gap {
			t.Errorf(
				"%s %s: %d iterations from the solution, %d from 0; error %v",
				lossOf(c),
				penaltyOf(c),
				warm.Iterations,
				cold.Iterations,
				err,
			)
		}
	}
}

// TestPreparedOnce: a problem prepared once answers what Linear answers, and prepares no more.
func TestPreparedOnce(t *testing.T) {
	t.Parallel()
	c := fit.Linear{Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}, Intercept: true, Standardize: true, Seed: 3}
	data := sample(&c, 50, 9, 3)
	var p *fit.Prepared
	var err error
	if p, err = c.Prepare(data); err != nil {
		t.Fatal(err)
	}
	top, err := p.LambdaMax()
	if err != nil {
		t.Fatal(err)
	}
	if want, err := c.LambdaMax(data); err != nil || want != top {
		t.Errorf("λ_max %g, of the settings %g, error %v", top, want, err)
	}
	c.Lambda, p.Lambda = 0.1*top, 0.1*top
	a, err := p.Fit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if b, err := c.Fit(t.Context(), data); err != nil || !floats.Equal(a.Weights, b.Weights) {
		t.Errorf("other weights, error %v", err)
	}
	lambdas := []float64{0.5 * top, 0.1 * top}
	v, err := p.CrossValidate(t.Context(), lambdas, 3)
	if err != nil {
		t.Fatal(err)
	}
	if w, err := c.CrossValidate(t.Context(), data, lambdas, 3); err != nil || !floats.Equal(v.Error, w.Error) {
		t.Errorf("other errors of folds, error %v", err)
	}
}
