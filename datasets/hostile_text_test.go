package datasets

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// hostileText are files of CSV and SVMlight.
func hostileText() []hostile {
	y, last := FrameOptions{Target: "y"}, FrameOptions{Target: "2"}
	text := FrameOptions{Target: "y", TextLabels: true}
	long := strings.Repeat("8", 1<<20)
	wide := strings.Repeat("1,", 1<<17) + "1\n"
	var names strings.Builder
	for j := range 1 << 14 {
		fmt.Fprintf(&names, "c%d,", j)
	}
	utf16 := "\xff\xfea\x00,\x00y\x00\n\x00"
	return []hostile{
		{what: "csv empty", file: "a.csv", options: y, says: "empty"},
		{what: "csv of a mark alone", file: "a.csv", content: "\ufeff", options: y, says: "empty"},
		{what: "csv of UTF-16", file: "a.csv", content: utf16, options: y, says: "a.csv:1: the text is UTF-16"},
		{what: "csv of empty lines", file: "a.csv", content: "\n\n\n", options: y, says: "empty"},
		{what: "csv of one endless cell", file: "a.csv", content: "a,y\n1," + strings.Repeat("7", 1<<23), options: y,
			says: "a.csv:2: the line is longer than 4194304 bytes"},
		{what: "csv of a quote that is not closed", file: "a.csv",
			content: "a,y\n1,2\n\"" + strings.Repeat("1,2\n", 1<<22/3), options: y, says: "a.csv:3: the line is longer"},
		{what: "csv cut in a quote", file: "a.csv", content: "a,y\n1,\"2", options: y, says: "a.csv:2"},
		{what: "csv cut in a line", file: "a.csv", content: "a,y\n1,2\n3", options: y, says: "a.csv:3: there are 1 fields"},
		{what: "csv NaN", file: "a.csv", content: "a,y\n1,2\nNaN,4\n", options: y, says: `a.csv:3: field 1: column "a": the`},
		{what: "csv infinite", file: "a.csv", content: "a,y\n1,2\n1e999,4\n", options: y, says: `"1e999" is no number`},
		{what: "csv first example with a gap", file: "a.csv", content: "NA,2\n3,4\n", options: last,
			says: "a.csv:1: field 1: column 1: the value is missing"},
		{what: "csv target with a gap", file: "a.csv", content: "a,y\n1,0\n2,nan\n3,1\n", options: text,
			says: `a.csv:3: field 2: column "y": the value is missing`},
		{what: "csv label in Latin 1", file: "a.csv", content: "a,y\n1,caf\xe9\n2,th\xe9\n", options: text,
			says: `a.csv:2: field 2: column "y": "caf\xe9" is no UTF-8`},
		{what: "csv name in Latin 1", file: "a.csv", content: "caf\xe9,y\n1,2\n", options: y, says: "is no UTF-8"},
		{what: "csv NUL", file: "a.csv", content: "a,y\n1\x00,2\n", options: y, says: `"1\x00" is no number`},
		{what: "csv a name twice", file: "a.csv", content: "a,a,y\n1,2,3\n", options: y, says: "a.csv:1: field 2"},
		{what: "csv a long value", file: "a.csv", content: "a,y\n1," + long + "x\n", options: y, says: "…"},
		{what: "csv wide header, short lines", file: "a.csv", content: names.String() + "y\n1\n", options: y,
			says: "a.csv:2: there are 1 fields where the first line has 16385"},
		{what: "csv wide, no such target", file: "a.csv", content: wide + wide, options: y, says: "numbered 1 to 131073"},
		{what: "csv a task that is no whole number", file: "a.csv", content: "a,y,t\n1,2,0.5\n",
			options: FrameOptions{Target: "y", Task: "t"}, says: "a.csv:2: field 3"},
		{what: "csv a negative weight", file: "a.csv", content: "a,y,w\n1,2,1\n1,2,-1\n",
			options: FrameOptions{Target: "y", Weights: "w"}, says: "weight 2 is -1"},
		{what: "svm empty", file: "a.svm", says: "no examples"},
		{what: "svm a fractional index", file: "a.svm", content: "1 1:1\n1 1.5:1\n", says: `a.svm:2: field 2: "1.5:1"`},
		{what: "svm a negative index", file: "a.svm", content: "1 -1:1\n", says: `a.svm:1: field 2: "-1:1"`},
		{what: "svm a NaN index", file: "a.svm", content: "1 nan:1\n", says: `a.svm:1: field 2: "nan:1"`},
		{what: "svm an index twice", file: "a.svm", content: "1 2:1 2:1\n", says: "a.svm:1: field 3: index 2 stands"},
		{what: "svm a huge index", file: "a.svm", content: "1 99999999999999999999:1\n", says: "a.svm:1: field 2"},
		{what: "svm a NaN value", file: "a.svm", content: "1 1:NaN\n", says: `a.svm:1: field 2: "NaN"`},
		{what: "svm a NaN label", file: "a.svm", content: "NaN 1:1\n", says: `a.svm:1: field 1: "NaN"`},
		{what: "svm an endless line", file: "a.svm", content: "1 1:" + strings.Repeat("8", 1<<22),
			says: "a.svm:1: the line is longer"},
		{what: "svm a long token", file: "a.svm", content: "1 1:x" + long, says: "…"},
		{what: "svm cut in a pair", file: "a.svm", content: "1 1:1\n-1 2:", says: "a.svm:2: field 2"},
	}
}

