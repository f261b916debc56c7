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
	refused(t, `--tags "all" is none of xpos, upos, both`, "parse", "train", bank, "-o", "my.parser", "--tags", "all")
}
