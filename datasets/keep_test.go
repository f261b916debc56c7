package datasets_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/encode"
)

// TestFrameKeepsAColumn: a column that is kept is no feature, and text as it stands, in every format that has columns.
func TestFrameKeepsAColumn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	table := write("a.csv", "size,patient,price\n1,anna,5\n2,ben,6\n3,anna,7\n")
	vector := write("ids.mtx", "%%MatrixMarket matrix array real general\n3 1\n4\n4\n5.5\n")
	matrix := write("a.mtx", "%%MatrixMarket matrix array real general\n2 3\n1\n2\n3\n4\n0.5\n7\n")
	ranked := write("a.svm", "1 qid:7 1:2\n2 qid:7 1:3\n3 qid:8 1:4\n")
	for _, c := range []struct {
		path, target, keep string
		want               []string
		says               string
	}{
		{matrix, "1", "3", []string{"0.5", "7"}, ""},
		{table, "price", "patient", []string{"anna", "ben", "anna"}, ""},
		{table, "price", "2", []string{"anna", "ben", "anna"}, ""},
		{ranked, "", "qid", []string{"7", "7", "8"}, ""},
		{ranked, "", vector, []string{"4", "4", "5.5"}, ""},
		{table, "price", "doctor", nil, "there is no column \"doctor\""},
		{table, "price", "price", nil, "cannot be two things"},
		{ranked, "", "patient", nil, "no column \"patient\" to keep"},
		{"@a9a", "", "patient", nil, "own targets"},
	} {
		f, err := datasets.ReadFrame(t.Context(), c.path, datasets.FrameOptions{Target: c.target, Keep: []string{c.keep}})
		if c.says != "" {
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s in %s: %v", c.keep, c.path, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, d := f.X.Dims(); d != 1 || !slices.Equal(f.Kept[0], c.want) {
			t.Errorf("%s in %s: %q, and %d features", c.keep, c.path, f.Kept, d)
		}
	}
}

// TestFrameKeepsTwoColumns: in the order asked for, also from files of their own, and without the examples left out.
func TestFrameKeepsTwoColumns(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	table, ids := filepath.Join(dir, "a.csv"), filepath.Join(dir, "ids.mtx")
	for path, content := range map[string]string{
		table: "size,died,patient,price\n1,yes,anna,5\n,no,ben,6\n3,no,anna,7\n",
		ids:   "%%MatrixMarket matrix array real general\n3 1\n4\n5\n6\n",
	} {
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	f, err := datasets.ReadFrame(t.Context(), table, datasets.FrameOptions{
		Target: "price", Keep: []string{"patient", ids, "2"}, Encode: encode.Options{Missing: encode.Drop},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{"anna", "anna"}, {"4", "6"}, {"yes", "no"}}
	if _, d := f.X.Dims(); d != 1 || !slices.EqualFunc(f.Kept, want, slices.Equal[[]string]) {
		t.Errorf("%q is kept, beside %d features", f.Kept, d)
	}
}
