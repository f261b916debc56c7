package rnafiles_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/rnafiles"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

func readRNA(t *testing.T, text string, o rnafiles.Options) (*rnafiles.RNAs, error) {
	t.Helper()
	return rnafiles.Read(t.Context(), strings.NewReader(text), "x.dbn", o)
}

// TestReadRNA: one RNA in three formats, and two of them in one file.
func TestReadRNA(t *testing.T) {
	t.Parallel()
	brackets := ">a  name\nGGAAACC\n((...)) (-1.20)\n\n>b\nacgtn\n.....\n"
	bpseq := "# a comment\n1 G 7\n2 G 6\n3 A 0\n4 A 0\n5 A 0\n6 C 2\n7 C 1\n"
	ct := "7 a  name\n1 G 0 2 7 1\n2 G 1 3 6 2\n3 A 2 4 0 3\n4 A 3 5 0 4\n5 A 4 6 0 5\n6 C 5 7 2 6\n7 C 6 0 1 7\n"
	for _, c := range []struct {
		text  string
		count int
	}{{brackets, 2}, {bpseq, 1}, {bpseq + bpseq, 2}, {ct, 1}, {ct + ct, 2}, {"GGAAACC\n((...))\nGGAAACC\n((...))\n", 2}} {
		out, err := readRNA(t, c.text, rnafiles.Options{})
		if err != nil || len(out.Examples) != c.count {
			t.Fatalf("%q: %+v, %v", c.text, out, err)
		}
		for _, e := range out.Examples[:1] {
			if e.X.String() != "GGAAACC" || e.Y.String() != "((...))" {
				t.Errorf("%q: %s, %s", c.text, e.X, e.Y)
			}
		}
		var b bytes.Buffer
		if err := rnafiles.Write(&b, out.Examples); err != nil {
			t.Fatal(err)
		}
		again, err := readRNA(t, b.String(), rnafiles.Options{})
		if err != nil || len(again.Examples) != c.count || again.Examples[0].Y.String() != "((...))" {
			t.Errorf("%q: %+v, %v", b.String(), again, err)
		}
	}
	out, err := readRNA(t, ">a\nGGAA\nACC\n>b\nAC GU\n", rnafiles.Options{WithoutStructure: true})
	if err != nil || len(out.Examples) != 2 || out.Examples[0].X.String() != "GGAAACC" || out.Examples[1].Y != nil {
		t.Errorf("%+v, %v", out, err)
	}
}

// TestOddRNA: what is unusual and right.
func TestOddRNA(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		">a\r\nggaaaccn\r\n((...)).\r\n": "GGAAACCN ((...)).",
		">a\nA\n.\n":                     "A .",
		"GC\n()":                         "GC ()",
		"1 g 2\r\n2 u 1\r\n":             "GU ()",
		"ACGU":                           "ACGU ",
		">a\nG" + strings.Repeat("A", 40) + "GC" + "C\n(" + strings.Repeat(".", 40) + "())\n": "G" +
			strings.Repeat("A", 40) + "GCC (" + strings.Repeat(".", 40) + "())",
	} {
		out, err := readRNA(t, text, rnafiles.Options{WithoutStructure: true})
		if err != nil || len(out.Examples) != 1 || out.Examples[0].X.String()+" "+out.Examples[0].Y.String() != want {
			t.Errorf("%q: %+v, %v", text, out, err)
		}
	}
}

// TestKnots: pairs that cross and pairs of other bases are errors, or what the options say, with a notice.
func TestKnots(t *testing.T) {
	t.Parallel()
	text := ">knot\nGGGAAACCCAAAUUU\n((([[[)))...]]]\n>b\nGGAAACC\n((...))\n>odd\nGAAAC\n((.))\n"
	_, err := readRNA(t, text, rnafiles.Options{})
	if err == nil || !strings.Contains(err.Error(), "x.dbn:3: place 4") {
		t.Errorf("error %v", err)
	}
	out, err := readRNA(t, text, rnafiles.Options{Drop: true})
	if err != nil || len(out.Examples) != 1 || strings.Join(out.Dropped, " ") != "knot odd" || len(out.Notices) != 2 ||
		!strings.HasPrefix(out.Notices[0], "x.dbn:3: knot is left out: pairs cross, 3 with 7 and 6 with 13") {
		t.Errorf("%+v, %v", out, err)
	}
	out, err = readRNA(t, text, rnafiles.Options{Unpair: true})
	if err != nil || len(out.Examples) != 3 || len(out.Dropped) != 0 || len(out.Notices) != 2 ||
		!strings.HasPrefix(out.Notices[1], "x.dbn:9: odd: 1 pairs cross others or are not") ||
		out.Examples[0].Y.String() != "...(((......)))" ||
		out.Examples[2].Y.String() != "(...)" {
		t.Errorf("%+v, %v", out, err)
	}
}

