package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFoldEvidence: constraints hold, reactivities count, alternatives are the next best, a beam that is wide finds the
// best, and what is wrong is named with its line.
func TestFoldEvidence(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	saved, data := filepath.Join(dir, "m.fold"), hairpins(t, filepath.Join(dir, "a.dbn"), 12, 1)
	stdout, stderr, code := call(t.Context(), "fold", "train", data, "-o", saved, "--loss", "crf", "--energies",
		"--strengths", "2", "--choose", "--max-iter", "10")
	if code != 0 || !strings.Contains(stdout, "stacks over bulges") || !strings.Contains(stderr, "a step of strengths") {
		t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
	}
	one := file(t, "one.fasta", ">one\nGGGGAAAACCCCAA\n")
	fold := func(flags ...string) (structure string, lines []string) {
		stdout, stderr, code := call(t.Context(), append([]string{"fold", "predict", saved, one}, flags...)...)
		if lines = strings.Split(stdout, "\n"); code != 0 || len(lines) < 3 {
			t.Fatalf("%v: exit code %d: %s%s", flags, code, stdout, stderr)
		}
		structure, _, _ = strings.Cut(lines[2], " ")
		return structure, lines
	}
	plain, _ := fold("--decoder", "best")
	if plain != "((((....)))).." {
		t.Errorf("the best is %s", plain)
	}
	if y, _ := fold("--decoder", "best", "--beam", "100"); y != plain {
		t.Errorf("by a beam it is %s", y)
	}
	for constraint, want := range map[string]string{
		"xxxxxxxxxxxxxx": "..............", ".x............": ".", "(...........).": "",
	} {
		path := file(t, "c.txt", ">one\n"+constraint+"\n")
		if want == "" {
			refused(t, path+":2: \"one\": bases 1 and 13 of the constraint are G and A", "fold", "predict", saved, one,
				"--constraints", path)
			continue
		}
		for _, decoder := range []string{"best", "mea"} {
			if y, _ := fold("--decoder", decoder, "--constraints", path); y[1] != '.' || len(want) > 1 && y != want {
				t.Errorf("%s by %s: %s", constraint, decoder, y)
			}
		}
	}
	bare := file(t, "one.shape", "1 9\n2 9\n3 9\n4 9\n9 9\n10 9\n11 9\n12 9\n")
	if y, _ := fold("--decoder", "best", "--shape", bare); y != ".............." {
		t.Errorf("with high reactivities: %s", y)
	}
	_, lines := fold("--decoder", "best", "--alternatives", "3")
	if len(lines) != 10 || lines[3] != ">one, alternative 2" {
		t.Errorf("three structures are %q", lines)
	}
	for says, flags := range map[string][]string{
		":1: \"one\": the se": {"--constraints", file(t, "c", "....\n")},
		":2: a constraint b":  {"--constraints", file(t, "c", strings.Repeat(".", 14)+"\n"+strings.Repeat(".", 14)+"\n")},
		"0 constraints, and":  {"--constraints", file(t, "c", ">one\n")},
		"no structure of th":  {"--constraints", file(t, "c", "....|.........\n")},
		":1: field 1: \"15\"": {"--shape", file(t, "s", "15 0.3\n")},
		":2: field 2: \"high": {"--shape", file(t, "s", "1 0.3\n2 high\n")},
		":1: there is no se":  {"--shape", file(t, "s", ">two\n1 0.3\n")},
		":1: place and reac":  {"--shape", file(t, "s", "1\n")},
		"--beam goes with":    {"--beam", "5"},
		"--alternatives are":  {"--alternatives", "5", "--decoder", "mea"},
		"are 0 or more":       {"--alternatives", "-1"},
	} {
		refused(t, says, append([]string{"fold", "predict", saved, one}, flags...)...)
	}
	for says, flags := range map[string][]string{
		"go with --loss crf": {"--energies"},
		"--strengths -1":     {"--loss", "crf", "--strengths", "-1"}, "--family": {"--family", "("},
		"two families": {"--loss", "crf", "--strengths", "1", "--family", "^."},
	} {
		refused(t, says, append([]string{"fold", "train", data, "-o", filepath.Join(dir, "none")}, flags...)...)
	}
	if _, err := os.Stat(filepath.Join(dir, "none")); err == nil {
		t.Error("what was refused has written")
	}
}
