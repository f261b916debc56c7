package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestStructuresGoOn: tag, parse and fold train begin with a model, refuse that of another kind by its name, as predict
// does, and one that is written over.
func TestStructuresGoOn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	fold := file(t, "good.dbn", "GGAAACC\n((...))\nGGAAACC\n((...))\n")
	csv := file(t, "a.csv", "a,y\n1,2\n2,3\n")
	kinds := map[string][]string{
		"tag": {testFile, "--loss", "crf"}, "parse": {testFile, "--epochs", "1", "--select", "2"},
		"fold": {fold, "--max-iter", "3"},
	}
	names := map[string]string{"tag": "tagger", "parse": "parser", "fold": "RNA"}
	list := file(t, "list", "h.p m.p dir\nm.p\nh.w m.w\n")
	for kind, args := range kinds {
		cold := append([]string{kind, "train", "-o", in(kind)}, args...)
		if kind == "parse" {
			cold = append(cold, "--templates", list, "--bits", "8")
		}
		if _, stderr, code := call(t.Context(), cold...); code != 0 {
			t.Fatal(stderr)
		}
	}
	for kind, args := range kinds {
		warm := append([]string{kind, "train", "-o", in(kind + ".2"), "--warm", in(kind)}, args...)
		if stdout, stderr, code := call(t.Context(), warm...); code != 0 || !strings.Contains(stdout, "model: ") {
			t.Errorf("%s: exit code %d: %s %s", kind, code, stdout, stderr)
		}
		over := append([]string{kind, "train", "-o", in(kind), "--warm", in(kind)}, args...)
		if _, stderr, code := call(t.Context(), over...); code != 2 || !strings.Contains(stderr, "--warm") &&
			!strings.Contains(stderr, in(kind)) {
			t.Errorf("%s over itself: exit code %d: %s", kind, code, stderr)
		}
		for other := range kinds {
			if other == kind {
				continue
			}
			_, stderr, code := call(t.Context(), append([]string{kind, "train", "-o", in("x"), "--warm", in(other)}, args...)...)
			if code != 1 || !strings.Contains(stderr, `"proxlab `+names[other]) {
				t.Errorf("%s from the model of %s: exit code %d: %s", kind, other, code, stderr)
			}
		}
		_, stderr, code := call(t.Context(), "predict", "--model", in(kind), "--data", csv)
		if code != 1 || !strings.Contains(stderr, `"proxlab `+names[kind]) || strings.Contains(stderr, "x00") {
			t.Errorf("predict with the model of %s: exit code %d: %s", kind, code, stderr)
		}
	}
	if _, err := os.Stat(in("x")); err == nil {
		t.Error("a model was written")
	}
}