// TestUnpair takes out as few pairs as it can, and none of a damaged file.
func TestUnpair(t *testing.T) {
	t.Parallel()
	out, err := readRNA(t, "GGGCCC\n([{)]}\n", rnafiles.Options{Unpair: true})
	if err != nil || out.Examples[0].Y.String() != "..(..)" {
		t.Errorf("%+v, %v", out, err)
	}
	bpseq := "1 G 5\n2 A 6\n3 A 0\n4 A 0\n5 C 1\n6 U 2\n"
	out, err = readRNA(t, bpseq, rnafiles.Options{Unpair: true})
	if err != nil || strings.Count(out.Examples[0].Y.String(), "(") != 1 {
		t.Errorf("%+v, %v", out, err)
	}
	for _, o := range []rnafiles.Options{{}, {Drop: true}, {Unpair: true}} { // no option takes a damaged file
		if _, err := readRNA(t, "1 G 3\n2 A 0\n3 C 0\n", o); err == nil || !strings.Contains(err.Error(), "x.dbn:1") {
			t.Errorf("%+v: error %v", o, err)
		}
	}
}

// TestOpenRNA reads a file, and knows its checksum.
func TestOpenRNA(t *testing.T) {
	t.Parallel()
	path := rnaFile(t, "a.dbn", []byte(">a\nGGAAACC\n((...))\n"))
	out, err := rnafiles.Open(t.Context(), path, rnafiles.Options{})
	if err != nil || len(out.Examples) != 1 || len(out.Source.SHA256) != 64 {
		t.Errorf("%+v, %v", out, err)
	}
	if _, err := rnafiles.Open(t.Context(), path+".none", rnafiles.Options{}); err == nil {
		t.Error("a file that is not there is read")
	}
}

// TestBadRNA names file and line.
func TestBadRNA(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                "x.dbn: there is no sequence",
		">a\nGG\nGGXAACC\n((...))\n":      "x.dbn:3: letter 3",
		"GGAAACC\n((..))\n":               "x.dbn:2: x.dbn 1 has 7 bases and 6 places",
		"GGAAACC\n((....)\n":              "x.dbn:2: bracket 1 is not closed",
		"GGAAACC\n(...)).\nGG\n..\n":      "x.dbn:2: bracket 6 closes none",
		"GGAAACC\n([...])\n":              "x.dbn:2: place 2 is '[': pairs that cross others (pseudoknots)",
		"GGAAACC\n((.x.))\n":              "x.dbn:2: place 4 is 'x': a structure is written by points",
		"GGAAACC\n(.....)\n(.....)\n":     "x.dbn:3: a second structure",
		"GGAAACA\n((...))\n>b\nA\n.\n":    "x.dbn:2: x.dbn 1: bases 1 and 7 are G and A",
		"GNAAACC\n((...))\n":              "x.dbn:2: x.dbn 1: bases 2 and 6 are N and C",
		"GGAAACC\n":                       "x.dbn:1: x.dbn 1 has no structure",
		">a\n>b\nGGAAACC\n((...))\n":      "x.dbn:2: a has no bases",
		">a\n":                            "x.dbn:1: a has no bases",
		"(...)\n":                         "x.dbn:1: a structure without a sequence",
		"1 G 3\n3 A 0\n":                  "x.dbn:2: place \"3\": 2 is due",
		"1 G 0\n1 A 0\n3 A 0\n":           "x.dbn:3: place \"3\": 2 is due",
		"# a\n1 G 2\n2 C 0\n":             "x.dbn:2: x.dbn 1: base 1 pairs with 2, which does not pair with it",
		"1 G 0\n2 C 9\n3 A 0\n":           "x.dbn:2: x.dbn 1: base 2 pairs with 9",
		"1 G 0\n2 C 2\n":                  "x.dbn:2: x.dbn 1: base 2 pairs with 2",
		"1 G -1\n":                        "x.dbn:1: partner \"-1\"",
		"1 G 0\n2 X 0\n":                  "x.dbn:2: letter 1 is 'X'",
		"1 GG 0\n2 C 0\n":                 "x.dbn:1: base \"GG\": one letter",
		"7 a\n1 G 0 2 7 1\n":              "x.dbn:2: 6 lines of the record are missing",
		"2 a\n1 G 0 2\n":                  "x.dbn:2: a line of a base has 5 fields",
		"2 a\n1 G 0 2 2 1\n2 C 1 0 0 2\n": "x.dbn:2: a: base 1 pairs with 2",
		"0 a\n":                           "x.dbn:1: \"0\" is no line of a sequence, and no count of bases",
		"1 C 3\n2 C 4\n3 G 1\n4 G 2\n":    "x.dbn:3: x.dbn 1: pairs cross, 1 with 3 and 2 with 4",
		strings.Repeat("A", 20001) + "\n": "x.dbn:1: more than 20000",
	} {
		if _, err := readRNA(t, text, rnafiles.Options{}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40q: error %v does not say %q", text, err, want)
		}
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	many := strings.NewReader(strings.Repeat("A\n", 3000))
	if _, err := rnafiles.Read(canceled, many, "x", rnafiles.Options{}); err == nil {
		t.Error("a canceled context reads on")
	}
}

