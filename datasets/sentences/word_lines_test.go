package sentences

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// writtenAgain is a file with other labels in a column.
func writtenAgain(t *testing.T, w *WordLines, n int, labels [][]string) string {
	t.Helper()
	var out bytes.Buffer
	if err := w.Write(&out, n, labels); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestWordLinesAreWrittenAsRead: with their own labels, in every column, all files stay as they are; with others, that
// column alone changes.
func TestWordLinesAreWrittenAsRead(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"spaces":        "\ufeff# # O\n\nThe DT  B-NP\ncat NN I-NP \n\n\n# # O\r\n",
		"tabs":          "The cat\tDT\tB\n \n1\t2\t3",
		"one column":    "The\ncat\n",
		"docstart":      "-DOCSTART- -X- O O\n\nEU NNP B-NP B-ORG\n",
		"a number":      "1 CD\n2 CD\n",
		"other letters": "слово 名\n語 क\n",
	}
	for name, c := range samples {
		files[name] = c.text
	}
	for name, text := range files {
		w, err := ReadWordLines(t.Context(), strings.NewReader(text), "a", "")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		first, last := 1, len(w.Sentences[0][0])
		if w.Format != "" { // the others make the tree
			column := ""
			if w.Format == CoNLLU {
				column = "UPOS"
			}
			if first, err = w.TagColumn(column); err != nil {
				t.Fatal(err)
			}
			last = min(last, first)
		}
		for n := first; n <= last; n++ {
			old, err := w.Labels(n)
			if err != nil {
				t.Fatalf("%s, column %d: %v", name, n, err)
			}
			if d := cmp.Diff(text, writtenAgain(t, w, n, old)); d != "" {
				t.Errorf("%s, column %d (-before +after):\n%s", name, n, d)
			}
			fresh := make([][]string, len(old))
			for i, s := range old {
				for _, label := range s {
					fresh[i] = append(fresh[i], "new-"+label)
				}
			}
			changed := writtenAgain(t, w, n, fresh)
			again, err := ReadWordLines(t.Context(), strings.NewReader(changed), "b", plainOr(w.Format))
			if err != nil {
				t.Errorf("%s, column %d: %v", name, n, err)
				continue
			}
			if got, err := again.Labels(n); err != nil || !cmp.Equal(got, fresh) {
				t.Errorf("%s, column %d: labels %q, written were %q: %v", name, n, got, fresh, err)
			}
			if strings.ReplaceAll(changed, "new-", "") != text {
				t.Errorf("%s, column %d: more than labels was changed: %q", name, n, changed)
			}
		}
	}
}

// plainOr is a format by its name.
func plainOr(f CoNLL) CoNLL {
	if f == "" {
		return PlainColumns
	}
	return f
}

// TestLabelsAreAdded: a column more than there are is put behind the last; two more are not.
func TestLabelsAreAdded(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"The\ncat \n\nsat\n": "The A\ncat B\n\nsat C\n", "a\tb\nc\td\n\ne\tf": "a\tb\tA\nc\td\tB\n\ne\tf\tC",
	} {
		w, err := ReadWordLines(t.Context(), strings.NewReader(text), "a", "")
		if err != nil {
			t.Fatal(err)
		}
		labels := [][]string{{"A", "B"}, {"C"}}
		n := len(w.Sentences[0][0])
		if got := writtenAgain(t, w, n+1, labels); got != want {
			t.Errorf("%q becomes %q", text, got)
		}
		if err := w.Write(&bytes.Buffer{}, n+2, labels); err == nil || !strings.Contains(err.Error(), "a:1: ") {
			t.Errorf("column %d of %d is written: %v", n+2, n, err)
		}
		for _, bad := range [][][]string{{{"A", "B"}}, {{"A"}, {"C"}}, {{"A", ""}, {"C"}}, {{"A", "x\ty"}, {"C"}}} {
			if err := w.Write(&bytes.Buffer{}, n, bad); err == nil {
				t.Errorf("labels %q are written", bad)
			}
		}
	}
}

// TestBadWordLines: each is refused with its line.
func TestBadWordLines(t *testing.T) {
	t.Parallel()
	for text, says := range map[string]string{
		"":                              "a: the file holds no words",
		" \n\n":                         "a: the file holds no words",
		"a b\nc\n":                      "a:2: 1 columns, where words before have 2: is one missing",
		"a\tb\n\nc d\n":                 "a:3: 1 columns, where words before have 2",
		"a\t\tb\nc\t\td\n":              "a:1: column 2 is empty",
		"a b\ncaf\xe9 x\n":              "a:2: the line is no UTF-8",
		"\xff\xfea":                     "a:1: the text is UTF-16",
		"# text = a b\n1 a b\n":         "a:2: \"1 a b\"",
		"1 a a X x _ 0 r _ _\n":         "a:1: \"1 a a X x _ 0 r _ _\"",
		"1\ta\n2\tb\tc\n":               "a:2: 3 columns, where words before have 2",
		"# text = x\n\n1\ta\t_\tN\tN\n": "a:1: a sentence without words",
	} {
		if _, err := ReadWordLines(t.Context(), strings.NewReader(text), "a", ""); err == nil ||
			!strings.Contains(err.Error(), says) {
			t.Errorf("%q: error %v does not say %q", text, err, says)
		}
	}
}

// TestTagColumns: what names of columns stand for, and labels that are not there.
func TestTagColumns(t *testing.T) {
	t.Parallel()
	plain, conll := "a b c\n", "1\ta\tl\tU\tX\t_\n"
	for _, c := range []struct {
		text, name string
		want       int
		says       string
	}{
		{plain, "", 3, ""}, {plain, "2", 2, ""}, {plain, "XPOS", 0, "is no number"}, {plain, "0", 0, "is no number"},
		{plain, "02", 0, "is no number"}, {conll, "", 5, ""}, {conll, "upos", 4, ""},
		{conll, "10", 10, "a:1: \"a\" has no label"},
		{conll, "6", 6, "a:1: no word has a label"}, {plain, "4", 4, "a:1: \"a\" has no label"},
	} {
		w, err := ReadWordLines(t.Context(), strings.NewReader(c.text), "a", "")
		if err != nil {
			t.Fatal(err)
		}
		n, err := w.TagColumn(c.name)
		if err == nil {
			_, err = w.Labels(n)
		}
		if n != c.want || (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q, column %q: %d, %v; due are %d, %q", c.text, c.name, n, err, c.want, c.says)
		}
	}
	var long strings.Builder
	for k := range 400 {
		fmt.Fprintf(&long, "w%d X\n", k)
	}
	w, err := ReadWordLines(t.Context(), strings.NewReader(long.String()), "a", "")
	if err != nil || len(w.Sentences[0]) != 400 {
		t.Errorf("400 words: %v", err)
	}
}
