package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestParseJackknife: a parser learns from predicted tags and leaves the tagger behind, by which predict finds tags;
// those of the file do not count then. A parser without its tagger says so, and wrong flags are refused.
func TestParseJackknife(t *testing.T) {
	t.Parallel()
	text := strings.Repeat(conll("1 cats x NOUN N _ 2 nsubj _ _", "2 run x VERB V _ 0 root _ _")+
		conll("1 run x VERB V _ 0 root _ _", "2 dogs x NOUN N _ 1 obj _ _"), 10)
	bank, dir := file(t, "bank.conllu", text), t.TempDir()
	untagged := file(t, "plain.conllu", strings.NewReplacer("NOUN", "_", "\tN\t", "\t_\t", "VERB", "_", "\tV\t", "\t_\t").
		Replace(text))
	model, tagger, out := filepath.Join(dir, "my.parser"), filepath.Join(dir, "my.tagger"), filepath.Join(dir, "out")
	train := []string{"parse", "train", bank, "-o", model, "--bits", "6", "--select", "0", "--epochs", "3", "--dev", bank,
		"--templates", file(t, "list.txt", "h.p m.p\n")}
	with := func(more ...string) []string { return append(train[:len(train):len(train)], more...) }
	_, stderr, code := call(t.Context(), with("--jackknife", "4", "--tagger", tagger)...)
	if code != 0 || strings.Count(stderr, "tags: 100.00 % right of what is") != 2 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	stdout, stderr, code := call(t.Context(), "parse", "predict", model, untagged, "--tagger", tagger, "-o", out)
	if code != 0 || !strings.Contains(stdout, "UAS 100.00") || !strings.Contains(stdout, "LAS 100.00") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
	if text, err := os.ReadFile(out); err != nil || !strings.Contains(string(text), "1\tcats\tx\t_\t_\t_\t2\tnsubj") {
		t.Errorf("%s, %v", text, err)
	}
	stdout, stderr, code = call(t.Context(), "parse", "predict", model, untagged, "-o", out)
	if code != 0 || strings.Contains(stdout, "UAS 100.00") || !strings.Contains(stderr, "--tagger FILE predicts them") {
		t.Errorf("without the tagger: exit code %d: %s%s", code, stdout, stderr)
	}
	refused(t, "--jackknife and --tagger go together", with("--jackknife", "4")...)
	refused(t, "--jackknife and --tagger go together", with("--tagger", tagger)...)
	refused(t, "--jackknife 1: two folds at least", with("--jackknife", "1", "--tagger", tagger)...)
	refused(t, "is the parser's file, too", with("--jackknife", "2", "--tagger", model)...)
	xpos := filepath.Join(dir, "xpos.parser")
	if _, stderr, code := call(t.Context(), with("-o", xpos, "--tags", "xpos")...); code != 0 {
		t.Fatal(stderr)
	}
	refused(t, "finds the tags both, and the parser wants xpos", "parse", "predict", xpos, untagged, "--tagger", tagger,
		"-o", out)
}
