package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/proxlab/proxlab/datasets"
)

// raw tells whether a text holds what a terminal would obey.
func raw(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsControl(r) && r != '\n' && r != '\t' || r == '\u202e'
	})
}

// TestHostileNames: names, labels and files that command terminals and spreadsheets are shown, not obeyed.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	const yes, no = "=cmd|' /C calc'!A0", "@\x1b[31mno\u202e"
	var text strings.Builder
	fmt.Fprintf(&text, "\"\x1b]0;owned\a size\",\"=1+1\",\"two\nlines\",%s,kind\n", strings.Repeat("long", 5000))
	for i := range 40 {
		fmt.Fprintf(&text, "%d,%d,%d,1,\"%s\"\n", i, i%7, i%3, map[bool]string{true: yes, false: no}[i+i%5 > 20])
	}
	data := file(t, "\x1b[2Jdata.csv", text.String())
	dir := t.TempDir()
	saved, out := filepath.Join(dir, "\x1bmodel.json"), filepath.Join(dir, "out.csv")
	fit := []string{"fit", "--data", data, "--target", "kind", "--loss", "logistic", "--penalty", "l1",
		"--lambda", "0.01max"}
	for _, words := range [][]string{
		append(fit, "--model", saved, "--explain", "--intercept"),
		append(fit, "--path", "3"),
		{"predict", "--data", data, "--model", saved, "--out", out},
		{"predict", "--data", data, "--model", saved, "--out", "-"},
		{"predict", "--data", data, "--model", saved, "--json", "--out", out + "\x1b\x7f.csv"},
		{"fit", "--data", data, "--target", "\x1b[5mnothing", "--penalty", "none"},
		{"fit", "--data", data, "--target", "kind", "--penalty", "none"},
		{"fit", "--data", data + "\x1b[5m", "--penalty", "none"},
		{"fit", "--data", "@\x1b[5m", "--penalty", "none"},
		{"fit", "--data", data, "--loss", "\x1b[5m"},
		{"predict", "--data", data, "--model", data},
		{"data", "info", "\x1b[5m"},
		{"\x1b[5m"},
		{"reproduce", "\x1b[5m"},
	} {
		stdout, stderr, code := call(t.Context(), words...)
		if raw(stdout+stderr) || !strings.Contains(stdout+stderr, `1b`) && words[len(words)-1] != "-" {
			t.Errorf("%q: exit code %d: %q%q", words, code, stdout, stderr)
		}
		for line := range strings.Lines(stdout + stderr) {
			if len(line) > 4000 && words[0] == "fit" {
				t.Errorf("%q: a line of %d bytes", words, len(line))
			}
		}
	}
	table, err := os.ReadFile(out)
	if err != nil || raw(string(table)) || !strings.Contains(string(table), "'"+yes) ||
		!strings.Contains(string(table), `'@\x1b[31mno\u202e`) {
		t.Errorf("%q, error %v", table, err)
	}
	frame, err := datasets.ReadFrame(t.Context(), out, datasets.FrameOptions{
		Target: "label", TextLabels: true, Drop: []string{"target"},
	})
	if err != nil || len(frame.Labels) != 2 || frame.Labels[0] != yes {
		t.Errorf("read back: %+v, error %v", frame, err)
	}
}

// TestLongMessages: an error shows the beginning and the end, which says what to do.
func TestLongMessages(t *testing.T) {
	t.Parallel()
	long := fmt.Errorf("file.csv:3: %q is no number: code it", strings.Repeat("x", 1e6))
	said := message(errors.Join(long, errors.New("b")))
	if len(said) > 2200 ||
		!strings.HasPrefix(said, "file.csv:3: ") || !strings.HasSuffix(said, "is no number: code it\nb") {
		t.Errorf("%q", said)
	}
	left := file(t, "many.csv", strings.Repeat("a,", 3)+"y\n1,2,3,4\n2,3,4,6\n3,4,5,5\n")
	if _, stderr, _ := call(t.Context(), "fit", "--data", left, "--target", "z"); len(stderr) > 2200 {
		t.Errorf("%d bytes", len(stderr))
	}
}
