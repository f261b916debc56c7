package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/structures"
)

// TestParseHeadsAlone: a parser that learns no relations, by a flag or for lack of them, writes none; a relation that
// was never learnt is named.
func TestParseHeadsAlone(t *testing.T) {
	t.Parallel()
	saved, stdout, _ := trained(t, "--select", "0", "--epochs", "1", "--labels=false")
	checkSays(t, stdout, "LAS is not given, as relations are not predicted")
	gold, err := os.ReadFile(testFile)
	if err != nil {
		t.Fatal(err)
	}
	parsed, stderr, code := call(t.Context(), "parse", "predict", saved, testFile)
	if code != 0 || !bytes.Equal(without(gold, 6, 7, 8), without([]byte(parsed), 6)) {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	checkSays(t, stderr, "LAS is not given")
	bare := file(t, "bare.conllu", conll("1 a a X x _ 2 _ _ _", "2 b b X x _ 0 _ _ _"))
	model := filepath.Join(t.TempDir(), "bare.parser")
	list := file(t, "templates.txt", "h.p m.p dir\n")
	few := []string{"--templates", list, "--select", "0", "--bits", "4", "-o", model}
	_, stderr, code = call(t.Context(), append([]string{"parse", "train", bare}, few...)...)
	if code != 0 || !strings.Contains(stderr, "note: no word has a relation to its head: none are learnt") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	odd := file(t, "odd.conllu", word+conll("1 a a X x _ 2 root:x _ _", "2 b b X x _ 0 odd:a _ _"))
	_, stderr, code = call(t.Context(), append([]string{"parse", "train", testFile, "--dev", odd}, few...)...)
	const says = `odd.conllu:4: word 2, "b": the relation "odd:a" is none that was learnt, and is never found`
	if code != 0 || !strings.Contains(stderr, says) {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if _, stderr, code = call(t.Context(), "parse", "predict", model, odd); code != 0 || !strings.Contains(stderr, says) {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// TestParseScoreOfRelations: by their universal part, with punctuation and without, and of words of content, by hand.
func TestParseScoreOfRelations(t *testing.T) {
	t.Parallel()
	gold := file(t, "gold.conllu", conll("1 a a NOUN N _ 2 nsubj:pass _ _", "2 b b VERB V _ 0 root _ _",
		"3 c c NOUN N _ 2 obj _ _", "4 . . PUNCT . _ 2 punct _ _"))
	guess := file(t, "guess.conllu", conll("1 a a NOUN N _ 2 nsubj _ _", "2 b b VERB V _ 0 root _ _",
		"3 c c NOUN N _ 2 case _ _", "4 . . PUNCT . _ 1 punct _ _"))
	stdout, stderr, code := call(t.Context(), "parse", "score", gold, guess, "--json")
	var got structures.ParserScores
	if err := json.Unmarshal([]byte(stdout), &got); err != nil || code != 0 || got.Labels == nil {
		t.Fatalf("exit code %d, %v: %s", code, err, stderr)
	}
	want := structures.Labelled{LAS: 200 / 3., WithPunctuation: 50, Content: 80}
	if *got.Labels != want || got.UAS != 100 {
		t.Errorf("%+v, and not %+v", *got.Labels, want)
	}
	stdout, _, _ = call(t.Context(), "parse", "score", gold, guess)
	checkSays(t, stdout, "UAS 100.00 of 3 words", "LAS 66.67, with punctuation 50.00; C"+"LAS 80.00")
}
