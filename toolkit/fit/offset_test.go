package fit_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/prox/sets"
)

// offsetData are n examples of d features with labels, counts or numbers, and an offset of each.
func offsetData(n, d int, kind string) fit.Data {
	rng := rand.New(rand.NewPCG(3, uint64(n)))
	x, data := linalg.NewDense(n, d, nil), fit.Data{Y: make([]float64, n), Offset: make([]float64, n)}
	for i := range n {
		f := 0.3
		for j := range d {
			v := rng.NormFloat64()
			x.Row(i)[j] = v
			f += v * float64(d-2*j) / float64(2*d)
		}
		data.Offset[i] = rng.NormFloat64()
		switch f += data.Offset[i]; kind {
		case "labels":
			data.Y[i] = math.Copysign(1, f+rng.NormFloat64())
		case "counts":
			for p := rng.Float64(); p > math.Exp(-math.Exp(f)); p *= rng.Float64() {
				data.Y[i]++
			}
		default:
			data.Y[i] = f + 0.5*rng.NormFloat64()
		}
	}
	data.X = x
	return data
}

// withColumn are the data with the offset as their last feature.
func withColumn(data fit.Data) fit.Data {
	n, d := data.X.Dims()
	x := linalg.NewDense(n, d+1, nil)
	linalg.ForEach(data.X, func(i, j int, v float64) { x.Row(i)[j] = v })
	for i, o := range data.Offset {
		x.Row(i)[d] = o
	}
	data.X, data.Offset = x, nil
	return data
}

// offsetCases are losses of every kind.
var offsetCases = []struct {
	of   toolkit.Loss
	kind string
}{
	{loss.Squared{}, "numbers"}, {loss.Huber{Delta: 0.5}, "numbers"}, {loss.Quantile{Tau: 0.3}, "numbers"},
	{loss.EpsilonInsensitive{Epsilon: 0.1}, "numbers"}, {loss.SquaredEpsilonInsensitive{Epsilon: 0.1}, "numbers"},
	{loss.Logistic{}, "labels"}, {loss.Hinge{}, "labels"}, {loss.SquaredHinge{}, "labels"}, {loss.Poisson{}, "counts"},
}

// TestOffset: an offset is a feature whose weight is held at 1 by a constraint, for every loss.
func TestOffset(t *testing.T) {
	t.Parallel()
	const d = 5
	for _, c := range offsetCases {
		for _, weighted := range []bool{false, true} {
			data := offsetData(90, d, c.kind)
			if weighted {
				for i := range data.Y {
					data.Weights = append(data.Weights, float64(i%4)) // some have none
				}
			}
			with := fit.Linear{Loss: c.of, Penalty: prox.L1{Lambda: 1}, Lambda: 0.02, Intercept: true, Tol: 1e-9}
			m, err := with.Fit(t.Context(), data)
			if err != nil {
				t.Fatal(err)
			}
			other := with
			other.Penalty = prox.L1{Lambda: 1, Weights: []float64{1, 1, 1, 1, 1, 0}}
			low, high := make([]float64, d+1), make([]float64, d+1)
			for j := range d {
				low[j], high[j] = math.Inf(-1), math.Inf(1)
			}
			low[d], high[d] = 1, 1
			other.Constraints = []toolkit.Proxable{sets.Box{Lower: low, Upper: high}}
			want, err := other.Fit(t.Context(), withColumn(data))
			if err != nil {
				t.Fatal(err)
			}
			if near := 1e-7 * (1 + math.Abs(want.Objective)); math.Abs(m.Objective-want.Objective) > near {
				t.Errorf("%v, weights %v: P is %.12g by %s, and %.12g of a column held at 1", c.of, weighted, m.Objective,
					m.Method, want.Objective)
			}
			if !m.Offset || !(m.Gap >= 0 && m.Gap <= 1e-6*(1+m.Objective)) {
				t.Errorf("%v: the model says %v of offsets, and has the gap %g", c.of, m.Offset, m.Gap)
			}
		}
	}
}

