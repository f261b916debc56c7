package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestParseTags: where one of the two tags alone tells which word is the head, a parser that looks at it finds it, and
// predict looks at what the model has learnt from.
func TestParseTags(t *testing.T) {
	t.Parallel()
	noun, verb := "2 NOUN", "0 VERB"
	var text strings.Builder
	for k := range 40 {
		first, second := noun, verb
		if k%3 == 0 {
			first, second = "0 VERB", "1 NOUN"
		}
		var lines []string
		for i, w := range []string{first, second} {
			head, tag, _ := strings.Cut(w, " ")
			lines = append(lines, fmt.Sprintf("%d a a %s X _ %s r _ _", i+1, tag, head))
		}
		text.WriteString(conll(lines...))
	}
	bank := file(t, "bank.conllu", text.String())
	for tags, right := range map[string]bool{"": true, "both": true, "upos": true, "xpos": false} {
		model := filepath.Join(t.TempDir(), "my.parser")
		args := []string{"parse", "train", bank, "-o", model, "--bits", "6", "--select", "0", "--epochs", "3",
			"--templates", file(t, "list.txt", "h.p m.p\n")}
		if tags != "" {
			args = append(args, "--tags", tags)
		}
		if _, stderr, code := call(t.Context(), args...); code != 0 {
			t.Fatalf("--tags %q: exit code %d: %s", tags, code, stderr)
		}
		stdout, stderr, code := call(t.Context(), "parse", "predict", model, bank, "-o", filepath.Join(t.TempDir(), "out"))
		if code != 0 || strings.Contains(stdout, "UAS 100.00") != right {
			t.Errorf("--tags %q: exit code %d: %s%s", tags, code, stdout, stderr)
		}
	}
	const says = `--tags "all" is none of auto, xpos, upos, both`
	refused(t, says, "parse", "train", bank, "-o", "my.parser", "--tags", "all")
}

// TestParseTagsChosen: where XPOS is another for every sentence, and features are there, what is held out chooses UPOS,
// and the model says so; a model to go on from has its tags.
func TestParseTagsChosen(t *testing.T) {
	t.Parallel()
	treebank := func(from int) string {
		var text strings.Builder
		for k := from; k < from+40; k++ {
			first, second := fmt.Sprintf("NOUN N%d A=1 2", k), fmt.Sprintf("VERB V%d A=1 0", k)
			if k%3 == 0 {
				first, second = fmt.Sprintf("VERB V%d A=1 0", k), fmt.Sprintf("NOUN N%d A=1 1", k)
			}
			text.WriteString(conll("1 a a "+first+" r _ _", "2 a a "+second+" r _ _"))
		}
		return text.String()
	}
	bank, dev := file(t, "bank.conllu", treebank(0)), file(t, "dev.conllu", treebank(100))
	model := filepath.Join(t.TempDir(), "my.parser")
	args := []string{"parse", "train", bank, "--dev", dev, "-o", model, "--epochs", "3"}
	few := []string{"--bits", "6", "--select", "0", "--templates", file(t, "list.txt", "h.p m.p\n")}
	_, stderr, code := call(t.Context(), append(args, few...)...)
	if says := ", 100.00 by UPOS alone"; code != 0 || !strings.Contains(stderr, says) {
		t.Errorf("exit code %d: %s, which does not say %q", code, stderr, says)
	}
	stdout, _, _ := call(t.Context(), "parse", "predict", model, dev, "-o", filepath.Join(t.TempDir(), "out"))
	if !strings.Contains(stdout, "LAS 100.00") {
		t.Error(stdout)
	}
	on := filepath.Join(t.TempDir(), "on.parser")
	_, stderr, code = call(t.Context(), "parse", "train", bank, "--dev", dev, "-o", on, "--warm", model, "--select", "0")
	if code != 0 || strings.Contains(stderr, "tags:") {
		t.Errorf("going on: exit code %d: %s", code, stderr)
	}
}
