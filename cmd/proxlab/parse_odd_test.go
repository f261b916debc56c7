package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// TestParseOddHeads: heads that are overwritten, or are no words' labels, are not read; a score is not said of them.
func TestParseOddHeads(t *testing.T) {
	t.Parallel()
	saved, _, _ := trained(t, "--select", "1", "--epochs", "1")
	gold := read(t, testFile)
	sentence, _, _ := strings.Cut(gold, "\n\n")
	want, stderr, code := call(t.Context(), "parse", "predict", saved, file(t, "good.conllu", sentence+"\n\n"))
	if code != 0 {
		t.Fatal(stderr)
	}
	tagger := filepath.Join(t.TempDir(), "m.tagger")
	if _, stderr, code := call(t.Context(), "tag", "train", testFile, "-o", tagger, "--epochs", "1"); code != 0 {
		t.Fatal(stderr)
	}
	for _, head := range []string{"1", "999", "x"} { // a cycle, no word, no number
		var lines []string
		for line := range strings.Lines(sentence + "\n\n") {
			cols := strings.Split(line, "\t")
			if cols[0] == "1" {
				cols[6] = head
			}
			lines = append(lines, strings.Join(cols, "\t"))
		}
		odd := file(t, "odd.conllu", strings.Join(lines, ""))
		got, stderr, code := call(t.Context(), "parse", "predict", saved, odd)
		if code != 0 || got != want || !strings.Contains(stderr, "no score: "+odd+":") {
			t.Errorf("head %s: exit code %d, %q, %s", head, code, got, stderr)
		}
		got, stderr, code = call(t.Context(), "tag", "predict", tagger, odd)
		if code != 0 || !bytes.Equal(without([]byte(got), 4), without([]byte(strings.Join(lines, "")), 4)) {
			t.Errorf("tags beside head %s: exit code %d, %q, %s", head, code, got, stderr)
		}
		if _, stderr, code := call(t.Context(), "parse", "score", odd, odd); code != 1 || !strings.Contains(stderr, odd) {
			t.Errorf("scores of head %s: exit code %d, %s", head, code, stderr)
		}
	}
}
