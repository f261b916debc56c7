package model_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
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
	{"weights", asJSON(make([]float64, rna.Features))}, {"sha256", asJSON(rnaChecksum())},
	{"loss", `"hinge"`}, {"lambda", "0.1"}, {"decoder", `"mea"`}, {"gamma", "2"}, {"held_out", "[3,4,5]"},
	{"objective", "0.5"}, {"gap", "1e-9"}, {"iterations", "3"}, {"examples", "30"}, {"nanoseconds", "17"},
	{"status", `"converged"`},
}

// rnaChecksum is that of the names of features, a line each, and weights of 0.
func rnaChecksum() string {
	text := strings.Join(rna.Names(), "\n") + "\n" + strings.Repeat("\x00", 8*rna.Features)
	return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
}

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
	for _, good := range []fields{rnaModel, rnaModel.with("objective", "null").with("gap", "null").with("loss", `"crf"`),
		rnaModel.with("decoder", `"best"`).with("gamma", "0")} {
		if err := useRNA(t, good.String()); err != nil {
			t.Error(err)
		}
	}
	mutate(t, rnaModel, "", "objective,gap", "", useRNA)
	refuse(t, "another weight", rnaModel.with("weights", asJSON(append(make([]float64, rna.Features-1), 1))).String(),
		"the checksum", useRNA)
	refuse(t, "half a file", rnaModel.String()[:4000], "RNA model", useRNA)
	for name, values := range map[string][]string{
		"version": {"0", "2"}, "features": {"[]", `["a"]`}, "weights": {"[]", "[1,2]"}, "loss": {`"squared"`},
		"sha256": {`""`, `"a"`}, "decoder": {`"all"`, `""`}, "gamma": {"0", "-1"}, "held_out": {"[]", "[2,1,3]", "[-1,0,0]"},
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
