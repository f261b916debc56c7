package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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

// TestHostileNames: names, labels and files that command terminals are shown, not obeyed.
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
	if err != nil || raw(string(table)) || !strings.Contains(string(table), `@\x1b[31mno\u202e`) {
		t.Errorf("%q, error %v", table, err)
	}
}

// TestLabelsAsTheyAre: a label that a spreadsheet would take for a formula is written as it is, and read so, too;
// --spreadsheet puts an apostrophe before it, and says so.
func TestLabelsAsTheyAre(t *testing.T) {
	t.Parallel()
	labels := []string{"=1+1", "'=1+1", "-", "@a", "b"}
	data, dir := kinds(t, labels...), t.TempDir()
	model, out := filepath.Join(dir, "m.json"), filepath.Join(dir, "out.csv")
	fit := "fit --loss multinomial --penalty l1 --lambda 0.05max --target kind --model " + model + " --data " + data
	if _, stderr, code := call(t.Context(), strings.Fields(fit)...); code != 0 {
		t.Fatal(stderr)
	}
	slices.Sort(labels)
	predict := []string{"predict", "--model", model, "--data", data, "--out", out}
	read := func(flags ...string) ([]string, string) {
		_, stderr, code := call(t.Context(), append(predict, flags...)...)
		frame, err := datasets.ReadFrame(t.Context(), out, datasets.FrameOptions{
			Target: "target", TextLabels: true, Drop: []string{"label"},
		})
		if code != 0 || err != nil {
			t.Fatal(stderr, err)
		}
		return frame.Labels, stderr
	}
	if got, said := read(); !slices.Equal(got, labels) || strings.Contains(said, "apostrophe") {
		t.Errorf("the labels %q are written as %q: %s", labels, got, said)
	}
	quoted := []string{"''=1+1", "'-", "'=1+1", "'@a", "b"}
	if got, said := read("--spreadsheet"); !slices.Equal(got, quoted) || !strings.Contains(said, "have an apostrophe") {
		t.Errorf("for a spreadsheet the labels %q are written as %q: %s", labels, got, said)
	}
	for _, words := range [][]string{predict[:5], append(predict[:6:6], filepath.Join(dir, "a.npy"))} {
		if _, stderr, code := call(t.Context(), append(words, "--spreadsheet")...); code != 2 {
			t.Errorf("%q: exit code %d: %s", words, code, stderr)
		}
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
