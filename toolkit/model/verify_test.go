package model_test

import (
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/model"
)

// sealedKind is a model of some kind as a file.
type sealedKind struct {
	object fields
	behind string
	text   string
	load   func(testing.TB, string) error
}

func kinds() map[string]sealedKind {
	out := map[string]sealedKind{
		"linear model":      {two, "", "", useLinear},
		"multi-label model": {multiLabel, "", "", useMultiLabel},
		"chain model":       {chain, behind, "", useChain},
		"parser model":      {parser, parserTables, "", useParser},
		"tagger":            {tagger, "\n" + taggerBody, "", useTagger},
		"RNA model":         {rnaModel, rnaWeights, "", useRNA},
		"graph model":       {graphModel, graphWeights, "", useGraph},
	}
	for name, k := range out {
		k.object = k.object.with("gap", "1e-9")
		k.text = model.Sealed(k.object.String() + k.behind)
		out[name] = k
	}
	return out
}

// verified is what Verify says of a file.
func verified(t *testing.T, text string) string {
	t.Helper()
	v, err := model.Verify(strings.NewReader(text))
	if err != nil {
		return err.Error()
	}
	said := v.Kind
	if !v.Sealed {
		said += " without a seal"
	}
	return said + ": " + strings.Join(v.Changed, ", ")
}

// TestVerifyNamesWhatChanged: of every kind of model, each field and each array, and several at once.
func TestVerifyNamesWhatChanged(t *testing.T) {
	t.Parallel()
	for name, k := range kinds() {
		expect := func(what, text, want string) {
			t.Helper()
			if said := verified(t, text); !strings.Contains(said, want) {
				t.Errorf("%s: %s: %q, and not %q", name, what, said, want)
			}
		}
		object, rest, _ := strings.Cut(k.text, "\n")
		expect("as it was", k.text, name+": ")
		expect("the gap", strings.Replace(k.text, `"gap":1e-9`, `"gap":-5`, 1), name+": gap")
		if !strings.Contains(k.text, `"gap":1e-9`) {
			t.Errorf("%s: no gap in %.300s", name, k.text)
		}
		both := strings.NewReplacer(`"gap":1e-9`, `"gap":2e-9`, `"converged"`, `"stalled"`).Replace(k.text)
		expect("gap and status", both, name+": gap, status")
		expect("a newer one", model.Sealed(k.object.with("version", "3").String()+k.behind), "a newer program wrote it")
		if rest == "" {
			expect("without a seal", k.object.String(), name+" without a seal: ")
			continue
		}
		last := len(rest) - 1
		flipped := object + "\n" + rest[:last] + string(rune(rest[last]^1))
		if v, err := model.Verify(strings.NewReader(flipped)); err != nil || len(v.Changed) != 1 {
			t.Errorf("%s: its last byte: %v, error %v", name, v.Changed, err)
		}
		expect("a byte more", k.text+"x", name+": what follows its last number")
		if v, err := model.Verify(strings.NewReader(both[:len(both)-1])); err != nil || len(v.Changed) != 3 {
			t.Errorf("%s: gap, status and a byte too few: %v, error %v", name, v.Changed, err)
		}
	}
	for text, says := range map[string]string{
		"": "no model", "\x00\x01": "no model", `{"format":"proxlab dream"}`: "its format is \"proxlab dream\"",
		`{"format":"proxlab linear model","seal":null}`: "linear model: format",
		`{"format":"proxlab linear model","seal":[]}`:   "its seal",
	} {
		if said := verified(t, text); !strings.Contains(said, says) {
			t.Errorf("%q: %q, and not %q", text, said, says)
		}
	}
}

// TestNegativeGap: none is read, of any kind, whoever sealed it.
func TestNegativeGap(t *testing.T) {
	t.Parallel()
	for name, k := range kinds() {
		refuse(t, name, model.Sealed(k.object.with("gap", "-5").String()+k.behind), "gap is -5", k.load)
		if err := k.load(t, model.Sealed(k.object.with("gap", "0").String()+k.behind)); err != nil {
			t.Errorf("%s: a gap of 0: %v", name, err)
		}
	}
}
