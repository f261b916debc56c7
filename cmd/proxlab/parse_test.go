package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/models"
	"github.com/proxlab/proxlab/cmd/proxlab/internal/structures"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// The made-up English that package fit has for its example.
const (
	trainFile = "../../toolkit/fit/structures/testdata/train.conllu"
	testFile  = "../../toolkit/fit/structures/testdata/test.conllu"
)

// conll replaces spaces by tabs.
func conll(lines ...string) string {
	return strings.ReplaceAll(strings.Join(lines, "\n"), " ", "\t") + "\n\n"
}

var word = conll("1 a a X x _ 0 root _ _")

// trained is a small model, learned by the command.
func trained(t *testing.T, words ...string) (path, stdout, stderr string) {
	t.Helper()
	list := file(t, "templates.txt", "h.p m.p dir # tags\nh.p m.p dist\nm.p dir dist\nh.w m.w\n")
	path = filepath.Join(t.TempDir(), "my.parser")
	args := append([]string{"parse", "train", trainFile, "-o", path, "--templates", list, "--bits", "8"}, words...)
	stdout, stderr, code := call(t.Context(), args...)
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	return path, stdout, stderr
}

// TestParse: from a file to a scored prediction in two commands; the third says the same.
func TestParse(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out, figure := filepath.Join(dir, "parsed.conllu"), filepath.Join(dir, "tree.svg")
	norms := filepath.Join(dir, "norms.html")
	saved, stdout, stderr := trained(t, "--select", "3", "--figure", norms)
	if page, err := os.ReadFile(norms); err != nil || !bytes.Contains(page, []byte("proxlab-chart")) {
		t.Errorf("no norms are drawn: %v", err)
	}
	checkSays(t, stderr, "held out: UAS", "◀ best", "stage 1 of 2: 4 templates", "stage 2 of 2: 3 templates")
	checkSays(t, stderr, "relations: pass 10, mean loss")
	checkSays(t, stdout, "was chosen: UAS", "UPOS = PUNCT); LAS ", "3 templates of 4", "9 relations, by", "model: "+saved)
	stdout, stderr, code := call(t.Context(), "parse", "predict", saved, testFile, "-o", out, "--figure", figure,
		"--sentence", "2")
	if code != 0 {
		t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
	}
	checkSays(t, stdout, "; LAS 93.26; with punctuation, as conll18_ud_eval counts, UAS 93.94, LAS ", "10 sentences, ")
	_, uas, _ := strings.Cut(stdout, "UAS ")
	uas, _, _ = strings.Cut(uas, " (")
	uas = "UAS " + uas
	score, stderr, code := call(t.Context(), "parse", "score", testFile, out)
	if code != 0 || !strings.HasPrefix(score, uas+" of ") || !strings.Contains(score, "true arc's length") {
		t.Errorf("exit code %d: %q and %q %s", code, uas, score, stderr)
	}
	right := 0.
	if _, err := fmt.Sscanf(uas, "UAS %g", &right); err != nil || right < 90 {
		t.Errorf("rules that tags tell are learned to %s, %v", uas, err)
	}
	gold, err := os.ReadFile(testFile)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := os.ReadFile(out)
	if err != nil || !bytes.Equal(without(gold, 6, 7, 8), without(parsed, 6, 7)) ||
		!bytes.Contains(parsed, []byte("\tnsubj\t")) {
		t.Errorf("more than heads, relations and DEPS has changed, or not all of these; error %v", err)
	}
	kept, stderr, code := call(t.Context(), "parse", "predict", saved, testFile, "--keep-relations")
	if code != 0 || !bytes.Equal(without(gold, 6), without([]byte(kept), 6)) {
		t.Errorf("more than heads has changed with --keep-relations, exit code %d: %s", code, stderr)
	}
	drawn, err := os.ReadFile(figure)
	if err != nil || !bytes.Contains(drawn, []byte("<svg")) {
		t.Errorf("no arcs are drawn: %v", err)
	}
	unparsed := file(t, "unparsed.conllu", string(without(gold, 6, 7)))
	again, stderr, code := call(t.Context(), "parse", "predict", saved, unparsed)
	if code != 0 || again != string(parsed) || strings.Contains(stderr, "UAS") {
		t.Errorf("without heads, to the standard output, exit code %d: %s", code, stderr)
	}
}

func checkSays(t *testing.T, text string, all ...string) {
	t.Helper()
	for _, says := range all {
		if !strings.Contains(text, says) {
			t.Errorf("%q does not say %q", text, says)
		}
	}
}

// without has "_" in some columns, counted from 0.
func without(text []byte, columns ...int) []byte {
	var out []string
	for line := range strings.Lines(string(text)) {
		cols := strings.Split(line, "\t")
		for _, c := range columns {
			if c < len(cols) && !strings.Contains(cols[0], "-") {
				cols[c] = "_"
			}
		}
		out = append(out, strings.Join(cols, "\t"))
	}
	return []byte(strings.Join(out, ""))
}

