package model_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// asJSON is a value as text.
func asJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

var rnaModel = fields{
	{"format", `"proxlab RNA model"`}, {"version", "1"}, {"features", asJSON(rna.Names())},
	{"weights", asJSON(make([]float64, rna.Features))}, {"loss", `"hinge"`}, {"lambda", "0.1"}, {"objective", "0.5"},
	{"gap", "1e-9"}, {"iterations", "3"}, {"examples", "30"}, {"nanoseconds", "17"}, {"status", `"converged"`},
}

func useRNA(t testing.TB, text string) error {
	t.Helper()
	m, err := model.LoadRNA(strings.NewReader(text))
	if err != nil {
		return err
	}
	x := rna.Sequence{rna.G, rna.A, rna.Unknown, rna.A, rna.C}
	for _, fold := range []func() ([]rna.Structure, error){
		func() ([]rna.Structure, error) { return m.Best(t.Context(), []rna.Sequence{x, nil}) },
		func() ([]rna.Structure, error) { return m.MostAccurate(t.Context(), []rna.Sequence{x, nil}, 1) },
	} {
		y, err := fold()
		if err != nil || len(y) != 2 || y[0].Check(x) != nil {
			t.Fatalf("a model that was loaded does not fold: %v, %v", y, err)
		}
	}
	return m.Save(&bytes.Buffer{})
}

func TestHostileRNAModels(t *testing.T) {
	t.Parallel()
	for _, good := range []fields{rnaModel, rnaModel.with("objective", "null").with("gap", "null").with("loss", `"crf"`)} {
		if err := useRNA(t, good.String()); err != nil {
			t.Error(err)
		}
	}
	mutate(t, rnaModel, "", "objective,gap", "", useRNA)
	for name, values := range map[string][]string{
		"version": {"0", "2"}, "features": {"[]", `["a"]`}, "weights": {"[]", "[1,2]"}, "loss": {`"squared"`},
		"lambda": {"-1"}, "iterations": {"-1"}, "examples": {"-1"}, "nanoseconds": {"-1"}, "status": {`"done"`},
	} {
		for _, v := range values {
			says := strings.TrimSuffix(name, "s")
			if name == "nanoseconds" {
				says = "seconds"
			}
			refuse(t, name+" "+v, rnaModel.with(name, v).String(), says, useRNA)
		}
	}
	refuse(t, "a byte too many", rnaModel.String()+"1", "no RNA model", useRNA)
}
