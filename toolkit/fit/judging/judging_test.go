package judging_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/fit/judging"
	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
)

const n = 60

// drawn are examples of three features, with targets by a rule.
func drawn(target func(i int, f float64) float64) fit.Data {
	x, data := linalg.NewDense(n, 3, nil), fit.Data{}
	for i := range n {
		for j := range 3 {
			x.Row(i)[j] = math.Sin(float64((i + 1) * (3*j + 2)))
		}
		data.Y = append(data.Y, target(i, x.At(i, 0)-x.At(i, 1)+0.5*math.Cos(float64(7*i))))
	}
	data.X = x
	return data
}

// TestMeasures: the errors of a path by each measure are those of models that are learnt fold by fold and judged
// plainly.
func TestMeasures(t *testing.T) {
	t.Parallel()
	labels := drawn(func(_ int, f float64) float64 { return math.Copysign(1, f) })
	numbers := drawn(func(_ int, f float64) float64 { return f })
	times := drawn(func(_ int, f float64) float64 { return math.Exp(-f) })
	ranks := drawn(func(_ int, f float64) float64 { return math.Max(0, math.Round(2*f)) })
	for i := range n {
		times.Event = append(times.Event, i%3 > 0)
		ranks.Query = append(ranks.Query, int64(i%5))
	}
	for word, c := range map[string]struct {
		loss toolkit.Loss
		data fit.Data
		of   func(m *model.Linear, d fit.Data) float64
	}{
		"auc": {loss.Logistic{}, labels, auc},
		"accuracy": {loss.Hinge{}, labels, func(m *model.Linear, d fit.Data) float64 {
			p, _ := m.Predict(d.X, nil)
			wrong := 0.
			for i, l := range p.Labels {
				if l != d.Y[i] {
					wrong++
				}
			}
			return wrong / float64(len(d.Y))
		}},
		"deviance": {loss.Logistic{}, labels, func(m *model.Linear, d fit.Data) float64 {
			s, _ := m.Scores(d.X)
			var sum float64
			for i, f := range s.Data {
				sum += 2 * math.Log1p(math.Exp(-d.Y[i]*f)) / float64(len(s.Data))
			}
			return sum
		}},
		"mae": {loss.Squared{}, numbers, func(m *model.Linear, d fit.Data) float64 {
			s, _ := m.Scores(d.X)
			var sum float64
			for i, f := range s.Data {
				sum += math.Abs(f-d.Y[i]) / float64(len(s.Data))
			}
			return sum
		}},
		"concordance": {loss.Cox{}, times, func(m *model.Linear, d fit.Data) float64 {
			s, _ := m.Scores(d.X)
			return 1 - measures.Concordance(s.Data, d.Y, d.Event)
		}},
		"ndcg": {loss.Pairwise{}, ranks, func(m *model.Linear, d fit.Data) float64 {
			s, _ := m.Scores(d.X)
			return 1 - measures.JudgeRanking(s.Data, d.Y, d.Query, 3).NDCG
		}},
	} {
		l := fit.Linear{Loss: c.loss, Mu: 0.1, Tol: 1e-9}
		p, err := l.Prepare(c.data)
		if err != nil {
			t.Fatal(err)
		}
		link := c.loss.(loss.Linked).Link()
		measure, err := judging.Named(word, link, c.data, 3)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, l, judging.Learner{Prepared: p, Data: c.data, Measure: measure, Context: t.Context()}, c.of)
	}
}

// compare compares the errors of two strengths with those of models that are learnt fold by fold.
func compare(t *testing.T, l fit.Linear, learner judging.Learner, of func(m *model.Linear, d fit.Data) float64) {
	t.Helper()
	folds, err := choose.Split(learner, choose.Splits{Folds: 3})
	if err != nil {
		t.Fatal(err)
	}
	v, err := choose.Validate(t.Context(), learner, choose.Grid{{{Mu: 1}, {Mu: 0.1}}}, folds)
	if err != nil {
		t.Fatal(err)
	}
	for k, mu := range []float64{1, 0.1} {
		for f, fold := range folds {
			l.Mu = mu
			m, err := l.Fit(t.Context(), learner.Data.Pick(fold.Train))
			if err != nil {
				t.Fatal(err)
			}
			if want := of(m, learner.Data.Pick(fold.Test)); math.Abs(v.Errors[k][f]-want) > 1e-4 {
				t.Errorf("%s: fold %d has %.8g, plainly %.8g", v.Measure, f+1, v.Errors[k][f], want)
			}
		}
	}
	if v.Measure != learner.Measure.Name {
		t.Error(v.Measure)
	}
}

// auc counts pairs.
func auc(m *model.Linear, d fit.Data) float64 {
	s, _ := m.Scores(d.X)
	var won, pairs float64
	for i, a := range d.Y {
		for k, b := range d.Y {
			if a > b {
				pairs++
				won += float64(1+sign(s.Data[i]-s.Data[k])) / 2
			}
		}
	}
	return 1 - won/pairs
}

