package model_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// tagger is one of a template, two features and two labels.
var (
	tagger = fields{
		{"format", `"proxlab tagger"`}, {"version", "1"}, {"templates", `["lower[0]"]`}, {"form", "1"},
		{"labels", `["N","V"]`}, {"loss", `"crf"`}, {"c", "0.5"}, {"sentences", "3"}, {"held_out", "null"}, {"passes", "7"},
		{"objective", "1.5"}, {"gap", "0.1"}, {"nanoseconds", "17"}, {"status", `"converged"`},
		{"arrays", taggerArrays(2, 3, 3, 3, 4, 1)},
	}
	taggerBody = packed([]uint64{5, 6}, []int32{0, 1, 3}, []uint16{0, 0, 1}, []float64{1, 2, 3}, []float64{0, 1, 2, 3},
		[]uint64{9})
)

// taggerArrays are of so many numbers.
func taggerArrays(features, places, outputs, weights, following, words int) string {
	return "[" + strings.Join([]string{
		array("features", "uint64", features), array("places", "int32", places), array("outputs", "uint16", outputs),
		array("weights", "float64", weights), array("following", "float64", following), array("words", "uint64", words),
	}, ",") + "]"
}

func packed(arrays ...any) string {
	var b bytes.Buffer
	for _, a := range arrays {
		_ = binary.Write(&b, binary.LittleEndian, a) // a buffer takes all
	}
	return b.String()
}

// useTagger loads a tagger, and uses it.
func useTagger(t testing.TB, text string) error {
	t.Helper()
	m, err := model.LoadTagger(strings.NewReader(text))
	if err != nil {
		return err
	}
	var again bytes.Buffer
	if err := m.Save(&again); err != nil {
		t.Fatalf("a tagger that was loaded is not saved: %v", err)
	}
	other, err := model.LoadTagger(&again)
	if err != nil {
		t.Fatalf("a tagger that was saved is not loaded: %v", err)
	}
	if !cmp.Equal(m.Weights, other.Weights) || !cmp.Equal(m.Labels, other.Labels) {
		t.Fatal("a tagger is another after it was saved")
	}
	if len(m.Labels) < 1<<8 && m.Form < 1<<8 {
		guess, err := m.Predict(t.Context(), [][][]string{{make([]string, 100), make([]string, 100)}})
		if err == nil && len(guess[0]) != 2 {
			t.Fatalf("two words have the labels %q", guess)
		}
	}
	return nil
}

// FuzzTagger: no file panics, as it is loaded or as it predicts; what is loaded is saved and loaded again.
func FuzzTagger(f *testing.F) {
	f.Add(tagger.String() + "\n" + taggerBody)
	f.Fuzz(func(t *testing.T, text string) { _, _ = useTagger(t, text), useTagger(t, model.Sealed(text)) })
}