// TestParseScore compares with counts by hand; punctuation does not count but where it is said.
func TestParseScore(t *testing.T) {
	t.Parallel()
	gold := file(t, "gold.conllu", conll("1 a a NOUN N _ 2 nsubj _ _", "2 b b VERB V _ 0 root _ _",
		"3 c c NOUN N _ 2 obj _ _", "4 . . PUNCT . _ 2 punct _ _")+word)
	guess := file(t, "guess.conllu", conll("1 a a NOUN N _ 2 _ _ _", "2 b b VERB V _ 3 _ _ _", "3 c c NOUN N _ 0 _ _ _",
		"4 . . PUNCT . _ 2 _ _ _")+word)
	stdout, stderr, code := call(t.Context(), "parse", "score", gold, guess, "--json")
	var got structures.ParserScores
	if err := json.Unmarshal([]byte(stdout), &got); err != nil || code != 0 {
		t.Fatalf("exit code %d, %v: %s", code, err, stderr)
	}
	if got.Labels != nil {
		t.Errorf("a LAS of relations that are not there: %+v", got.Labels)
	}
	if got.UAS != 50 || got.WithPunctuation != 60 || got.ExactMatch != 50 || got.Root != 50 || got.Words != 4 ||
		got.Sentences != 2 || len(got.ByTag) != 3 || got.ByTag[0] != (structures.PartScore{Of: "N", Words: 2, UAS: 50}) ||
		got.ByLength[0] != (structures.PartScore{Of: "1", Words: 2, UAS: 50}) ||
		got.ByLength[1] != (structures.PartScore{Of: "root", Words: 2, UAS: 50}) {
		t.Errorf("%+v", got)
	}
}

// TestParseRefuses: each is refused with its file, and the line where there is one.
func TestParseRefuses(t *testing.T) {
	t.Parallel()
	saved, _, _ := trained(t, "--select", "0", "--epochs", "1")
	text, err := os.ReadFile(saved)
	if err != nil {
		t.Fatal(err)
	}
	other := file(t, "other.parser", strings.Replace(string(text), `"h.p m.p dist"`, `"h.p m.l dist"`, 1))
	folder := t.TempDir()
	out := filepath.Join(folder, "out")
	two := conll("1 a a X x _ 2 r _ _", "2 b b X x _ 0 r _ _")
	for says, args := range map[string][]string{
		"bad.conllu:3: field 7: word 1 is its own ancestor": {
			"train", word + conll("1 a a X x _ 2 r _ _", "2 b b X x _ 1 r _ _"),
		},
		`bad.conllu:3: field 7: "0|2" is no head`:           {"train", word + conll("1 a a X x _ 0|2 r _ _")},
		"bad.conllu:3: field 7: head 3, in a sentence of":   {"train", word + conll("1 a a X x _ 3 r _ _")},
		"bad.conllu:3: a sentence without words":            {"train", word + "# sent_id = 2\n\n" + word},
		"bad.conllu:3: \"1 a a X x _ 0 r _ _\" begins with": {"train", word + "1 a a X x _ 0 r _ _\n\n"},
		"bad.conllu:3: 9 columns, where words before have":  {"train", word + conll("1 aa X x _ 0 r _ _")},
		"bad.conllu:3: 14 columns, and not the 10 at most":  {"train", word + conll("1 a a a N N _ _ 0 0 r r _ _")},
		`bad.conllu:4: word 2, "b", has no head`: {
			"train", word + conll("1 a a X x _ 0 r _ _", "2 b b X x _ _ r _ _"),
		},
		"bad.conllu:3: several words hang at the root": {
			"train", word + conll("1 a a X x _ 0 r _ _", "2 b b X x _ 0 r _ _"), "--single-root",
		},
		"bad.conllu: the file holds no words": {"train", ""},
		`list.txt:2: "m.q" is no field of a template`: {
			"train", word, "--templates", file(t, "list.txt", "h.w\nh.p m.q\n"),
		},
		"list.txt:3: the template of line 1 again": {
			"train", word, "--templates", file(t, "list.txt", "h.w m.w\n\nm.w h.w\n"),
		},
		"dev.conllu:1: word 1, \"a\", has no head": {
			"train", word, "--dev", file(t, "dev.conllu", conll("1 a a X x _ _ r _ _")),
		},
		"choose a smaller η0 than 1e+300": {
			"train", two, "--method", "proximal", "--eta0", "1e300", "--C", "1e300", "--select", "0", "--bits", "4",
			"--templates", file(t, "list.txt", "h.w"),
		},
		`bad.conllu:4: word 2, "b": there is no relation: mend it, or learn heads alone by --labels=false`: {
			"train", word + conll("1 a a X x _ 0 r _ _", "2 b b X x _ 1 _ _ _"),
		},
		`bad.conllu:3: word 1, "a": the relation ":r" lacks what stands before a colon`: {
			"train", word + conll("1 a a X x _ 0 :r _ _"),
		},
		"--method \"svm\" is none of proximal, pas": {"train", word, "--method", "svm"},
		"--penalty \"l3\" is none of mkl, l2, l21":  {"train", word, "--penalty", "l3"},
		"tables of 2^40 weights":                    {"train", word, "--bits", "40"},
		"--select -1":                               {"train", word, "--select", "-1"},
		"--figure a.gif":                            {"train", word, "--figure", "a.gif"},
		"bad.conllu:1: 10 columns, and not the 12":  {"predict", word, "--format", "conll2009"},
		"there are 1":                               {"predict", word, "--sentence", "2", "--figure", out + ".svg"},
		"bad.conllu:1: a sentence of 1001 words":    {"predict", words(1001)},
	} {
		bad := file(t, "bad.conllu", args[1])
		words := append([]string{"parse", args[0], bad}, args[2:]...)
		if args[0] == "predict" {
			words = append([]string{"parse", "predict", saved, bad}, args[2:]...)
		}
		refused(t, says, append(words, "-o", out)...)
	}
	long := make([]string, 1001)
	for k := range long {
		long[k] = fmt.Sprintf("%d a a X x _ %d r _ _", k+1, k)
	}
	mixed := file(t, "mixed.conllu", conll(long...)+two)
	written := filepath.Join(t.TempDir(), "written")
	for _, line := range [][]string{{"predict", saved, mixed}, {"train", mixed, "--select", "0", "--bits", "8"}} {
		_, said, code := call(t.Context(), append(append([]string{"parse"}, line...), "--skip-long", "-o", written)...)
		if code != 0 || !strings.Contains(said, "mixed.conllu:1: a sentence of 1001 words is skipped") {
			t.Errorf("%v: code %d, %s", line, code, said)
		}
		text, err := os.ReadFile(written)
		if none := strings.Count(string(text), "x\t_\t_\t_\t_\t_\n"); err != nil || line[0] == "predict" && none != 1001 {
			t.Errorf("%v: a file of %d bytes: %v", line, len(text), err)
		}
	}
	bad := file(t, "bad.conllu", two)
	for says, words := range map[string][]string{
		"not what was written: templates":       {"parse", "predict", other, testFile},
		"this is no parser model":               {"parse", "predict", testFile, testFile},
		"the file that " + bad + " reads":       {"parse", "train", bad, "-o", bad},
		"the file that " + saved + " reads":     {"parse", "predict", saved, bad, "-o", saved},
		"-o MODEL is needed":                    {"parse", "train", bad},
		"bad.conllu:1: 2 words, and ":           {"parse", "score", testFile, bad},
		"has 1 sentences, and":                  {"parse", "score", file(t, "b", two+two), bad},
		"no part \"tset\"":                      {"parse", "score", "@grammar:tset", bad},
		"the standard input can be read once":   {"parse", "score", "-", "-"},
		"unknown command or argument \"guess\"": {"parse", "guess"},
		"accepts between 1 and 2 arg(s)":        {"parse", "predict"},
		"no such file":                          {"parse", "predict", saved, filepath.Join(folder, "none")},
		"b.conllu:1: word 1, \"a\", has no head: leave": {"parse", "score", file(t, "b.conllu", conll("1 a", "2 b")),
			file(t, "b.conllu", conll("1 a", "2 b"))},
	} {
		refused(t, says, words...)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("what was refused has written %v, %v", left, err)
	}
}