func sign(v float64) int {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

// splined has the first of three features as a spline.
func splined(t *testing.T, x linalg.Map) (*encode.Encoder, *encode.Encoded) {
	t.Helper()
	var columns []encode.Values
	for j := range 3 {
		v := encode.Values{Name: string(rune('a' + j))}
		for i := range n {
			v.Numbers = append(v.Numbers, x.(*linalg.Dense).At(i, j))
		}
		columns = append(columns, v)
	}
	table, err := encode.NewTable(columns...)
	if err != nil {
		t.Fatal(err)
	}
	e, err := encode.Fit(t.Context(), table, encode.Options{
		Made: []encode.Ask{{Step: encode.Spline, Of: []string{"a"}, Size: 4}}, Hidden: []string{"a"},
	})
	if err != nil {
		t.Fatal(err)
	}
	of, err := e.Transform(t.Context(), table)
	if err != nil {
		t.Fatal(err)
	}
	return e, of
}

// TestRemake: folds learn knots of their own, inner ones too: the errors are those of tables that are encoded by what a
// fold trains on.
func TestRemake(t *testing.T) {
	t.Parallel()
	data := drawn(func(_ int, f float64) float64 { return f * f })
	e, of := splined(t, data.X)
	data.X = of.X
	l := fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 0.01, Intercept: true, Tol: 1e-10}
	p, err := l.Prepare(data)
	if err != nil {
		t.Fatal(err)
	}
	learner := judging.Learner{Prepared: p, Data: data, Context: t.Context(),
		Remake: func(ctx context.Context, rows []int) (linalg.Map, error) {
			return of.Base.Anew(ctx, e, rows)
		}}
	folds, err := choose.Split(learner, choose.Splits{Folds: 3})
	if err != nil {
		t.Fatal(err)
	}
	v, err := choose.Validate(t.Context(), learner, choose.Grid{{{Lambda: 0.01}}}, folds)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := choose.Validate(t.Context(), p, choose.Grid{{{Lambda: 0.01}}}, folds)
	if err != nil {
		t.Fatal(err)
	}
	for f, fold := range folds {
		x, err := of.Base.Anew(t.Context(), e, fold.Train)
		if err != nil {
			t.Fatal(err)
		}
		at := data
		at.X = x
		m, err := l.Fit(t.Context(), at.Pick(fold.Train))
		if err != nil {
			t.Fatal(err)
		}
		want, _, err := fit.MeanError(m, at.Pick(fold.Test))
		if err != nil || math.Abs(want-v.Errors[0][f]) > 1e-7 || want == whole.Errors[0][f] {
			t.Errorf("fold %d: %.9g, plainly %.9g; by knots of all %.9g; %v", f+1, v.Errors[0][f], want, whole.Errors[0][f], err)
		}
	}
	nested, err := choose.Nested{
		Inner: choose.Splits{Folds: 2},
		Grid:  func(choose.Learner) (choose.Grid, error) { return choose.Grid{{{Lambda: 0.01}}}, nil },
	}.Judge(t.Context(), learner, folds)
	if err != nil || !floats.EqualApprox(nested.Errors, v.Errors[0], 1e-7) {
		t.Errorf("nested, of one λ: %v, %v by folds; %v", nested, v.Errors[0], err)
	}
	inner, err := learner.On(folds[0].Train)
	if err != nil {
		t.Fatal(err)
	}
	again, err := choose.Split(inner, choose.Splits{Folds: 2})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := choose.Validate(t.Context(), inner, choose.Grid{{{Lambda: 0.01}}}, again); err != nil {
		t.Error(err)
	}
}

// TestFaults: what a measure is not for is named.
func TestFaults(t *testing.T) {
	t.Parallel()
	weighted := fit.Data{Weights: []float64{1}}
	for _, c := range []struct {
		word, link string
		data       fit.Data
		want       string
	}{
		{"rank", model.Logit, fit.Data{}, `there is no measure "rank": there are accuracy, auc`},
		{"auc", model.Softmax, fit.Data{}, "for two labels"},
		{"auc", model.Logit, weighted, "these have weights"},
		{"accuracy", model.Identity, fit.Data{}, "for losses of labels"},
		{"deviance", model.Margin, fit.Data{}, "half a deviance"},
		{"mae", model.Logit, fit.Data{}, "targets that are numbers"},
		{"concordance", model.Log, fit.Data{}, "for the cox loss"},
		{"concordance", model.Hazard, fit.Data{Entry: []float64{1}}, "these have entries"},
		{"ndcg", model.Hazard, fit.Data{}, "losses of rankings"},
	} {
		if _, err := judging.Named(c.word, c.link, c.data, 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.word, err, c.want)
		}
	}
}
