package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/cmd/proxlab/internal/structures"
)

// TestParseDetails: the first tree is the one that is written, the margin is that of the scores, and the probabilities
// of a word's heads sum to nearly 1.
func TestParseDetails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	data := file(t, "a.conllu", strings.Repeat("1\tthe\tthe\tDET\tDT\t_\t2\tdet\t_\t_\n"+
		"2\tdog\tdog\tNOUN\tNN\t_\t3\tnsubj\t_\t_\n3\tbarks\tbark\tVERB\tVB\t_\t0\troot\t_\t_\n\n", 12))
	if _, stderr, code := call(t.Context(), "parse", "train", data, "-o", in("m"), "--select", "0", "--epochs", "1",
		"--bits", "8", "--labels=false"); code != 0 {
		t.Fatal(stderr)
	}
	_, stderr, code := call(t.Context(), "parse", "predict", in("m"), data, "-o", in("out"), "--details", in("details"),
		"--trees", "3")
	if code != 0 {
		t.Fatal(stderr)
	}
	text, err := os.ReadFile(in("details"))
	if err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(in("out"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) != 12 {
		t.Fatalf("%d lines", len(lines))
	}
	var d structures.ParseDetails
	err = json.Unmarshal([]byte(lines[11]), &d)
	if err != nil || d.Sentence != 12 || len(d.Trees) != 3 || d.Margin == nil {
		t.Fatalf("%s: %v", lines[11], err)
	}
	if got := d.Trees[0].Score - d.Trees[1].Score; math.Abs(got-*d.Margin) > 1e-12 || d.Trees[1].Score < d.Trees[2].Score {
		t.Errorf("a margin of %g, by scores %+v", *d.Margin, d.Trees)
	}
	heads := []int{2, 3, 0}
	if !slices.Equal(d.Trees[0].Heads, heads) || !strings.Contains(string(written), "barks\tbark\tVERB\tVB\t_\t0\t") {
		t.Errorf("heads are %v; written are %s", d.Trees[0].Heads, written)
	}
	sums := map[int]float64{}
	for _, a := range d.Arcs {
		sums[a.Word] += a.Probability
	}
	for word := 1; word <= 3; word++ {
		if sums[word] < 0.95 || sums[word] > 1+1e-9 {
			t.Errorf("the heads of word %d have probabilities of %g", word, sums[word])
		}
	}
	refused(t, "--trees 0", "parse", "predict", in("m"), data, "--details", in("d"), "--trees", "0")
	refused(t, "the file that", "parse", "predict", in("m"), data, "-o", in("out"), "--details", data)
}