// TestExposure: counts with exposures e are rates y/e with weights e, for which λ is another.
func TestExposure(t *testing.T) {
	t.Parallel()
	data := offsetData(200, 6, "counts")
	rates, total := data, 0.
	rates.Offset, rates.Y, rates.Weights = nil, slices.Clone(data.Y), make([]float64, len(data.Y))
	for i, o := range data.Offset {
		rates.Weights[i] = math.Exp(o)
		rates.Y[i] /= rates.Weights[i]
		total += rates.Weights[i]
	}
	times := float64(len(data.Y)) / total
	c := fit.Linear{Loss: loss.Poisson{}, Penalty: prox.L1{Lambda: 1}, Lambda: 0.05, Mu: 0.01, Intercept: true, Tol: 1e-10}
	m, err := c.Fit(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	c.Lambda, c.Mu = c.Lambda*times, c.Mu*times
	want, err := c.Fit(t.Context(), rates)
	if err != nil {
		t.Fatal(err)
	}
	for j, w := range append(slices.Clone(want.Weights), want.Intercept...) {
		if got := append(slices.Clone(m.Weights), m.Intercept...)[j]; math.Abs(got-w) > 1e-5 {
			t.Errorf("weight %d is %g, and %g of rates", j+1, got, w)
		}
	}
}

// TestOffsetPathsAndFolds: λ_max, paths and folds are those of the problem with the offset, judged on what folds leave
// out with its offsets; many examples go by second moments, some features are sparse, and there are tasks.
func TestOffsetPathsAndFolds(t *testing.T) {
	t.Parallel()
	for _, c := range offsetCases {
		for _, n := range []int{60, 600} {
			data := offsetData(n, 4, c.kind)
			with := fit.Linear{Loss: c.of, Penalty: prox.L1{Lambda: 1}, Intercept: true, Tol: 1e-8, Seed: 5}
			most, err := with.LambdaMax(data)
			if err != nil {
				t.Fatal(err)
			}
			models, err := with.Path(t.Context(), data, []float64{1.001 * most, 0.9 * most, 0.3 * most})
			if err != nil {
				t.Fatal(err)
			}
			if models[0].Nonzeros() != 0 || models[1].Nonzeros() == 0 {
				t.Errorf("%v: %d and %d weights are not 0 around λ_max", c.of, models[0].Nonzeros(), models[1].Nonzeros())
			}
			foldsOfOffsets(t, with, data, 0.2*most)
		}
	}
}

// foldsOfOffsets compares the errors of folds with those of fits to their examples, on what they leave out.
func foldsOfOffsets(t *testing.T, c fit.Linear, data fit.Data, lambda float64) {
	t.Helper()
	ready, err := c.Prepare(data)
	if err != nil {
		t.Fatal(err)
	}
	some := func(rows []int) fit.Data {
		out := fit.Data{X: linalg.SelectRows(data.X, rows)}
		for _, i := range rows {
			out.Y, out.Offset = append(out.Y, data.Y[i]), append(out.Offset, data.Offset[i])
		}
		return out
	}
	folds := make([]choose.Fold, 3)
	for i := range data.Y {
		for k := range folds {
			if i%3 == k {
				folds[k].Test = append(folds[k].Test, i)
			} else {
				folds[k].Train = append(folds[k].Train, i)
			}
		}
	}
	v, err := choose.Validate(t.Context(), ready, choose.Grid{{{Lambda: lambda}}}, folds)
	if err != nil {
		t.Fatal(err)
	}
	c.Lambda = lambda
	for k, fold := range folds {
		m, err := c.Fit(t.Context(), some(fold.Train))
		if err != nil {
			t.Fatal(err)
		}
		test := some(fold.Test)
		p, err := m.PredictWith(test.X, nil, test.Offset)
		if err != nil {
			t.Fatal(err)
		}
		var want float64
		for _, wrong := range m.Errors(p, test.Y) {
			want += wrong / float64(len(test.Y))
		}
		if got := v.Errors[0][k]; math.Abs(got-want) > 1e-3*(1e-3+want) {
			t.Errorf("%v, %d examples: fold %d has the error %g, and %g by hand", c.Loss, len(data.Y), k+1, got, want)
		}
	}
}

// TestOffsetPredicts: predictions have the offset, and the mean error is that of the loss of f + o.
func TestOffsetPredicts(t *testing.T) {
	t.Parallel()
	for _, c := range offsetCases {
		data := offsetData(50, 3, c.kind)
		m, err := fit.Linear{Loss: c.of, Mu: 0.1, Intercept: true}.Fit(t.Context(), data)
		if err != nil {
			t.Fatal(err)
		}
		p, err := m.PredictWith(data.X, nil, data.Offset)
		if err != nil {
			t.Fatal(err)
		}
		l, ok := c.of.(loss.Bindable).Bind(data.Y, nil).(toolkit.Separable)
		if !ok {
			t.Fatalf("%v is not of single predictions", c.of)
		}
		var want float64
		for i := range data.Y {
			f := m.Intercept[0] + data.Offset[i]
			for j, w := range m.Weights {
				f += w * data.X.(*linalg.Dense).At(i, j)
			}
			if math.Abs(p.Scores.At(i, 0)-f) > 1e-12*(1+math.Abs(f)) {
				t.Fatalf("%v: the score of example %d is %g, not %g", c.of, i+1, p.Scores.At(i, 0), f)
			}
			if p.Means != nil && math.Abs(p.Means.At(i, 0)-math.Exp(f)) > 1e-12*math.Exp(f) {
				t.Errorf("%v: the mean of example %d is %g, not %g", c.of, i+1, p.Means.At(i, 0), math.Exp(f))
			}
			v, _ := l.At(i, f)
			want += v / float64(len(data.Y))
		}
		mu := m.Mu / 2
		for _, w := range m.Weights {
			want += mu * w * w
		}
		if math.Abs(m.Objective-want) > 1e-9*(1+want) {
			t.Errorf("%v: P is %.12g, and %.12g by hand", c.of, m.Objective, want)
		}
		if _, err := m.Predict(data.X, nil); err == nil || !strings.Contains(err.Error(), "with offsets") {
			t.Errorf("%v: predicted without offsets: %v", c.of, err)
		}
	}
}
