package datasets_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestFrameByContent: a table under any name is read as under its own, and SVMlight stays what it is.
func TestFrameByContent(t *testing.T) {
	t.Parallel()
	y := datasets.FrameOptions{Target: "y", NoTarget: true}
	wide := "y"
	for i := range 3000 {
		wide += fmt.Sprintf(",a rather long name of column %d", i)
	}
	for name, c := range map[string]struct {
		as, text string // the end of its own name
	}{
		"commas":                {".csv", table.csv},
		"byte-order mark":       {".csv", "\ufeff" + table.csv},
		"semicolons":            {".csv", strings.ReplaceAll(table.csv, ",", ";")},
		"tabs":                  {".tsv", strings.ReplaceAll(table.csv, ",", "\t")},
		"line ends of Windows":  {".csv", strings.ReplaceAll(table.csv, "\n", "\r\n")},
		"no header":             {".csv", table.noHeader},
		"numbers and tabs":      {".tsv", "1\t2\n3\t4\n"},
		"quotes":                {".csv", "a,\"b, c\",y\n1,2,3\n4,5,6\n"},
		"lines within quotes":   {".csv", "a,\"b\nc\nd\",y\n1,2,3\n4,5,6\n"},
		"wide":                  {".csv", wide + "\n" + strings.Repeat("1,", 3000) + "2\n"},
		"no end of the last":    {".csv", "a,y\n1,2\n3,4"},
		"spaces in names":       {".csv", "size of it, y\n1, 2\n3, 4\n"},
		"times of day":          {".csv", "when,y\n2024-01-02 10:30,1\n2024-01-03 11:30,2\n"},
		"SVMlight":              {".svm", "1 1:1 3:2\n-1 2:1\n"},
		"commas in a comment":   {".svm", "1 1:1 # a, b, c\n-1 2:1 # d, e, f\n"},
		"labels alone at first": {".svm", "1\n-1\n1 2:3\n"},
		"qid":                   {".svm", "1 qid:3 1:1\n2 qid:3 1:2\n"},
		"tabs between pairs":    {".svm", "1\t1:1\t3:2\n-1\t2:1\t3:3\n"},
		"a word as label":       {".svm", "spam 1:1\nham 2:1\n"},
		"several labels":        {".svm", "1,2 1:1\n3,4 2:1\n"},
		"prose":                 {".svm", "This is a text, and no table.\nIt has lines.\nNone, of them, is an example.\n"},
		"one line":              {".svm", "a, b\n"},
		"nothing":               {".svm", ""},
		"spaces":                {".svm", "1.0 2.0 3.0\n4.0 5.0 6.0\n"},
	} {
		want, wrong := datasets.ReadFrame(t.Context(), put(t, "a"+c.as, []byte(c.text)), y)
		for _, name2 := range []string{"a.txt", "a", "a.data"} {
			path := put(t, name2, []byte(c.text))
			got, err := datasets.ReadFrame(t.Context(), path, y)
			same := (err == nil) == (wrong == nil) && cmp.Equal(frameOf(got), frameOf(want))
			if err != nil && wrong != nil { // the same message for another name
				_, one, _ := strings.Cut(err.Error(), ":")
				_, two, _ := strings.Cut(wrong.Error(), ":")
				same = one == two
			}
			if !same {
				t.Errorf("%s as %s: error %v, not %v; read %+v", name, name2, err, wrong, frameOf(got))
			}
		}
	}
}

// frameOf is what a frame holds, without its name.
func frameOf(f *datasets.Frame) any {
	if f == nil {
		return nil
	}
	f.Source.Name = ""
	return []any{f.Source, linalg.ToDense(f.X), f.Y, f.Task, f.Features, f.Labels, f.Target}
}

// TestFormatOptions: the format that is named is read, whatever name and content say; others are refused with a remedy.
func TestFormatOptions(t *testing.T) {
	t.Parallel()
	read := func(content, format string) error {
		o := datasets.FrameOptions{NoTarget: true, Format: datasets.Format(format)}
		_, err := datasets.ReadFrame(t.Context(), put(t, "a.csv", []byte(content)), o)
		return err
	}
	for _, c := range []struct{ content, format, says string }{
		{"1 1:1\n", "svmlight", ""}, {"a\tb\n1\t2\n", "tsv", ""}, {string(npy("<f8", false, "2, 2", table.x[:4])), "npy", ""},
		{"1 1:1\n", "hdf5", `the format "hdf5" is none of [csv tsv svmlight`}, {"a,b\n1,2\n", "svmlight", "is no label"},
	} {
		if err := read(c.content, c.format); (err == nil) != (c.says == "") ||
			err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q as %s: %v", c.content, c.format, err)
		}
	}
	for _, begins := range []string{"PAR1", "ARROW1", "FEA1"} {
		_, err := datasets.ReadFrame(t.Context(), put(t, "a.parquet", []byte(begins+"\x00\x00")), datasets.FrameOptions{})
		if err == nil || !strings.Contains(err.Error(), "to_csv") {
			t.Errorf("%s: %v", begins, err)
		}
	}
	o := datasets.FrameOptions{Format: datasets.FormatCSV}
	if _, err := datasets.ReadFrame(t.Context(), "@a9a", o); err == nil || !strings.Contains(err.Error(), "of its own") {
		t.Errorf("the format of a registered set: %v", err)
	}
}

