package datasets_test

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

func readRNA(t *testing.T, text string, o datasets.RNAOptions) (*datasets.RNAs, error) {
	t.Helper()
	return datasets.ReadRNA(t.Context(), strings.NewReader(text), "x.dbn", o)
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
		out, err := readRNA(t, c.text, datasets.RNAOptions{})
		if err != nil || len(out.Examples) != c.count {
			t.Fatalf("%q: %+v, %v", c.text, out, err)
		}
		for _, e := range out.Examples[:1] {
			if e.X.String() != "GGAAACC" || e.Y.String() != "((...))" {
				t.Errorf("%q: %s, %s", c.text, e.X, e.Y)
			}
		}
		var b bytes.Buffer
		if err := datasets.WriteRNA(&b, out.Examples); err != nil {
			t.Fatal(err)
		}
		again, err := readRNA(t, b.String(), datasets.RNAOptions{})
		if err != nil || len(again.Examples) != c.count || again.Examples[0].Y.String() != "((...))" {
			t.Errorf("%q: %+v, %v", b.String(), again, err)
		}
	}
	out, err := readRNA(t, ">a\nGGAA\nACC\n>b\nAC GU\n", datasets.RNAOptions{WithoutStructure: true})
	if err != nil || len(out.Examples) != 2 || out.Examples[0].X.String() != "GGAAACC" || out.Examples[1].Y != nil {
		t.Errorf("%+v, %v", out, err)
	}
	knots := ">a\nGGAAACC\n([...])\n>b\nGGAAACC\n((...))\n>c\nAAA\n(.)\n"
	out, err = readRNA(t, knots, datasets.RNAOptions{Drop: true})
	if err != nil || len(out.Examples) != 1 || len(out.Dropped) != 2 {
		t.Errorf("%+v, %v", out, err)
	}
}

// TestOpenRNA reads a file, and knows its checksum.
func TestOpenRNA(t *testing.T) {
	t.Parallel()
	path := put(t, "a.dbn", []byte(">a\nGGAAACC\n((...))\n"))
	out, err := datasets.OpenRNA(t.Context(), path, datasets.RNAOptions{})
	if err != nil || len(out.Examples) != 1 || len(out.Source.SHA256) != 64 {
		t.Errorf("%+v, %v", out, err)
	}
	if _, err := datasets.OpenRNA(t.Context(), path+".none", datasets.RNAOptions{}); err == nil {
		t.Error("a file that is not there is read")
	}
}

// TestBadRNA names file and line.
func TestBadRNA(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                "no sequence",
		"GGXAACC\n((...))\n":              "letter 3",
		"GGAAACC\n((..))\n":               "7 bases and 6 places",
		"GGAAACC\n((....)\n":              "not closed",
		"GGAAACC\n(...)).\n":              "closes none",
		"GGAAACC\n([...])\n":              "pseudoknots",
		"GGAAACC\n((.x.))\n":              "written by points",
		"GGAAACC\n(.....)\n(.....)\n":     "second structure",
		"GGAAACA\n((...))\n":              "AU, CG and GU",
		"GGAAACC\n":                       "no structure",
		">a\n>b\nGGAAACC\n((...))\n":      "a has no bases",
		"(...)\n":                         "without a sequence",
		"1 G 3\n3 A 0\n":                  "place \"3\": 2 is due",
		"1 G 2\n2 C 0\n":                  "does not pair with it",
		"1 G 9\n2 C 1\n":                  "does not pair with it",
		"1 G -1\n":                        "-1",
		"1 GG 0\n2 C 0\n":                 "one letter",
		"7 a\n1 G 0 2 7 1\n":              "6 lines of the record are missing",
		"2 a\n1 G 0 2\n":                  "5 fields",
		"0 a\n":                           "no count of bases",
		"1 C 3\n2 C 4\n3 G 1\n4 G 2\n":    "cross",
		strings.Repeat("A", 20001) + "\n": "more than 20000",
	} {
		if _, err := readRNA(t, text, datasets.RNAOptions{}); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), "x.dbn") {
			t.Errorf("%.40q: error %v does not say %q", text, err, want)
		}
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	many := strings.NewReader(strings.Repeat("A\n", 3000))
	if _, err := datasets.ReadRNA(canceled, many, "x", datasets.RNAOptions{}); err == nil {
		t.Error("a canceled context reads on")
	}
}

func FuzzReadRNA(f *testing.F) {
	f.Add(">a\nGGAAACC\n((...))\n")
	f.Add("1 G 2\n2 C 1\n")
	f.Add("2 a\n1 G 0 2 2 1\n2 C 1 0 1 2\n")
	f.Fuzz(func(t *testing.T, text string) {
		out, err := datasets.ReadRNA(t.Context(), strings.NewReader(text), "x", datasets.RNAOptions{})
		if err != nil {
			return
		}
		if err := rna.CheckExamples(out.Examples); err != nil {
			t.Error(err)
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