// hostileMarket are files of MatrixMarket.
func hostileMarket() []hostile {
	column := FrameOptions{Target: "1"}
	mtx := func(kind, rest string) string { return "%%MatrixMarket matrix " + kind + " general\n" + rest }
	symmetric := "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 2 1\n2 1 1\n"
	coordinate := func(rest string) string { return mtx("coordinate real", rest) }
	array := func(rest string) string { return mtx("array real", rest) }
	var out []hostile
	for k, c := range []struct{ content, says string }{
		{"", "no MatrixMarket file"},
		{coordinate(""), "a.mtx:"},
		{coordinate("134217728 2 0\n"), "a.mtx:2: a matrix of 134217728 × 2 with 0 entries"},
		{coordinate("134217728 2 1\n1 1 1\n"), "with 1 entries"},
		{coordinate("1 2147483647 1\n1 1 1\n"), "with 1 entries"},
		{coordinate("2147483647 2147483647 2147483647\n1 1 1\n"), "2147483647 entries, where the file has"},
		{coordinate("99999999999 1 1\n"), `a.mtx:2: field 1: "99999999999" is no size`},
		{coordinate("-1 1 1\n"), `"-1" is no size`},
		{coordinate("1.5 1 1\n"), `"1.5" is no size`},
		{coordinate("2 2 2\n1 1 1\n"), "cut off"},
		{coordinate("2 2 1\n1 1 1\n2 2 1\n"), `a.mtx:4: "2 2 1" comes after the last entry`},
		{coordinate("2 2 2\n2 1 1\n2 1 3\n"), "a.mtx:4: row 2: column 1 stands there twice"},
		{symmetric, "a.mtx:4: row 1: column 2 stands there twice"},
		{coordinate("2 2 1\n0 1 1\n"), "there is no entry 0, 1"},
		{coordinate("2 2 1\n-1 1 1\n"), "there is no entry -1, 1"},
		{coordinate("2 2 1\n1.5 1 1\n"), "there is no entry 1.5, 1"},
		{coordinate("2 2 1\nNaN 1 1\n"), "there is no entry NaN, 1"},
		{coordinate("2 2 1\n3 1 1\n"), "there is no entry 3, 1"},
		{coordinate("2 2 1\n1 1 NaN\n"), `a.mtx:3: field 3: "NaN"`},
		{mtx("coordinate integer", "2 2 1\n1 1 0.5\n"), `a.mtx:3: field 3: "0.5" is no whole number`},
		{array("2147483647 2147483647\n1\n"), "a matrix of 2147483647 × 2147483647, where the file has"},
		{array("100000 100000\n1\n"), "cut off"},
		{array("0 2147483647\n"), "nothing to learn from"},
		{array("1 1\n1\n2\n"), `a.mtx:4: "2" comes after`},
		{array("1 1\n1 2\n"), "a.mtx:3: there are more than 1 values"},
		{array("1 1\nnan\n"), `a.mtx:3: field 1: "nan"`},
	} {
		out = append(out, hostile{what: fmt.Sprintf("mtx %d", k), file: "a.mtx", content: c.content, options: column,
			says: c.says})
	}
	return out
}

// TestByteOrderMark: the first example behind a mark is an example, and a header behind one a header.
func TestByteOrderMark(t *testing.T) {
	t.Parallel()
	const mark = "\ufeff"
	for _, c := range []struct {
		name, content string
		features      []string
	}{
		{"a.csv", mark + "1,2\n3,4\n", nil}, {"a.csv", mark + "\"a\",y\n1,2\n3,4\n", []string{"a"}},
		{"a.svm", mark + "2 1:1\n4 1:3\n", nil},
		{"a.mtx", mark + "%%MatrixMarket matrix array real general\n2 2\n1\n3\n2\n4\n", nil},
	} {
		o := FrameOptions{Target: "2"}
		if c.name == "a.svm" {
			o.Target = ""
		}
		f, err := frameOf(t, c.name, []byte(c.content), o)
		if err != nil {
			t.Errorf("%q: %v", c.content, err)
			continue
		}
		if x := linalg.ToDense(f.X); !slices.Equal(x.Data, []float64{1, 3}) || !slices.Equal(f.Y, []float64{2, 4}) ||
			!slices.Equal(f.Features, c.features) {
			t.Errorf("%q: %v, targets %v, features %q", c.content, x.Data, f.Y, f.Features)
		}
	}
}