// words are so many.
func words(n int) string {
	lines := make([]string, n)
	for k := range lines {
		lines[k] = fmt.Sprintf("%d a", k+1)
	}
	return conll(lines...)
}

func refused(t *testing.T, says string, words ...string) {
	t.Helper()
	stdout, stderr, code := call(t.Context(), words...)
	if code != 1 && code != 2 || !strings.Contains(stderr, says) || len(stderr) > 2500 {
		t.Errorf("%q: exit code %d: %s%s, which does not say %q", words, code, stdout, stderr, says)
	}
}

// TestParseInterrupted: what was learned is kept, beside a model that was not interrupted.
func TestParseInterrupted(t *testing.T) {
	t.Parallel()
	saved, _, _ := trained(t, "--select", "0", "--epochs", "1")
	ctx, cancel := context.WithCancel(t.Context())
	w := &cancelling{at: "epoch 1", cancel: cancel}
	var out bytes.Buffer
	args := []string{"parse", "train", trainFile, "-o", saved, "--select", "0", "--bits", "8"}
	code := execute(ctx, args, &out, w)
	beside := strings.TrimSuffix(saved, ".parser") + ".interrupted.parser"
	if code != 130 || !strings.Contains(w.said.String(), "interrupted") || !strings.Contains(out.String(), beside) {
		t.Errorf("exit code %d: %s%s", code, out.String(), w.said.String())
	}
	for path, want := range map[string]solver.Status{saved: solver.IterationLimit, beside: solver.Canceled} {
		if m, err := models.LoadParser(t.Context(), path); err != nil || m.Status != want || m.HeldOut.Total == 0 {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// cancelling ends a context when a text is written.
type cancelling struct {
	said   bytes.Buffer
	at     string
	cancel func()
}

func (c *cancelling) Write(p []byte) (int, error) {
	if strings.Contains(string(p), c.at) {
		c.cancel()
	}
	return c.said.Write(p)
}