// TestHostileTaggers: parts that do not go together are refused with a word on what is wrong.
func TestHostileTaggers(t *testing.T) {
	t.Parallel()
	use := wellSealed(useTagger)
	if err := use(t, tagger.String()+"\n"+taggerBody); err != nil {
		t.Fatal(err)
	}
	with := func(arrays ...any) string { return tagger.String() + "\n" + packed(arrays...) }
	arrays := func(features, places, outputs, weights, following, words int) string {
		return tagger.with("arrays", taggerArrays(features, places, outputs, weights, following, words)).String() + "\n"
	}
	keys, ptr, of, known := []uint64{5, 6}, []int32{0, 1, 3}, []uint16{0, 0, 1}, []uint64{9}
	w, follow := []float64{1, 2, 3}, []float64{0, 1, 2, 3}
	for says, text := range map[string]string{
		"this is no tagger":                  "none",
		`its format is "x"`:                  tagger.with("format", `"x"`).String() + "\n" + taggerBody,
		"of version 2":                       tagger.with("version", "2").String() + "\n" + taggerBody,
		"the field labels is missing":        tagger.without("labels").String() + "\n" + taggerBody,
		"the field c is null":                tagger.with("c", "null").String() + "\n" + taggerBody,
		"not in ascending order":             tagger.with("labels", `["V","N"]`).String() + "\n" + taggerBody,
		"its templates":                      tagger.with("templates", `["word[0]"]`).String() + "\n" + taggerBody,
		"it has no templates":                tagger.with("templates", `[]`).String() + "\n" + taggerBody,
		"or no column of words":              tagger.with("form", "0").String() + "\n" + taggerBody,
		"its loss":                           tagger.with("loss", `"x"`).String() + "\n" + taggerBody,
		"its C is 0":                         tagger.with("c", "0").String() + "\n" + taggerBody,
		"the share 2 of its labels":          tagger.with("held_out", "2").String() + "\n" + taggerBody,
		"its passes is -1":                   tagger.with("passes", "-1").String() + "\n" + taggerBody,
		"its status":                         tagger.with("status", `"x"`).String() + "\n" + taggerBody,
		"it has 3 features":                  arrays(3, 3, 3, 3, 4, 1) + packed([]uint64{5, 6, 7}, ptr, of, w, follow, known),
		"its length is -2":                   arrays(-2, 3, 3, 3, 4, 1) + taggerBody,
		"its length is 9223372036854775807":  arrays(2, 3, math.MaxInt, 3, 4, 1) + taggerBody,
		"features: the file ends before its": tagger.String() + "\n",
		"bytes follow":                       tagger.String() + "\n" + taggerBody + "x",
		"no rows for 2 labels":               arrays(2, 3, 3, 3, 5, 0) + taggerBody,
		"places of its features are not":     with(keys, []int32{0, 4, 3}, of, w, follow, known),
		"are not ascending up to":            with(keys, []int32{0, 1, 2}, of, w, follow, known),
		"a pair has label 3 of 2":            with(keys, ptr, []uint16{0, 0, 2}, w, follow, known),
		"weight 2 of its weights is NaN":     with(keys, ptr, of, []float64{1, math.NaN(), 3}, follow, known),
		"follow each other is +Inf":          with(keys, ptr, of, w, []float64{0, math.Inf(1), 2, 3}, known),
	} {
		refuse(t, says, text, says, use)
	}
}

// TestTaggerPredicts: the labels are those of the highest sum, by hand, and the model knows its words.
func TestTaggerPredicts(t *testing.T) {
	t.Parallel()
	lower, err := templates.ParseWord("lower[0]")
	if err != nil {
		t.Fatal(err)
	}
	list := []templates.Word{lower}
	hashes := templates.NewWords(list, 0).Hashes(nil, [][]string{{"a"}, {"b"}})
	m := &model.Tagger{
		Templates: list, Labels: []string{"N", "V"}, Features: hashes, Loss: "hinge", C: 1, HeldOut: math.NaN(),
		Pairs:   params.Pairs{Ptr: []int32{0, 2, 3}, Output: []uint16{0, 1, 0}},
		Weights: []float64{1, 0.5, 2}, Following: linalg.NewDense(2, 2, []float64{-3, 0.2, 0, 0}),
		Known: []uint64{templates.HashOf("A")}, Progress: solver.Unknown(),
	}
	// a b: NN 1 − 3 + 2 = 0, NV 1 + .2, VN .5 + 2, VV .5; a a: NV 1 + .2 + .5, VN .5 + 1
	got, err := m.Predict(t.Context(), [][][]string{{{"A"}, {"b"}}, {{"a"}, {"a"}}, {}})
	if want := [][]string{{"V", "N"}, {"N", "V"}, nil}; err != nil || !cmp.Equal(got, want) {
		t.Errorf("labels %q, by hand %q: %v", got, want, err)
	}
	if !m.Knows("A") || m.Knows("a") || !m.Has("V") || m.Has("X") {
		t.Error("other words are known than A, or other labels than N and V")
	}
	m.Weights = nil
	if _, err := m.Predict(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "the tagger is not whole") {
		t.Errorf("without weights: %v", err)
	}
	if err := m.Save(&bytes.Buffer{}); err == nil {
		t.Error("a tagger without weights is saved")
	}
}
