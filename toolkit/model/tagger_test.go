package model_test

import (
	"bytes"
	"crypto/sha256"
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

// tagger is one of a template, two features and two labels, as Save writes it, without the checksum.
var (
	tagger = fields{
		{"format", `"proxlab tagger"`}, {"version", "1"}, {"templates", `["lower[0]"]`}, {"form", "1"},
		{"labels", `["N","V"]`}, {"loss", `"crf"`}, {"c", "0.5"}, {"sentences", "3"}, {"held_out", "null"}, {"passes", "7"},
		{"objective", "1.5"}, {"gap", "0.1"}, {"nanoseconds", "17"}, {"status", `"converged"`}, {"features", "2"},
		{"pairs", "3"}, {"words", "1"},
	}
	taggerBody = packed([]uint64{5, 6}, []int32{1, 3}, []uint16{0, 0, 1}, []float64{1, 2, 3}, []float64{0, 1, 2, 3},
		[]uint64{9})
)

func packed(arrays ...any) string {
	var b bytes.Buffer
	for _, a := range arrays {
		_ = binary.Write(&b, binary.LittleEndian, a) // a buffer takes all
	}
	return b.String()
}

// useTagger loads a tagger whose checksum is right, and uses it.
func useTagger(t testing.TB, text string) error {
	t.Helper()
	sum := sha256.Sum256([]byte(text))
	m, err := model.LoadTagger(strings.NewReader(text + string(sum[:])))
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
	f.Fuzz(func(t *testing.T, text string) { _ = useTagger(t, text) })
}

// TestHostileTaggers: parts that do not go together are refused with a word on what is wrong.
func TestHostileTaggers(t *testing.T) {
	t.Parallel()
	if err := useTagger(t, tagger.String()+"\n"+taggerBody); err != nil {
		t.Fatal(err)
	}
	with := func(arrays ...any) string { return tagger.String() + "\n" + packed(arrays...) }
	keys, ptr, of, known := []uint64{5, 6}, []int32{1, 3}, []uint16{0, 0, 1}, []uint64{9}
	w, follow := []float64{1, 2, 3}, []float64{0, 1, 2, 3}
	for says, text := range map[string]string{
		"no JSON object":                      "none",
		`its format is "x"`:                   tagger.with("format", `"x"`).String() + "\n" + taggerBody,
		"of version 2":                        tagger.with("version", "2").String() + "\n" + taggerBody,
		"the field labels is missing":         tagger.without("labels").String() + "\n" + taggerBody,
		"the field c is null":                 tagger.with("c", "null").String() + "\n" + taggerBody,
		"not in ascending order":              tagger.with("labels", `["V","N"]`).String() + "\n" + taggerBody,
		"its templates":                       tagger.with("templates", `["word[0]"]`).String() + "\n" + taggerBody,
		"it has no templates":                 tagger.with("templates", `[]`).String() + "\n" + taggerBody,
		"or no column of words":               tagger.with("form", "0").String() + "\n" + taggerBody,
		"its loss":                            tagger.with("loss", `"x"`).String() + "\n" + taggerBody,
		"its C is 0":                          tagger.with("c", "0").String() + "\n" + taggerBody,
		"the share 2 of its labels":           tagger.with("held_out", "2").String() + "\n" + taggerBody,
		"its passes is -1":                    tagger.with("passes", "-1").String() + "\n" + taggerBody,
		"its status":                          tagger.with("status", `"x"`).String() + "\n" + taggerBody,
		"bytes of numbers for 3":              tagger.with("features", "3").String() + "\n" + taggerBody,
		"bytes of numbers for -2":             tagger.with("features", "-2").String() + "\n" + taggerBody,
		"features, 9223372036854775807 pairs": tagger.with("pairs", "9223372036854775807").String() + "\n" + taggerBody,
		"ends before its numbers do":          tagger.String() + "\n",
		"bytes of numbers":                    tagger.String() + "\n" + taggerBody + "x",
		"places of its features are not":      with(keys, []int32{4, 3}, of, w, follow, known),
		"are not ascending up to":             with(keys, []int32{1, 2}, of, w, follow, known),
		"a pair has label 3 of 2":             with(keys, ptr, []uint16{0, 0, 2}, w, follow, known),
		"weight 2 of its weights is NaN":      with(keys, ptr, of, []float64{1, math.NaN(), 3}, follow, known),
		"follow each other is +Inf":           with(keys, ptr, of, w, []float64{0, math.Inf(1), 2, 3}, known),
	} {
		if text == "none" {
			if _, err := model.LoadTagger(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("error %v does not say %q", err, says)
			}
			continue
		}
		if strings.HasSuffix(text, "\n") {
			if _, err := model.LoadTagger(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("error %v does not say %q", err, says)
			}
			continue
		}
		if err := useTagger(t, text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error %v does not say %q", err, says)
		}
	}
}

// TestDamagedTagger: a bit that is flipped anywhere is noticed.
func TestDamagedTagger(t *testing.T) {
	t.Parallel()
	text := []byte(tagger.String() + "\n" + taggerBody)
	sum := sha256.Sum256(text)
	text = append(text, sum[:]...)
	for i := range text {
		text[i] ^= 4
		if _, err := model.LoadTagger(bytes.NewReader(text)); err == nil {
			t.Errorf("byte %d of %d was changed", i, len(text))
		}
		text[i] ^= 4
	}
	if _, err := model.LoadTagger(bytes.NewReader(text[:len(text)-1])); err == nil {
		t.Error("a byte was lost")
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
