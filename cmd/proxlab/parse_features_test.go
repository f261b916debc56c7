package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestParseFeatures: where morphological features alone tell which word is the head and what its relation is, a parser
// that looks at them finds both; where words have none in the file to be parsed, it works.
func TestParseFeatures(t *testing.T) {
	t.Parallel()
	words := func(first, second string) string {
		return conll("1 a a X X "+first+" 2 r _ _", "2 a a X X "+second+" 0 root _ _") +
			conll("1 a a X X "+second+" 0 root _ _", "2 a a X X "+first+" 1 q _ _")
	}
	bank := file(t, "bank.conllu", strings.Repeat(words("Case=Nom|Number=Sing", "Tense=Past"), 20))
	plain := file(t, "plain.conllu", strings.Repeat(words("_", "_"), 20))
	for _, c := range []struct {
		learnt, parsed string
		features       bool
		right          bool
	}{{bank, bank, true, true}, {bank, bank, false, false}, {bank, plain, true, false}, {plain, bank, true, false}} {
		model := filepath.Join(t.TempDir(), "my.parser")
		_, stderr, code := call(t.Context(), "parse", "train", c.learnt, "-o", model, "--bits", "6", "--select", "0",
			"--epochs", "3", "--templates", file(t, "list.txt", "h.p m.p\n"), fmt.Sprintf("--feats=%v", c.features))
		if code != 0 {
			t.Fatalf("%+v: exit code %d: %s", c, code, stderr)
		}
		out := filepath.Join(t.TempDir(), "out")
		stdout, stderr, code := call(t.Context(), "parse", "predict", model, c.parsed, "-o", out)
		right := strings.Contains(stdout, "UAS 100.00") && strings.Contains(stdout, "LAS 100.00")
		if code != 0 || right != c.right {
			t.Errorf("%+v: exit code %d: %s%s", c, code, stdout, stderr)
		}
	}
}
