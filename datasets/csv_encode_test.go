package datasets

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestTextsAreRead: what the reader does to files that are not quite plain.
func TestTextsAreRead(t *testing.T) {
	t.Parallel()
	auto := FrameOptions{Target: "y", Encode: encode.Options{Categories: []string{encode.Auto}}}
	for what, c := range map[string]struct {
		file, content string
		options       FrameOptions
		features      string
		first         []float64 // row
		notice        string
	}{
		"a level like a number": {"a.csv", "c,y\n007,1\nx,2\nx,3\nz,4\n", auto, "c=007 c=z", []float64{1, 0}, ""},
		"named by number": {"a.csv", "c,y\n007,1\n08,2\n08,2\n", FrameOptions{Target: "2",
			Encode: encode.Options{Categories: []string{" 1"}}}, "c=007", []float64{1}, ""},
		"no header": {"a.csv", "1,a,5\n2,b,6\n3,b,7\n", FrameOptions{Target: "3",
			Encode: encode.Options{Categories: []string{encode.Auto}}}, "1 2=a", []float64{1, 1}, ""},
		"an index": {"a.csv", ",a,y\n0,5,6\n1,7,8\n", FrameOptions{Target: "y"}, "a", []float64{5}, "no name"},
		"Unnamed: 0": {"a.csv", "Unnamed: 0,a,y\n0,5,6\n1,7,8\n", FrameOptions{Target: "y"}, "a", []float64{5},
			`no name ("Unnamed: 0")`},
		"a comma at the end": {"a.csv", "a,y,\n5,6,\n7,8,\n", FrameOptions{Target: "y"}, "a", []float64{5}, "neither"},
		"spaces": {"a.csv", "a, b ,c,y\n5,6,7,8\n7,8,9,9\n", FrameOptions{Target: " y", Drop: []string{"a", " b"}},
			"c", []float64{7}, ""},
		"a column that counts": {"a.csv", "id,a,y\n" + counted(12), FrameOptions{Target: "y"}, "id a", []float64{1, 2},
			"counts the rows from 1"},
		"empty cells of tabs": {"a.tsv", "a\tb\ty\n\t2\t3\n4\t5\t6\n", FrameOptions{Target: "y",
			Encode: encode.Options{Missing: encode.Mean}}, "a b", []float64{4, 2}, ""},
		"tabs in a .csv": {"a.csv", "a\ty\n1\t2\n", FrameOptions{Target: "y"}, "a", []float64{1}, ""},
		"decimal commas": {"a.csv", "1,5;2\n-0,25;3,5\n", FrameOptions{Target: "2"}, "", []float64{1.5},
			"commas are taken for decimal points, first on line 1"},
		"decimal commas, quoted": {"a.csv", "a,y\n\"1,5\",2\n", FrameOptions{Target: "y", Decimal: ","}, "a",
			[]float64{1.5}, ""},
		"a separator, told": {"a.txt", "a|b,c|y\n1|2|3\n", FrameOptions{Target: "y", Separator: "|"}, "a b,c",
			[]float64{1, 2}, ""},
		"tabs, told": {"a.csv", "a;b\ty\n1\t3\n", FrameOptions{Target: "y", Separator: "\t"}, "a;b", []float64{1}, ""},
		"decimal commas, told": {"a.csv", "a;b,c;y\n1;2,5;3\n", FrameOptions{Target: "y", Decimal: ","}, "a b,c",
			[]float64{1, 2.5}, ""},
		"rows without a target": {"a.csv", "a,y\n1,\n2,5\n,6\n", FrameOptions{Target: "y",
			Encode: encode.Options{Missing: encode.Drop}}, "a", []float64{2}, "2 of 3 examples are left out"},
	} {
		c.options.TextLabels = false
		f, err := frameOf(t, c.file, []byte(c.content), c.options)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		x := linalg.ToDense(f.X)
		if strings.Join(f.Features, " ") != c.features || !slices.Equal(x.Row(0), c.first) {
			t.Errorf("%s: features %q, first %v", what, f.Features, x.Row(0))
		}
		if notices := strings.Join(f.Notices, "\n"); !strings.Contains(notices, c.notice) || c.notice == "" && notices != "" {
			t.Errorf("%s: notices %q", what, f.Notices)
		}
	}
}

func counted(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d,%d,%d\n", i+1, 2+i%3, i)
	}
	return b.String()
}

// TestSparseTable: a wide table of mostly zeros is sparse, with the entries of the dense one.
func TestSparseTable(t *testing.T) {
	t.Parallel()
	const n, d = 5000, 60
	var b strings.Builder
	want := linalg.NewDense(n, d, nil)
	for i := range n {
		fmt.Fprintf(&b, "%d", i%9)
		for j := range d {
			if i > 0 && (i*j)%11 == 3 { // the first row has no entries
				want.Row(i)[j] = float64(j) - 0.5
			}
			fmt.Fprintf(&b, ",%g", want.At(i, j))
		}
		b.WriteString("\n")
	}
	f, err := frameOf(t, "a.csv", []byte(b.String()), FrameOptions{Target: "1"})
	if err != nil {
		t.Fatal(err)
	}
	if linalg.IsDense(f.X) || !slices.Equal(linalg.ToDense(f.X).Data, want.Data) {
		t.Errorf("%T, or it is another", f.X)
	}
}