// TestFrameFrom: a stream is read as a file is, byte by byte too, and one that waits for ever ends with the context.
func TestFrameFrom(t *testing.T) {
	t.Parallel()
	o := datasets.FrameOptions{Target: "y", Weights: "w", Task: "t"}
	for _, path := range []string{
		put(t, "a.csv", []byte(table.csv)),
		put(t, "a.npz", npz(t, map[string][]byte{
			"X": npy("<f8", false, "3, 2", table.x), "y": npy("<f8", false, "3,", table.y),
			"w": npy("<f8", false, "3,", table.w), "t": npy("<i8", false, "3,", table.task),
		})),
	} {
		want, err := datasets.ReadFrame(t.Context(), path, o)
		if err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := datasets.ReadFrameFrom(t.Context(), slow{bytes.NewReader(content)}, "stream", o)
		if err != nil || !cmp.Equal(frameOf(got), frameOf(want)) {
			t.Errorf("%s: %+v, error %v", path, frameOf(got), err)
		}
	}
	_, err := datasets.ReadFrameFrom(t.Context(), strings.NewReader("a,y\n1,2\n3\n"), "stream", o)
	if err == nil || !strings.HasPrefix(err.Error(), "stream") {
		t.Errorf("an error of a stream: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	waits, writer := io.Pipe()
	go func() {
		_, _ = writer.Write([]byte("a,y\n1,2\n"))
		cancel()
	}()
	if _, err := datasets.ReadFrameFrom(ctx, waits, "stream", o); !errors.Is(err, context.Canceled) {
		t.Errorf("a stream that waits: %v", err)
	}
}

// slow reads a byte at a time.
type slow struct{ io.Reader }

func (s slow) Read(p []byte) (int, error) { return s.Reader.Read(p[:min(1, len(p))]) }

// TestZeroBased: indices count from 0 where one is 0, wherever that stands, or where options say so.
func TestZeroBased(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text     string
		say      bool
		want     []float64 // the first row
		cols     int
		from     bool
		columns  int
		mistaken string
	}{
		{"1 0:5 2:7\n2 1:3\n", false, []float64{5, 0, 7}, 3, true, 0, ""},
		{"1 1:5\n2\n3 0:1 3:2\n", false, []float64{0, 5, 0, 0}, 4, true, 0, ""},
		{"1 4:5\n2 0:1\n", false, []float64{0, 0, 0, 0, 5}, 5, true, 0, ""},
		{"1\n2 0:1\n", false, []float64{0}, 1, true, 0, ""},
		{"1 1:5\n2 3:1\n", false, []float64{5, 0, 0}, 3, false, 0, ""},
		{"1 1:5\n2 3:1\n", true, []float64{0, 5, 0, 0}, 4, true, 0, ""},
		{"1 0:5\n2 1:1\n", true, []float64{5, 0, 0, 0, 0}, 5, true, 5, ""},
		{"1 0:5 0:6\n", false, nil, 0, false, 0, "index 0 stands there twice"},
		{"1 2:5 0:6\n", false, nil, 0, false, 0, "index 0 comes after index 2"},
	} {
		o := datasets.FrameOptions{ZeroBased: c.say, Columns: c.columns}
		f, err := datasets.ReadFrame(t.Context(), put(t, "a.svm", []byte(c.text)), o)
		if c.mistaken != "" {
			if err == nil || !strings.Contains(err.Error(), c.mistaken) {
				t.Errorf("%q: %v", c.text, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		x := linalg.ToDense(f.X)
		if x.C != c.cols || !slices.Equal(x.Row(0), c.want) || f.ZeroBased != c.from {
			t.Errorf("%q: %v, from 0 %v", c.text, x, f.ZeroBased)
		}
	}
}
