package larger_test

import (
	"errors"
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/fit/larger"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver/blocks"
)

// classes are examples of four classes, of which one has a single example; two columns are equal, and one is constant.
func classes(n, d int, sparse bool) (fit.Data, larger.Data) {
	data, b := blockData(n, d, false, sparse)
	b.Distinct, b.Times = []float64{-1, 2, 5, 9}, make([]float64, 4)
	row := make([]float64, d)
	for i, y := range data.Y { // of which blocks are views
		data.X.(linalg.Rows).AddRow(row, 1, i)
		k := 0
		switch scaled := row[5]/6 - b.Mean[5]/6; {
		case i == n/2:
			k = 3
		case y > 1000.5:
			k = 1
		case scaled > 0.3:
			k = 2
		}
		data.Y[i] = b.Distinct[k]
		b.Times[k]++
		clear(row)
	}
	if m, dense := data.X.(*linalg.Dense); dense {
		for i := range n {
			m.Row(i)[1] = m.Row(i)[0]
		}
		b.Mean[1], b.Squares[1] = b.Mean[0], b.Squares[0]
	}
	return data, b
}

// TestClassesInBlocks: several classes are fitted as they are in memory.
func TestClassesInBlocks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]fit.Linear{
		"ridge":       {Mu: 0.02},
		"l1":          {Penalty: prox.L1{Lambda: 1}, Lambda: 0.005},
		"elastic net": {Penalty: prox.L1{Lambda: 1}, Lambda: 0.01, Mu: 0.01},
		"multitask":   {Penalty: prox.MultiTask{Lambda: 1}, Lambda: 0.01},
		"zero":        {Penalty: prox.L1{Lambda: 1}, Lambda: 5},
	} {
		for _, sparse := range []bool{false, true} {
			c.Loss, c.Tol, c.Intercept, c.Standardize = loss.Multinomial{}, 1e-9, true, true
			data, b := classes(900, 10, sparse)
			compareClasses(t, name, c, data, b)
			if name != "l1" && name != "multitask" {
				continue
			}
			compareClasses(t, name+" with weights", c, weighed(data), weighedBlocks(b, data))
			c.Standardize = false
			b.ClassWeights, data.Weights = []float64{1, 3, 0.5, 20}, make([]float64, len(data.Y))
			for i, y := range data.Y {
				data.Weights[i] = map[float64]float64{-1: 1, 2: 3, 5: 0.5, 9: 20}[y]
			}
			if sparse {
				c.Penalty = prox.L1{Lambda: 1}
				compareClasses(t, name+" of classes", c, data, b)
				c.Intercept = false
				compareClasses(t, name+" without intercepts", c, data, b)
			}
		}
	}
}

func compareClasses(t *testing.T, name string, c fit.Linear, data fit.Data, b larger.Data) {
	t.Helper()
	want, err := c.Fit(t.Context(), data)
	if err != nil {
		t.Fatal(name, err)
	}
	p, err := larger.Prepare(t.Context(), c, b)
	if err != nil {
		t.Fatal(name, err)
	}
	got, err := p.Fit(t.Context())
	if err != nil {
		t.Fatal(name, err)
	}
	if !(got.Gap <= 1e-6*got.Objective) || math.Abs(got.Objective-want.Objective) > got.Gap+want.Gap {
		t.Errorf("%s: %s, objective %.12g with gap %.1e where it is %.12g with gap %.1e", name, got.Status, got.Objective,
			got.Gap, want.Objective, want.Gap)
	}
	if most, err := c.LambdaMax(data); c.Penalty != nil && (err != nil || math.Abs(most-p.LambdaMax()) > 1e-9*most) {
		t.Errorf("%s: λ_max %g, not %g (%v)", name, p.LambdaMax(), most, err)
	}
	a, right, err := fit.MeanError(got, data)
	if err != nil {
		t.Fatal(err)
	}
	if w, of, err := fit.MeanError(want, data); err != nil || math.Abs(a-w) > 1e-3*w || math.Abs(right-of) > 0.5 {
		t.Errorf("%s: the mean error is %g and %g %% are right, not %g and %g %% (%v)", name, a, right, w, of, err)
	}
}

// TestClassOutsideTheFold: where a fold holds all examples of a class, its intercept would have no end, which is said.
func TestClassOutsideTheFold(t *testing.T) {
	t.Parallel()
	_, b := classes(60, 6, true)
	c := fit.Linear{Loss: loss.Multinomial{}, Mu: 0.1, Intercept: true}
	p, err := larger.Prepare(t.Context(), c, b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Validate(t.Context(), []choose.Strength{{Mu: 0.1}}, 2); !errors.Is(err, blocks.ErrClass) {
		t.Error(err)
	}
}
