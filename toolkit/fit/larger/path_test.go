package larger_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/fit/larger"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver/blocks"
)

// TestPathsAndFolds: the models of a path, and what folds say of them, are those of a fit in memory by the same folds.
func TestPathsAndFolds(t *testing.T) {
	t.Parallel()
	const n, d, folds = 900, 8, 3
	for name, c := range map[string]fit.Linear{
		"squared":  {Loss: loss.Squared{}, Penalty: prox.L1{Lambda: 1}, Lambda: 1, Intercept: true},
		"logistic": {Loss: loss.Logistic{}, Penalty: prox.L1{Lambda: 1}, Lambda: 1, Intercept: true, Mu: 0.01},
		"weighed":  {Loss: loss.Huber{Delta: 1}, Penalty: prox.L1{Lambda: 1}, Lambda: 1, Intercept: true},
		"classes":  {Loss: loss.Multinomial{}, Penalty: prox.MultiTask{Lambda: 1}, Lambda: 1, Intercept: true},
		"targets":  {Loss: loss.Squared{}, Penalty: prox.MultiTask{Lambda: 1}, Lambda: 1, Intercept: true},
	} {
		data, inBlocks := blockData(n, d, name == "logistic", false)
		switch name {
		case "classes":
			data, inBlocks = classes(n, d, false)
			data.Y[n/2], inBlocks.Distinct = -1, inBlocks.Distinct[:3] // a fold may not hold all of a class
		case "targets":
			data, inBlocks = targets(n, d+2, 3, false, true)
		case "weighed":
			inBlocks = weighedBlocks(inBlocks, data)
			data = weighed(data)
		}
		c.Tol = 1e-9
		p, err := larger.Prepare(t.Context(), c, inBlocks)
		if err != nil {
			t.Fatal(err)
		}
		of, err := c.Prepare(data)
		if err != nil {
			t.Fatal(err)
		}
		most := p.LambdaMax()
		path := choose.LambdaPath([]float64{most, most / 3, most / 20}, c.Mu)
		got, err := p.Along(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		want, err := of.Follow(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		for k, m := range got {
			if off := math.Abs(m.Objective - want[k].Objective); off > m.Gap+want[k].Gap || m.Gap > 1e-8*m.Objective {
				t.Errorf("%s, model %d: objective %.12g with gap %.1e, not %.12g", name, k, m.Objective, m.Gap, want[k].Objective)
			}
		}
		a, err := p.Validate(t.Context(), path, folds)
		if err != nil {
			t.Fatal(err)
		}
		b, err := choose.Validate(t.Context(), of, choose.Grid{path}, dealt(t, len(data.Y), n, folds))
		if err != nil {
			t.Fatal(err)
		}
		compareFolds(t, name, a, b)
	}
}

// dealt are the folds of passes over blocks of n rows, which have one example or several.
func dealt(t *testing.T, examples, n, folds int) []choose.Fold {
	split := make([]choose.Fold, folds)
	for k := range split {
		for i := range examples {
			if out := (blocks.Fold{Of: folds, Out: k + 1}); out.Has(float64(i % n)) {
				split[k].Test = append(split[k].Test, i)
			} else {
				split[k].Train = append(split[k].Train, i)
			}
		}
		if share := float64(len(split[k].Test)) / float64(examples); math.Abs(share-1/float64(folds)) > 0.05 {
			t.Errorf("fold %d has %g of the rows", k+1, share)
		}
	}
	return split
}

func compareFolds(t *testing.T, name string, a, b *choose.Validation) {
	t.Helper()
	for k := range b.Error {
		if math.Abs(a.Error[k]-b.Error[k]) > 1e-4*b.Error[k] || math.Abs(a.StdError[k]-b.StdError[k]) > 1e-3*b.StdError[k] ||
			b.Accuracy != nil && math.Abs(a.Accuracy[k]-b.Accuracy[k]) > 1e-9 {
			t.Errorf("%s, model %d: %g ± %g, not %g ± %g; accuracy %v, %v", name, k, a.Error[k], a.StdError[k], b.Error[k],
				b.StdError[k], a.Accuracy, b.Accuracy)
		}
	}
	if a.Measure != b.Measure || a.OneStdError != b.OneStdError || a.Best != b.Best || a.Fits != b.Fits {
		t.Errorf("%s: %+v, not %+v", name, a, b)
	}
}
