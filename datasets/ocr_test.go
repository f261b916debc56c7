package datasets

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/source"
)

// line returns a line of letter.data with blank pixels.
func line(id, letter, next, word, position, fold any) string {
	return fmt.Sprintf("%v\t%v\t%v\t%v\t%v\t%v\t%s\n",
		id, letter, next, word, position, fold, strings.Repeat("0\t", dataset.LetterPixels))
}

func TestReadOCRRejectsBadInput(t *testing.T) {
	t.Parallel()
	good := line(1, "a", 2, 1, 1, 0) + line(2, "b", -1, 1, 2, 0)
	for _, c := range []struct{ what, text, want string }{
		{"empty", "", "no letters"},
		{"a blank line", good + "\n", "f:3: 0 fields, not 134"},
		{"a pixel of 2", strings.Replace(good, "0\t0\t\n", "0\t2\t\n", 1), "f:1: field 134: pixel \"2\""},
		{"a missing pixel", strings.Replace(good, "0\t0\t\n", "0\t\n", 1), "f:1: 133 fields"},
		{"a pixel too many", strings.Replace(good, "0\t0\t\n", "0\t0\t0\t\n", 1), "f:1: field 135: more than 128"},
		{"a capital", line(1, "A", -1, 1, 1, 0), "f:1: field 2: letter \"A\""},
		{"two letters", line(1, "ab", -1, 1, 1, 0), "field 2: letter \"ab\""},
		{"text for a number", line("one", "a", -1, 1, 1, 0), "f:1: field 1: \"one\" is not a whole number"},
		{"NaN", line(1, "a", -1, 1, 1, "NaN"), "field 6"},
		{"fold 10", line(1, "a", -1, 1, 1, 10), "f:1: field 6: fold 10"},
		{"a broken chain", line(1, "a", 3, 1, 1, 0) + line(2, "b", -1, 1, 2, 0),
			"f:2: field 1: letter 2 comes where the line before announces 3"},
		{"a word that ends too early", line(1, "a", 2, 1, 1, 0) + line(2, "b", -1, 2, 1, 0),
			"f:2: field 4: word 2 begins before word 1 has ended"},
		{"a wrong position", line(1, "a", 2, 1, 1, 0) + line(2, "b", -1, 1, 3, 0), "f:2: field 5: position 3 where 2 is due"},
		{"a fold inside a word", line(1, "a", 2, 1, 1, 0) + line(2, "b", -1, 1, 2, 4), "f:2: field 6"},
		{"a letter twice", line(1, "a", -1, 1, 1, 0) + line(1, "a", -1, 2, 1, 0),
			"f:2: field 1: letter 1 stands on line 1 already"},
		{"a word twice", good + line(3, "a", -1, 1, 1, 0), "f:3: field 4: word 1 began on line 1 already"},
		{"a word cut off", line(1, "a", 2, 1, 1, 0), "the file ends inside a word"},
		{"a line without end", strings.Repeat("1", 1<<17), "f:1: the line is longer"},
	} {
		_, err := dataset.ReadOCR(t.Context(), strings.NewReader(c.text), "f")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, not %q", c.what, err, c.want)
		}
	}
	for what, text := range map[string]string{
		"no end of line at the end": strings.TrimSuffix(good, "\n"),
		"no trailing tab":           strings.ReplaceAll(good, "\t\n", "\n"),
		"carriage returns":          strings.ReplaceAll(good, "\n", "\r\n"),
	} {
		if o, err := dataset.ReadOCR(t.Context(), strings.NewReader(text), "f"); err != nil || o.Text(o.Words[0]) != "ab" {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func FuzzReadOCR(f *testing.F) {
	f.Add(line(1, "a", 2, 1, 1, 0) + line(2, "b", -1, 1, 2, 0))
	f.Add("1\ta\t-1\t1\t1\t0\t")
	f.Fuzz(func(t *testing.T, text string) {
		o, err := dataset.ReadOCR(t.Context(), strings.NewReader(text), "fuzz")
		if err != nil {
			return
		}
		end := 0
		for _, w := range o.Words {
			if w.Start != end || w.End <= w.Start {
				t.Fatalf("words do not follow one another: %+v", o.Words)
			}
			end = w.End
		}
		if end != len(o.Letters) {
			t.Fatalf("%d letters in words, %d in all", end, len(o.Letters))
		}
	})
}

// place puts a file into a folder named by PROXLAB_DATA and away from any cache.
func place(t *testing.T, name string, content []byte) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv(Env, dir)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
}

func gzipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestLoadOCRRejectsOtherContent(t *testing.T) {
	good := line(1, "a", 2, 1, 1, 0) + line(2, "b", -1, 1, 2, 0)
	place(t, "ocr/letter.data.gz", gzipped(t, good))
	for _, policy := range []Policy{Auto, OnlyReal} {
		_, err := LoadOCR(t.Context(), policy)
		var sum *source.ChecksumError
		if !errors.As(err, &sum) {
			t.Errorf("%s: error %v, not a checksum error", policy, err)
		}
	}
	place(t, "ocr/letter.data.gz", gzipped(t, good)[:60])
	if _, err := LoadOCR(t.Context(), Auto); err == nil || !strings.Contains(err.Error(), "letter.data.gz:") ||
		!strings.Contains(err.Error(), "cut off") {
		t.Errorf("truncated gzip: error %v", err)
	}
	place(t, "ocr/letter.data", nil)
	if _, err := LoadOCR(t.Context(), Auto); err == nil || !strings.Contains(err.Error(), "no letters") {
		t.Errorf("empty file: error %v", err)
	}
}

func TestLoadOCRWithoutData(t *testing.T) {
	t.Setenv(Env, "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	var missing *NotFoundError
	if _, err := LoadOCR(t.Context(), OnlyReal); !errors.As(err, &missing) ||
		!strings.Contains(err.Error(), "proxlab data fetch ocr") {
		t.Errorf("error %v", err)
	}
	if o, err := LoadOCR(t.Context(), Auto); err != nil || o.Source.Kind != Synthetic {
		t.Errorf("auto without data: %v", err)
	}
	t.Setenv(Env, "relative/folder")
	if _, err := LoadOCR(t.Context(), Auto); err == nil || !strings.Contains(err.Error(), "not absolute") {
		t.Errorf("a relative folder: error %v", err)
	}
}

func TestRealOCR(t *testing.T) {
	t.Parallel()
	o, err := LoadOCR(t.Context(), OnlyReal)
	var missing *NotFoundError
	if errors.As(err, &missing) {
		t.Skip("the real set is not at hand")
	}
	if err != nil {
		t.Fatal(err)
	}
	words, letters := make([]int, dataset.OCRFolds), make([]int, dataset.OCRFolds)
	for _, w := range o.Words {
		words[w.Fold]++
		letters[w.Fold] += w.End - w.Start
	}
	if d := cmp.Diff([]int{626, 704, 684, 698, 693, 651, 739, 717, 690, 675}, words); d != "" {
		t.Errorf("words per fold:\n%s", d)
	}
	if d := cmp.Diff([]int{4617, 5375, 5110, 5353, 5270, 5001, 5583, 5370, 5331, 5142}, letters); d != "" {
		t.Errorf("letters per fold:\n%s", d)
	}
}
