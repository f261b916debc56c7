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
	{"arrays", "[" + array("weights", "float64", rna.Features) + "]"},
	{"loss", `"hinge"`}, {"lambda", "0.1"}, {"decoder", `"mea"`}, {"gamma", "2"}, {"held_out", "[3,4,5]"},
	{"objective", "0.5"}, {"gap", "1e-9"}, {"iterations", "3"}, {"examples", "30"}, {"nanoseconds", "17"},
	{"status", `"converged"`},
}

var rnaWeights = "\n" + strings.Repeat("\x00", 8*rna.Features)

func useRNA(t testing.TB, text string) error {
	t.Helper()
	m, err := model.LoadRNA(strings.NewReader(text))
	if err != nil {
		return err
	}
	x := rna.Sequence{rna.G, rna.A, rna.Unknown, rna.A, rna.C}
	for _, d := range model.Decoders() {
		y, err := m.Fold(t.Context(), []rna.Sequence{x, nil}, d, 1)
		if err != nil || len(y) != 2 || y[0].Structure.Check(x) != nil {
			t.Fatalf("a model that was loaded does not fold: %v, %v", y, err)
		}
	}
	return m.Save(&bytes.Buffer{})
}

func TestHostileRNAModels(t *testing.T) {
	t.Parallel()
	use := wellSealed(useRNA)
	for _, good := range []fields{rnaModel, rnaModel.with("objective", "null").with("gap", "null").with("loss", `"crf"`),
		rnaModel.with("decoder", `"best"`).with("gamma", "0")} {
		if err := use(t, good.String()+rnaWeights); err != nil {
			t.Error(err)
		}
	}
	mutate(t, rnaModel, rnaWeights, "objective,gap", "", use)
	for name, values := range map[string][]string{
		"version": {"0", "2"}, "features": {"[]", `["a"]`}, "loss": {`"squared"`},
		"arrays": {"[]", "[" + array("weights", "float64", 2) + "]"}, "decoder": {`"all"`, `""`}, "gamma": {"0", "-1"},
		"held_out": {"[]", "[2,1,3]", "[-1,0,0]"},
		"lambda":   {"-1"}, "iterations": {"-1"}, "examples": {"-1"}, "nanoseconds": {"-1"}, "status": {`"done"`},
	} {
		for _, v := range values {
			says := strings.TrimSuffix(name, "s")
			if name == "arrays" {
				says = ""
			}
			refuse(t, name+" "+v, rnaModel.with(name, v).String()+rnaWeights, says, use)
		}
	}
	one := "[" + array("weights", "float64", 1) + "]"
	refuse(t, "one weight", rnaModel.with("arrays", one).String()+rnaWeights[:9], "the model has 1 weights", use)
	refuse(t, "half a file", rnaModel.String()[:2000], "RNA model", use)
	refuse(t, "a byte too many", rnaModel.String()+rnaWeights+"1", "bytes follow", use)
	sealed := model.Sealed(rnaModel.String() + rnaWeights)
	refuse(t, "another weight", sealed[:len(sealed)-1]+"1", "the checksum", useRNA)
}
