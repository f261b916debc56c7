package fit_test

import (
	"math"
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

// TestRelaxed: the whole share is a fit on the features that are selected, with a ridge that hardly counts where the
// loss needs one, and others lie between; folds choose among all, and a share of 0 is the path as it was.
func TestRelaxed(t *testing.T) {
	t.Parallel()
	for _, c := range offsetCases {
		data := offsetData(120, 6, c.kind)
		for i := range data.Y {
			data.Weights = append(data.Weights, float64(1+i%3))
		}
		with := fit.Linear{
			Loss: c.of, Penalty: prox.L1{Lambda: 1}, Intercept: true, Standardize: true, Tol: 1e-10,
		}
		p, err := with.Prepare(data)
		if err != nil {
			t.Fatal(err)
		}
		most, err := p.LambdaMax()
		if err != nil {
			t.Fatal(err)
		}
		lambda := 0.6 * most
		p.Lambda = lambda
		path, err := p.Follow(t.Context(), choose.Relaxed(choose.Grid{choose.LambdaPath([]float64{lambda}, 0)},
			[]float64{0, 0.25, 1})[0])
		if err != nil {
			t.Fatalf("%v: %v", c.of, err)
		}
		plain, half, whole := path[0], path[1], path[2]
		support := plain.Selected()
		if len(support) == 0 || len(support) == 6 {
			t.Fatalf("%v: %d features are selected: nothing is tested", c.of, len(support))
		}
		if !slices.Equal(half.Selected(), support) || half.Relaxed != 0.25 || plain.Relaxed != 0 {
			t.Errorf("%v: support %v, relaxed %v", c.of, support, half.Selected())
		}
		for j, w := range half.Weights {
			if math.Abs(w-(0.75*plain.Weights[j]+0.25*whole.Weights[j])) > 1e-12 {
				t.Errorf("%v: weight %d is %g, between %g and %g", c.of, j+1, w, plain.Weights[j], whole.Weights[j])
			}
		}
		on := data
		on.X = linalg.SelectColumns(data.X, support)
		anew := fit.Linear{Loss: c.of, Mu: 1e-8, Intercept: true, Tol: 1e-10}
		m, err := anew.Fit(t.Context(), on)
		if err != nil {
			t.Fatal(err)
		}
		a, _, _ := fit.MeanError(m, on)
		b, _, err := fit.MeanError(whole, data)
		if err != nil || math.Abs(a-b) > 1e-6*(1+a) {
			t.Errorf("%v: the mean error is %.10g relaxed, %.10g learnt anew (%v)", c.of, b, a, err)
		}
		one, err := p.Relaxed(t.Context(), 1)
		if err != nil || !slices.Equal(one.Weights, whole.Weights) {
			t.Errorf("%v: %v and %v: %v", c.of, one.Weights, whole.Weights, err)
		}
	}
}

// TestRelaxedFolds: many examples are learnt from by their moments, and folds judge each share as models learnt apart.
func TestRelaxedFolds(t *testing.T) {
	t.Parallel()
	data := offsetData(400, 6, "numbers")
	data.Offset = nil
	p, err := fit.Linear{Penalty: prox.L1{Lambda: 1}, Intercept: true, Tol: 1e-9}.Prepare(data)
	if err != nil {
		t.Fatal(err)
	}
	folds, err := choose.Split(p, choose.Splits{Folds: 4})
	if err != nil {
		t.Fatal(err)
	}
	lambdas, shares := []float64{0.3, 0.1}, []float64{0, 0.5, 1}
	v, err := choose.Validate(t.Context(), p, choose.Relaxed(choose.Grid{choose.LambdaPath(lambdas, 0)}, shares), folds)
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Error) != 6 {
		t.Fatalf("%d errors of 2 λ and 3 shares", len(v.Error))
	}
	for k, lambda := range lambdas {
		for s, share := range shares {
			var sum float64
			for _, fold := range folds {
				part, err := p.On(fold.Train)
				if err != nil {
					t.Fatal(err)
				}
				of := part.(*fit.Prepared)
				of.Lambda = lambda
				m, err := of.Relaxed(t.Context(), share)
				if err != nil {
					t.Fatal(err)
				}
				e, _, _ := p.Judge(m, fold.Test)
				sum += e / 4
			}
			if got := v.Error[k*3+s]; math.Abs(got-sum) > 1e-6*sum {
				t.Errorf("λ = %g, share %g: error %.9g by folds, %.9g apart", lambda, share, got, sum)
			}
		}
	}
}

// TestRelaxedRefuses names what is not to be relaxed.
func TestRelaxedRefuses(t *testing.T) {
	t.Parallel()
	data := offsetData(60, 4, "numbers")
	data.Offset = nil
	for i := range data.Y {
		data.Task = append(data.Task, int64(i%2))
	}
	for _, c := range []struct {
		of   fit.Linear
		rho  float64
		says string
	}{
		{fit.Linear{}, 1, "without a penalty"},
		{fit.Linear{Penalty: prox.TraceNorm{Lambda: 1}, Lambda: 0.01}, 1, "trace norm"},
		{fit.Linear{Penalty: prox.L1{Lambda: 1}, Lambda: 1}, 1, "single weights of feature"},
		{fit.Linear{Penalty: prox.MultiTask{Lambda: 1}, Lambda: 0.1}, 2, "between 0 and 1"},
		{fit.Linear{
			Penalty: prox.L1{Lambda: 1}, Lambda: 0.1, Constraints: []toolkit.Proxable{sets.Box{Upper: []float64{1}}},
		}, 1, "constraints"},
	} {
		p, err := c.of.Prepare(data)
		if err == nil && p.Penalty != nil {
			var most float64
			most, err = p.LambdaMax()
			p.Lambda = 0.7 * most
		}
		if err == nil {
			_, err = p.Relaxed(t.Context(), c.rho)
		}
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %v, and %q is due", c.of.Penalty, err, c.says)
		}
	}
	p, err := fit.Linear{Loss: loss.Squared{}, Penalty: prox.MultiTask{Lambda: 1}, Lambda: 0.1}.Prepare(data)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Relaxed(t.Context(), 1); err != nil {
		t.Error(err)
	}
}