// FuzzReadRNA: what is read folds, whatever the options.
var unstructured = rnafiles.Options{WithoutStructure: true}

func FuzzReadRNA(f *testing.F) {
	f.Add(">a\nGGAAACC\n((...))\n")
	f.Add("1 G 2\n2 C 1\n")
	f.Add("2 a\n1 G 0 2 2 1\n2 C 1 0 1 2\n")
	f.Fuzz(func(t *testing.T, text string) {
		if out, err := rnafiles.Read(t.Context(), strings.NewReader(text), "x", unstructured); err == nil {
			for i, e := range out.Examples {
				if x, err := rna.ParseSequence(out.Letters[i]); err != nil || !slices.Equal(x, e.X) ||
					e.Y != nil && e.Y.Check(e.X) != nil {
					t.Errorf("%s, letters %q: %v, %+v", e.X, out.Letters[i], err, e)
				}
			}
		}
		for _, o := range []rnafiles.Options{{}, {Drop: true}, {Unpair: true}} {
			out, err := rnafiles.Read(t.Context(), strings.NewReader(text), "x", o)
			if err != nil {
				continue
			}
			if err := rna.CheckExamples(out.Examples); err != nil || len(out.Letters) != len(out.Examples) {
				t.Errorf("%+v: %v, letters of %d", o, err, len(out.Letters))
			}
			_, err = rnafiles.Read(t.Context(), strings.NewReader(text), "x", unstructured)
			if err != nil && o == (rnafiles.Options{}) {
				t.Errorf("without structures: %v", err)
			}
		}
	})
}

// TestLoadRNA loads the 151 families where they are at hand, and the synthetic ones.
func TestLoadRNA(t *testing.T) {
	t.Parallel()
	if os.Getenv("PROXLAB_DATA") != "" {
		set, err := datasets.LoadRNA(t.Context(), datasets.OnlyReal)
		if err != nil {
			t.Fatal(err)
		}
		bases, pairs := 0, 0
		for _, e := range set.Examples {
			bases += len(e.X)
			for i, j := range e.Y {
				if j > i {
					pairs++
				}
			}
		}
		if len(set.Examples) != 151 || bases != 20581 || pairs != 4928 {
			t.Errorf("%d RNAs of %d bases with %d pairs", len(set.Examples), bases, pairs)
		}
	}
	set, err := datasets.LoadRNA(t.Context(), datasets.OnlySynthetic)
	if err != nil || set.Source.Kind != datasets.Synthetic || len(set.Examples) != 100 {
		t.Fatalf("%d, %v", len(set.Examples), err)
	}
	if err := rna.CheckExamples(set.Examples); err != nil {
		t.Error(err)
	}
}

// rnaFile is a file with some content.
func rnaFile(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}
