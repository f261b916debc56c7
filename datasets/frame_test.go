package datasets_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/features"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// put writes a file of a folder for a test.
func put(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// npy returns an array as NumPy writes it.
func npy(kind string, fortran bool, shape string, values any) []byte {
	var b bytes.Buffer
	order := map[bool]string{false: "False", true: "True"}[fortran]
	head := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': (%s), }\n", kind, order, shape)
	b.WriteString("\x93NUMPY\x01\x00")
	_ = binary.Write(&b, binary.LittleEndian, uint16(len(head)))
	b.WriteString(head)
	_ = binary.Write(&b, binary.LittleEndian, values)
	return b.Bytes()
}

func npz(t *testing.T, arrays map[string][]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, content := range arrays {
		w, err := z.Create(name + ".npy")
		if err == nil {
			_, err = w.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// table is what every format below holds: three examples of two features with targets, weights and tasks.
var table = struct {
	x             []float64
	y, w          []float64
	task          []int64
	csv, noHeader string
}{
	[]float64{1, 2, 3, 0, -5, 6.5}, []float64{10, 20, 30}, []float64{1, 0.5, 2}, []int64{7, 8, 7},
	"a,y,b,w,t\n1,10,2,1,7\n3,20,0,0.5,8\n-5,30,6.5,2,7\n", "1,10,2,1,7\n3,20,0,0.5,8\n-5,30,6.5,2,7\n",
}

func TestFrameFormats(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte(table.csv))
	_ = z.Close()
	rows := []float64{1, 10, 2, 1, 7, 3, 20, 0, 0.5, 8, -5, 30, 6.5, 2, 7}
	columns := []float32{1, 3, -5, 10, 20, 30, 2, 0, 6.5, 1, 0.5, 2, 7, 8, 7}
	named := datasets.FrameOptions{Target: "y", Weights: "w", Task: "t"}
	numbered := datasets.FrameOptions{Target: "2", Weights: "4", Task: "5"}
	arrays := map[string][]byte{
		"X": npy("<f8", false, "3, 2", table.x), "y": npy("<i4", false, "3,", []int32{10, 20, 30}),
		"w": npy("<f8", false, "3, 1", table.w), "t": npy("<i8", false, "3,", table.task),
	}
	sparse := map[string][]byte{
		"indptr": npy("<i4", false, "4,", []int32{0, 2, 3, 5}), "indices": npy("<i4", false, "5,", []int32{1, 0, 0, 0, 1}),
		"data": npy("<f8", false, "5,", []float64{2, 1, 3, -5, 6.5}), "shape": npy("<i8", false, "2,", []int64{3, 2}),
		"format": npy("|S3", false, "", []byte("csr")), "y": arrays["y"], "w": arrays["w"], "t": arrays["t"],
	}
	for name, c := range map[string]struct {
		content []byte
		options datasets.FrameOptions
		names   []string
	}{
		"a.csv":    {[]byte(table.csv), named, []string{"a", "b"}},
		"b.csv":    {[]byte("\ufeff" + strings.ReplaceAll(table.csv, ",", ";")), named, []string{"a", "b"}},
		"b.tsv":    {[]byte(strings.ReplaceAll(table.csv, ",", "\t")), named, []string{"a", "b"}},
		"c.csv":    {[]byte(strings.ReplaceAll(table.noHeader, "\n", "\r\n")), numbered, nil},
		"d.csv.gz": {packed.Bytes(), named, []string{"a", "b"}},
		"e.npy":    {npy("<f8", false, "3, 5", rows), numbered, nil},
		"f.npy":    {npy("<f4", true, "3, 5", columns), numbered, nil},
		"g.npz":    {npz(t, arrays), named, nil},
		"h.npz":    {npz(t, sparse), named, nil},
		"i.mtx": {[]byte("%%MatrixMarket matrix array real general\n% a comment\n" +
			"3 5\n1\n3\n-5\n10\n20\n30\n2\n0\n6.5\n1\n0.5\n2\n7\n8\n7\n"), numbered, nil},
		"j.mtx": {[]byte("%%MatrixMarket matrix coordinate real general\n3 5 14\n1 1 1\n1 2 10\n1 3 2\n1 4 1\n1 5 7\n" +
			"2 2 20\n2 1 3\n2 4 0.5\n2 5 8\n3 1 -5\n3 2 30\n3 3 6.5\n3 4 2\n3 5 7\n"), numbered, nil},
	} {
		f, err := datasets.ReadFrame(t.Context(), put(t, name, c.content), c.options)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		n, d := f.X.Dims()
		x := linalg.NewDense(n, d, nil)
		for i := range n {
			f.X.(linalg.Rows).AddRow(x.Row(i), 1, i)
		}
		if n != 3 || d != 2 || !slices.Equal(x.Data, table.x) || !slices.Equal(f.Y, table.y) ||
			!slices.Equal(f.Weights, table.w) || !slices.Equal(f.Task, table.task) {
			t.Errorf("%s: %d × %d %v, targets %v, weights %v, tasks %v", name, n, d, x.Data, f.Y, f.Weights, f.Task)
		}
		if !slices.Equal(f.Features, c.names) || len(f.Source.SHA256) != 64 {
			t.Errorf("%s: features %q, checksum %s", name, f.Features, f.Source.SHA256)
		}
	}
}

func TestFrameOfSVMLight(t *testing.T) {
	t.Parallel()
	path := put(t, "data.svm", []byte("1 qid:4 1:2 3:1\n-1 qid:5 2:1\n"))
	f, err := datasets.ReadFrame(t.Context(), path, datasets.FrameOptions{Task: "qid", Columns: 5})
	if err != nil || f.X.(*linalg.CSR).C != 5 || !slices.Equal(f.Task, []int64{4, 5}) ||
		!slices.Equal(f.Y, []float64{1, -1}) {
		t.Fatalf("%+v, error %v", f, err)
	}
	weights := put(t, "w.npy", npy("<f8", false, "2,", []float64{3, 4}))
	if f, err = datasets.ReadFrame(t.Context(), path, datasets.FrameOptions{Weights: weights}); err != nil ||
		!slices.Equal(f.Weights, []float64{3, 4}) {
		t.Fatalf("weights of a file of their own: %+v, error %v", f, err)
	}
}

func TestFrameLabelsOfText(t *testing.T) {
	t.Parallel()
	path := put(t, "iris.csv", []byte("length,width,kind\n5.1,3.5,setosa\n6,2,virginica\n5,3,setosa\n"))
	f, err := datasets.ReadFrame(t.Context(), path, datasets.FrameOptions{Target: "kind", TextLabels: true})
	if err != nil || !slices.Equal(f.Labels, []string{"setosa", "virginica"}) || !slices.Equal(f.Y, []float64{0, 1, 0}) {
		t.Fatalf("%+v, error %v", f, err)
	}
	if f, err = datasets.ReadFrame(t.Context(), path,
		datasets.FrameOptions{Target: "length", Drop: []string{"kind"}}); err != nil ||
		!slices.Equal(f.Features, []string{"width"}) {
		t.Fatalf("with a column of text left out: %+v, error %v", f, err)
	}
	none := put(t, "no header.csv", []byte("5.1,3.5,setosa\n6,2,virginica\n"))
	if f, err = datasets.ReadFrame(t.Context(), none, datasets.FrameOptions{Target: "3", TextLabels: true}); err != nil ||
		len(f.Y) != 2 {
		t.Fatalf("without a header: %+v, error %v", f, err)
	}
}

// TestFrameForAModel: columns are found by name in any order, others are left out, and the target may be missing.
func TestFrameForAModel(t *testing.T) {
	t.Parallel()
	path := put(t, "new.csv", []byte("id,b,a\nx1,2,1\nx2,4,3\n"))
	f, err := datasets.ReadFrame(t.Context(), path, datasets.FrameOptions{
		Features: []string{"a", "b"},
		Target:   "y",
		NoTarget: true,
	})
	if err != nil || f.Y != nil || !slices.Equal(f.X.(*linalg.Dense).Data, []float64{1, 2, 3, 4}) ||
		!slices.Equal(f.Left, []string{"id"}) {
		t.Fatalf("%+v, error %v", f, err)
	}
	if _, err := datasets.ReadFrame(t.Context(), path,
		datasets.FrameOptions{Features: []string{"a", "c"}, NoTarget: true}); err == nil ||
		!strings.Contains(err.Error(), "features are missing: c") {
		t.Errorf("a missing feature: %v", err)
	}
}

// TestFrameFaults: everything a stranger's file can hold is named by file, line and remedy.
func TestFrameFaults(t *testing.T) {
	t.Parallel()
	y, first := datasets.FrameOptions{Target: "y"}, datasets.FrameOptions{Target: "1"}
	good := npy("<f8", false, "2, 2", []float64{1, 2, 3, 4})
	nan := npy("<f8", false, "2, 2", []float64{1, 2, math.NaN(), 4})
	for name, c := range map[string]struct {
		file    string
		content []byte
		options datasets.FrameOptions
		says    string
	}{
		"empty csv":        {"a.csv", nil, y, "empty"},
		"header alone":     {"a.csv", []byte("a,y\n"), y, "no examples"},
		"no target column": {"a.csv", []byte("a,b\n1,2\n"), y, `no column "y"; there are: a, b`},
		"no target named": {"a.csv", []byte("a,b\n1,2\n"), datasets.FrameOptions{},
			"which column is the target? There are: a, b"},
		"target, no header":   {"a.csv", []byte("1,2\n3,4\n"), y, "numbered 1 to 2"},
		"number out of range": {"a.csv", []byte("1,2\n3,4\n"), datasets.FrameOptions{Target: "3"}, "numbered 1 to 2"},
		"text in a number": {"a.csv", []byte("a,y\n1,2\nblue,4\n"), y,
			`a.csv:3: field 1: column "a": "blue" is no number`},
		"dropped and used": {"a.csv", []byte("a,y\n1,2\n3,4\n"), datasets.FrameOptions{Target: "y", Drop: []string{"y"}},
			"left out, and to be used"},
		"dropped nowhere": {"a.csv", []byte("a,y\n1,2\n3,4\n"), datasets.FrameOptions{Target: "y", Drop: []string{"b"}},
			`no column "b"`},
		"dropped of npy": {"a.npy", good, datasets.FrameOptions{Target: "1", Drop: []string{"2"}}, "CSV files alone"},
		"text label":     {"a.csv", []byte("a,y\n1,yes\n2,no\n"), y, `a.csv:2: field 2: column "y": "yes" is no number`},
		"missing value":  {"a.csv", []byte("a,y\n1,2\nNA,4\n"), y, `a.csv:3: field 1: column "a": the value is missing`},
		"infinite":       {"a.csv", []byte("a,y\n1,2\nInf,4\n"), y, `"Inf" is no number`},
		"ragged": {"a.csv", []byte("a,y\n1,2\n3\n"), y,
			"a.csv:3: there are 1 fields where the first line has 2"},
		"title": {"a.csv", []byte("Prices,,\na,b,y\n1,2,3\n"), y, "there is one name for 3 columns"},
		"twice": {"a.csv", []byte("a,a,y\n1,2,3\n"), y, `the column "a" stands there twice`},
		"two things": {"a.csv", []byte("a,y\n1,2\n"), datasets.FrameOptions{Target: "y", Weights: "y"},
			"two things"},
		"task": {"a.csv", []byte("a,t,y\n1,1.5,2\n"), datasets.FrameOptions{Target: "y", Task: "t"},
			"whole numbers"},
		"open quote":          {"a.csv", []byte("a,y\n1,\"2\n"), y, "a.csv:"},
		"no npy":              {"a.npy", []byte("hello"), first, "no .npy"},
		"npy cut off":         {"a.npy", good[:len(good)-3], first, "cut off"},
		"npy header cut off":  {"a.npy", good[:12], first, "cut off"},
		"npy of records":      {"a.npy", bytes.Replace(good, []byte("'<f8'"), []byte("[('a"), 1), first, "not understood"},
		"npy of objects":      {"a.npy", bytes.Replace(good, []byte("<f8"), []byte("|O8"), 1), first, "astype(float)"},
		"npy of 3 dimensions": {"a.npy", npy("<f8", false, "1, 2, 2", []float64{1, 2, 3, 4}), first, "3 dimensions"},
		"npy too large":       {"a.npy", npy("<f8", false, "99999999999, 99999999999", []float64{1}), first, "too large"},
		"npy NaN":             {"a.npy", nan, datasets.FrameOptions{Target: "2"}, "row 2, column 1 is NaN"},
		"npy without target":  {"a.npy", good, datasets.FrameOptions{}, "which column is the target"},
		"no npz":              {"a.npz", []byte("hello"), y, "no .npz"},
		"npz without X":       {"a.npz", npz(t, map[string][]byte{"data": good}), y, "no array X"},
		"npz without y":       {"a.npz", npz(t, map[string][]byte{"X": good}), y, `no array "y"`},
		"npz lengths": {"a.npz",
			npz(t, map[string][]byte{"X": good, "y": npy("<f8", false, "3,", []float64{1, 2, 3})}), y,
			"it is 3 × 1; one number for each of the 2 examples is due"},
		"no MatrixMarket": {"a.mtx", []byte("1 2 3\n"), first, "no MatrixMarket"},
		"complex": {"a.mtx", []byte("%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 1\n"), first,
			"not read"},
		"mtx cut off": {"a.mtx", []byte("%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n"), first,
			"cut off"},
		"mtx out of range": {"a.mtx", []byte("%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 1\n"), first,
			"a.mtx:3: there is no entry 3, 1"},
		"no matlab":   {"a.mat", []byte("hello"), y, "a.mat"},
		"qid missing": {"a.svm", []byte("1 1:1\n"), datasets.FrameOptions{Task: "qid"}, "no qid"},
		"svm tasks":   {"a.svm", []byte("1 1:1\n"), datasets.FrameOptions{Task: "school"}, "called qid"},
		"svm weights": {"a.svm", []byte("1 1:1\n"), datasets.FrameOptions{Weights: "w"}, `no column "w"`},
		"svm":         {"a.svm", []byte("a,b,c\n"), y, "no label"},
	} {
		path := put(t, c.file, c.content)
		_, err := datasets.ReadFrame(t.Context(), path, c.options)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := datasets.ReadFrame(t.Context(), "/nowhere/a.csv", y); err == nil {
		t.Error("a file that is nowhere was read")
	}
	for _, name := range []string{"@nothing", "@a9a:third", "@images-grey"} {
		if _, err := datasets.ReadFrame(t.Context(), name, datasets.FrameOptions{}); err == nil {
			t.Errorf("%s was read", name)
		}
	}
}

// FuzzFrames: no content of any format panics, and what is read goes together.
func FuzzFrames(f *testing.F) {
	f.Add(uint8(0), []byte(table.csv))
	f.Add(uint8(0), []byte(table.noHeader))
	f.Add(uint8(1), npy("<f8", false, "3, 2", table.x))
	f.Add(uint8(2), []byte("%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 1\n2 1 5\n"))
	f.Add(uint8(3), []byte("1 2 w=3\n"))
	f.Fuzz(func(t *testing.T, kind uint8, content []byte) {
		if kind%4 == 3 {
			_, _, _ = features.ReadGroups(t.Context(), bytes.NewReader(content), "g", 5)
			return
		}
		name := []string{"a.csv", "a.npy", "a.mtx"}[kind%4]
		frame, err := datasets.ReadFrame(t.Context(), put(t, name, content),
			datasets.FrameOptions{Target: "1", TextLabels: true})
		if err != nil {
			return
		}
		if n, _ := frame.X.Dims(); n != len(frame.Y) {
			t.Errorf("%d examples, %d targets", n, len(frame.Y))
		}
	})
}
