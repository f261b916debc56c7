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
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/datasets/rnafiles"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// hairpins writes made-up RNAs to a file.
func hairpins(t *testing.T, path string, count int, seed uint64) string {
	t.Helper()
	set, err := generate.Hairpins(t.Context(), generate.HairpinsConfig{Count: count, Least: 12, Most: 28, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := rnafiles.Write(&b, set.Examples); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestFold: from a folder to a scored prediction in two commands; the third says the same. Figures are drawn, and what
// was written is read again.
func TestFold(t *testing.T) {
	t.Parallel()
	dir, folder := t.TempDir(), t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	hairpins(t, filepath.Join(folder, "a.dbn"), 15, 1)
	hairpins(t, filepath.Join(folder, "b.dbn"), 15, 2)
	test := hairpins(t, in("test.dbn"), 12, 3)
	stdout, stderr, code := call(t.Context(), "fold", "train", folder, "-o", in("m.fold"), "--loss", "crf", "--lambda",
		"0.1,1", "--gamma", "1,3", "--max-iter", "12", "--figure", in("energies.svg"))
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	checkSays(t, stderr, folder+": 30 sequences, ", "λ = 1, half: ", "on what was held out")
	checkSays(t, stdout, "crf, λ = ", "chosen by F1 0.", "decoder: mea, γ = ", "model: "+in("m.fold"))
	stdout, stderr, code = call(t.Context(), "fold", "predict", in("m.fold"), test, "-o", in("folded.dbn"), "--figure",
		in("structure.html"), "--sequence", "2")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	_, f1, _ := strings.Cut(stdout, "F1 ")
	f1, _, _ = strings.Cut(f1, " (")
	right := 0.
	if _, err := fmt.Sscanf(f1, "%g", &right); err != nil || right < 0.6 {
		t.Errorf("pairs are found with %s: %v", stdout, err)
	}
	score, stderr, code := call(t.Context(), "fold", "score", test, in("folded.dbn"))
	if code != 0 || !strings.HasPrefix(score, "F1 "+f1) || !strings.Contains(score, "bases apart") {
		t.Errorf("exit code %d: %q and %q %s", code, f1, score, stderr)
	}
	for _, what := range []string{"arcs", "probabilities"} {
		if _, stderr, code := call(t.Context(), "fold", "predict", in("m.fold"), test, "-o", in("again.dbn"), "--decoder",
			"centroid", "--gamma", "2", "--figure", in(what+".svg"), "--draw", what); code != 0 {
			t.Errorf("exit code %d: %s", code, stderr)
		}
	}
	for name, says := range map[string]string{
		"energies.svg": "<svg", "arcs.svg": "<svg", "probabilities.svg": "<svg", "structure.html": "proxlab-chart",
		"folded.dbn": "(expected accuracy 0.", "again.dbn": "(expected accuracy 0.",
	} {
		if text, err := os.ReadFile(in(name)); err != nil || !bytes.Contains(text, []byte(says)) {
			t.Errorf("%s has no %q: %v", name, says, err)
		}
	}
	fasta := file(t, "x.fasta", ">x\nGGGGA\naaaCTCC\n>y\nNNNN\n")
	stdout, stderr, code = call(t.Context(), "fold", "predict", in("m.fold"), fasta, "--decoder", "best")
	if lines := strings.Split(stdout, "\n"); code != 0 || len(lines) != 7 || lines[1] != "GGGGAaaaCTCC" ||
		!strings.Contains(lines[2], " (score ") || strings.Contains(stderr, "F1") || !strings.HasPrefix(lines[5], ".... ") {
		t.Errorf("exit code %d: %q %s", code, stdout, stderr)
	}
}

// TestFoldOdd: structures that cannot be held are passed over, letters stay, and a byte-order mark is none of them.
func TestFoldOdd(t *testing.T) {
	t.Parallel()
	saved := filepath.Join(t.TempDir(), "m.fold")
	good := file(t, "good.dbn", "GGAAACC\n((...))\nGGAAACC\n((...))\n")
	if _, stderr, code := call(t.Context(), "fold", "train", good, "-o", saved, "--max-iter", "2"); code != 0 {
		t.Fatal(stderr)
	}
	for name, text := range map[string]string{
		"knot.dbn":   ">k\nggrytACCnnT\n((.[[.)).]]\n",
		"pairs.dbn":  ">k\nggrytACCnnT\n(........()\n",
		"open.dbn":   ">k\nggrytACCnnT\n(((........\n",
		"short.dbn":  ">k\nggrytACCnnT\n((......))\n>l\nGC\n..\n",
		"rows.dbn":   ">k\nggrytACCnnT\n((......\n))\n>l\nGC\n",
		"word.bpseq": "1 g 30000\n2 g 3\n3 r 1\n4 y 0\n5 t 0\n6 A 0\n7 C 0\n8 C 0\n9 n 0\n10 n 0\n11 T 0\n",
		"knot.ct": "\ufeff11 k\n1 g 0 2 7 1\n2 g 1 3 0 2\n3 r 2 4 9 3\n4 y 3 5 0 4\n5 t 4 6 0 5\n6 A 5 7 0 6\n" +
			"7 C 6 8 1 7\n8 C 7 9 0 8\n9 n 8 10 3 9\n10 n 9 11 0 10\n11 T 10 0 0 11\n",
		"mark.fasta": "\ufeff>k\nggryt ACC\nnnT\n\ufeff>l\nGC\n",
	} {
		stdout, stderr, code := call(t.Context(), "fold", "predict", saved, file(t, name, text))
		if code != 0 || !strings.Contains(stdout, "\nggrytACCnnT\n") || strings.Contains(stderr, "F1") ||
			strings.Contains(stderr, "passed over") == (name == "mark.fasta") {
			t.Errorf("%s: exit code %d: %q %s", name, code, stdout, stderr)
		}
	}
	knot := file(t, "knot.dbn", ">k\nGGAAACCAA\n((.[.))].\n")
	if stdout, stderr, code := call(t.Context(), "fold", "predict", saved, knot, "--drop"); code == 0 {
		t.Errorf("--drop left %q %s", stdout, stderr)
	}
}

// TestFoldScore compares with counts by hand.
func TestFoldScore(t *testing.T) {
	t.Parallel()
	known := file(t, "known.dbn", ">a\nGGAAACC\n((...))\n>b\nGAAAC\n(...)\n")
	guess := file(t, "guess.dbn", ">a\nGGAAACC\n(.....)\n>b\nGAAAC\n.....\n")
	stdout, stderr, code := call(t.Context(), "fold", "score", known, guess, "--json")
	var got structures.FoldScores
	if err := json.Unmarshal([]byte(stdout), &got); err != nil || code != 0 {
		t.Fatalf("exit code %d, %v: %s", code, err, stderr)
	}
	if got.Sensitivity != 1./3 || got.PPV != 1 || got.F1 != 0.5 || got.MeanF1 != 1./3 || got.Sequences != 2 ||
		got.True != 3 || len(got.ByLength) != 1 ||
		got.ByLength[0] != (structures.FoldPart{Of: "up to 30", Sequences: 2, F1: 0.5}) ||
		got.BySpan[0] != (structures.FoldParted{Of: "up to 30", True: 3, Sensitivity: 1. / 3}) {
		t.Errorf("%+v", got)
	}
}

// TestFoldRefuses: each is refused with its file, and the line where there is one.
func TestFoldRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	saved, good := filepath.Join(dir, "m.fold"), file(t, "good.dbn", "GGAAACC\n((...))\nGGAAACC\n((...))\n")
	if _, stderr, code := call(t.Context(), "fold", "train", good, "-o", saved, "--max-iter", "2"); code != 0 {
		t.Fatal(stderr)
	}
	text, err := os.ReadFile(saved)
	if err != nil {
		t.Fatal(err)
	}
	damaged := file(t, "damaged.fold", string(text[:len(text)-1])+"x")
	knot := file(t, "knot.dbn", "GGAAACC\n((...))\n>b\nGGAAGGAACCAACC\n((..[[..))..]]\n")
	one := file(t, "one.dbn", "GGAAACC\n((...))\n")
	out := filepath.Join(t.TempDir(), "out")
	for says, words := range map[string][]string{
		"place 5 is '['":                          {"train", knot},
		"letter 3 is 'X'":                         {"train", file(t, "good.dbn", "GGX\n...\n")},
		"has no structure":                        {"train", file(t, "x.fasta", ">a\nGGAAACC\n")},
		"two sequences at least":                  {"train", one, "--choose"},
		"no file in this folder has sequences":    {"train", t.TempDir()},
		"no such file":                            {"train", filepath.Join(dir, "none")},
		"there are @hairpins, @hairpins:test and": {"train", "@rna"},
		"--loss":                             {"train", good, "--loss", "squared"},
		"--decoder":                          {"train", good, "--decoder", "all"},
		"λ and γ must be positive":           {"train", good, "--lambda", "0.1,-1"},
		"--figure a.gif":                     {"train", good, "--figure", "a.gif"},
		"weights: its numbers are not those": {"predict", damaged, good},
		"this is no RNA model":               {"predict", good, good},
		"there are 2":                        {"predict", saved, good, "--sequence", "3", "--figure", out + ".svg"},
		"sequences count from 1":             {"predict", saved, good, "--sequence", "0"},
		"--draw":                             {"predict", saved, good, "--draw", "circle"},
	} {
		refused(t, says, append([]string{"fold"}, append(words, "-o", out)...)...)
	}
	for says, words := range map[string][]string{
		"the file that " + good + " reads":  {"train", good, "-o", good},
		"the file that " + saved + " reads": {"predict", saved, good, "-o", saved},
		"-o MODEL is needed":                {"train", good},
		"has 2 sequences, and":              {"score", good, one},
		"must have the same sequences":      {"score", one, file(t, "other.dbn", "GGAAACU\n((...))\n")},
		"the standard input can be read":    {"score", "-", "-"},
		"unknown command or argument":       {"bend"},
	} {
		refused(t, says, append([]string{"fold"}, words...)...)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("what was refused has written")
	}
	_, stderr, code := call(t.Context(), "fold", "train", knot, "--drop", "-o", out, "--max-iter", "2")
	if code != 0 || !strings.Contains(stderr, "note: "+knot) || !strings.Contains(stderr, "b is left out") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	_, stderr, code = call(t.Context(), "fold", "score", knot, knot, "--unpair")
	if code != 0 || !strings.Contains(stderr, "note: "+knot) {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// TestFoldInterrupted: what was learned is kept, beside a model that was not interrupted.
func TestFoldInterrupted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data := hairpins(t, filepath.Join(dir, "a.dbn"), 10, 1)
	saved := filepath.Join(dir, "m.fold")
	if _, stderr, code := call(t.Context(), "fold", "train", data, "-o", saved, "--max-iter", "2"); code != 0 {
		t.Fatal(stderr)
	}
	ctx, cancel := context.WithCancel(t.Context())
	w := &cancelling{at: "pass 10", cancel: cancel}
	var out bytes.Buffer
	code := execute(ctx, []string{"fold", "train", data, "-o", saved, "--choose"}, &out, w)
	beside := filepath.Join(dir, "m.interrupted.fold")
	if code != 130 || !strings.Contains(w.said.String(), "interrupted") || !strings.Contains(out.String(), beside) {
		t.Errorf("exit code %d: %s%s", code, out.String(), w.said.String())
	}
	for path, want := range map[string]solver.Status{saved: solver.IterationLimit, beside: solver.Canceled} {
		if m, err := models.LoadFold(t.Context(), path); err != nil || m.Status != want || m.Decoder != model.BestScore {
			t.Errorf("%s: %+v, %v", path, m, err)
		}
	}
}
