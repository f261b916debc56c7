package model_test

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// three labels of two features.
var multiLabel = fields{
	{"format", `"proxlab multi-label model"`}, {"version", "1"}, {"labels", "3"}, {"features", "2"},
	{"weights", "[1,2,3,-4,5,6]"}, {"intercept", "[0,1,-1]"}, {"pairs", "[1,-2,0.5]"}, {"names", `["a","b","c"]`},
	{"loss", `"hinge"`}, {"mu", "0.1"}, {"relaxed", "false"}, {"objective", "0.5"}, {"gap", "1e-9"}, {"iterations", "3"},
	{"examples", "30"}, {"nanoseconds", "17"}, {"status", `"converged"`},
}

func useMultiLabel(t testing.TB, text string) error {
	t.Helper()
	m, err := model.LoadMultiLabel(strings.NewReader(text))
	if err != nil {
		return err
	}
	if m.Features > 1<<10 || m.Labels > 12 {
		return nil
	}
	x := linalg.NewDense(3, m.Features, nil)
	for j := range x.Data {
		x.Data[j] = float64(j) - 1
	}
	sets, err := m.Predict(t.Context(), x)
	if err != nil && !strings.Contains(err.Error(), "scores of row") {
		t.Fatalf("a model that was loaded does not predict: %v", err)
	}
	for _, set := range sets {
		for k, l := range set {
			if l < 0 || l >= m.Labels || k > 0 && set[k-1] >= l {
				t.Fatalf("labels %v", set)
			}
		}
	}
	return m.Save(&bytes.Buffer{})
}

func TestHostileMultiLabelModels(t *testing.T) {
	t.Parallel()
	for _, good := range []fields{
		multiLabel, multiLabel.with("pairs", "null").with("intercept", "null").with("names", "null"),
		multiLabel.with("objective", "null").with("gap", "null").with("loss", `"logistic"`),
	} {
		if err := useMultiLabel(t, good.String()); err != nil {
			t.Error(err)
		}
	}
	mutate(t, multiLabel, "", "intercept,pairs,names,objective,gap", "", useMultiLabel)
	for name, values := range map[string][]string{
		"version": {"0", "2"}, "labels": {"0", "-1", "4", "4294967296"}, "features": {"0", "3", "9223372036854775807"},
		"weights": {"[]", "[1,2,3,4,5]", "[1,2,3,4,5,null]"}, "intercept": {"[]", "[1,2]", "[1,2,null]"},
		"pairs": {"[]", "[1]", "[1,2,3,4]"}, "names": {"[]", `["a"]`}, "loss": {`"squared"`, `""`}, "mu": {"-1"},
		"iterations": {"-1"}, "examples": {"-1"}, "nanoseconds": {"-1"}, "status": {`"done"`},
	} {
		for _, v := range values {
			says := strings.TrimSuffix(name, "s")
			if name == "weights" || name == "labels" || name == "features" {
				says = ""
			}
			refuse(t, name+" "+v, multiLabel.with(name, v).String(), says, useMultiLabel)
		}
	}
	refuse(t, "a byte too many", multiLabel.String()+"1", "no multi-label model", useMultiLabel)
}

// TestMultiLabelPredictRefuses: rows that do not go with the model, or are no numbers, and scores that are none.
func TestMultiLabelPredictRefuses(t *testing.T) {
	t.Parallel()
	m, err := model.LoadMultiLabel(strings.NewReader(multiLabel.String()))
	if err != nil {
		t.Fatal(err)
	}
	for says, x := range map[string]linalg.Map{
		"x has 3 columns":      linalg.NewDense(1, 3, nil),
		"row 1, column 2 of x": linalg.NewDense(1, 2, []float64{1, math.NaN()}),
		"no finite numbers":    linalg.NewDense(1, 2, []float64{1e308, 1e308}),
		"enumerate their":      onlyMap{linalg.NewDense(1, 2, nil)},
	} {
		if _, err := m.Predict(t.Context(), x); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error %v does not say %q", err, says)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Predict(ctx, linalg.NewDense(1, 2, nil)); err == nil {
		t.Error("it predicts after the end of its context")
	}
	m.Weights.Data[3] = math.Inf(1)
	_, err = m.Predict(t.Context(), linalg.NewDense(1, 2, nil))
	if err == nil || !strings.Contains(err.Error(), "not whole") {
		t.Errorf("error %v of a model with an infinite weight", err)
	}
	if err := m.Save(&bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "row 2, column 1 of weights is +Inf") {
		t.Errorf("error %v as it is saved", err)
	}
}

// onlyMap hides all but the map.
type onlyMap struct{ linalg.Map }
