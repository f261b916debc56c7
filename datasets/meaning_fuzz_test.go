package datasets

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// The files that seed these, under testdata/fuzz, are hostile ones; those that were taken wrongly once are among them.

// frameOf reads a frame of some content.
func frameOf(t *testing.T, name string, content []byte, o FrameOptions) (*Frame, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
	return ReadFrame(t.Context(), path, o)
}

// wholeFrame tests that a frame's parts go together.
func wholeFrame(t *testing.T, f *Frame) {
	t.Helper()
	n, d := f.X.Dims()
	if len(f.Y) != n || f.Features != nil && len(f.Features) != d {
		t.Fatalf("%d × %d examples, %d targets, %d names", n, d, len(f.Y), len(f.Features))
	}
	if x, sparse := f.X.(*linalg.CSR); sparse {
		linalg.NewCSR(x.R, x.C, x.Ptr, x.Col, x.Val) // panics at what is no matrix
	}
}

// FuzzNPZ: no archive panics, nor do arrays that are put together well: X, or ptr and col of a sparse one, and y.
func FuzzNPZ(f *testing.F) {
	two := []float64{2, 2}
	y := []byte(arrayNPY("|u1", "2,", []byte{1, 2}))
	f.Add([]byte(sparseNPZ(f, two, []float64{0, 1, 2}, []float64{1, 0}, two)), []byte{}, y, []byte{}, []byte{})
	f.Add([]byte{}, []byte(arrayNPY("<f4", "2, 1", []float32{1, 2})), y, []byte{}, []byte{})
	f.Add([]byte{}, []byte{}, y, []byte(arrayNPY("<i4", "3,", []int32{0, 1, 2})),
		[]byte(arrayNPY("<i4", "2,", []int32{1, 0})))
	f.Fuzz(func(t *testing.T, content, x, y, ptr, col []byte) {
		if len(content) == 0 {
			members := []member{{"X.npy", string(x)}, {"y.npy", string(y)}}
			if len(ptr) > 0 {
				members = []member{
					{"indptr.npy", string(ptr)}, {"indices.npy", string(col)}, {"y.npy", string(y)},
					{"shape.npy", arrayNPY("<f8", "2,", []float64{2, 3})}, {"data.npy", arrayNPY("<f8", "2,", []float64{2, 2})},
					{"format.npy", arrayNPY("|S3", "", []byte("csr"))},
				}
			}
			content = []byte(archive(t, members...))
		}
		if frame, err := frameOf(t, "a.npz", content, FrameOptions{}); err == nil {
			wholeFrame(t, frame)
		}
	})
}

// FuzzCSV: what is read, written and read again is equal, and no line is lost. What is noticed of the one file, as a
// column that was left out, is not there to be noticed in the other.
func FuzzCSV(f *testing.F) {
	f.Add([]byte("a,y\n1,2\n3,4\n"), false)
	f.Add([]byte("1.5;no\n3;yes\n"), true)
	f.Fuzz(func(t *testing.T, content []byte, text bool) {
		o := FrameOptions{Target: "2", TextLabels: text}
		frame, err := frameOf(t, "a.csv", content, o)
		if err != nil {
			return
		}
		wholeFrame(t, frame)
		written, target := writeCSV(t, frame)
		again, err := frameOf(t, "a.csv", written, FrameOptions{Target: target, TextLabels: text, Separator: ","})
		if err != nil {
			t.Fatalf("%q was read, and not as %q: %v", content, written, err)
		}
		differ := cmp.Diff(frame, again, cmpopts.IgnoreFields(Frame{}, "Source", "Target", "Notices"))
		if differ != "" || again.Notices != nil {
			t.Fatalf("%q is another frame as %q:\n%s%q", content, written, differ, again.Notices)
		}
		if n, _ := frame.X.Dims(); n < records(content)-1 {
			t.Fatalf("%d examples of %q", n, content)
		}
	})
}

// records counts the lines of a text without quotes that hold anything.
func records(content []byte) (n int) {
	if bytes.ContainsAny(content, "\"") {
		return 0
	}
	for line := range bytes.Lines(content) {
		if len(bytes.Trim(line, "\r\n")) > 0 {
			n++
		}
	}
	return n
}

// writeCSV writes targets, then features, and says what the column of targets is called.
func writeCSV(t *testing.T, f *Frame) (written []byte, target string) {
	t.Helper()
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	target = "1"
	if f.Features != nil {
		target = "target" // a number may be the name of a feature
		for slices.Contains(f.Features, target) {
			target += "_"
		}
		_ = w.Write(append([]string{target}, f.Features...)) // errors stay until Flush
	}
	n, d := f.X.Dims()
	x := linalg.ToDense(f.X)
	for i := range n {
		row := []string{strconv.FormatFloat(f.Y[i], 'g', -1, 64)}
		if f.Labels != nil {
			row[0] = f.Labels[int(f.Y[i])]
		}
		for j := range d {
			row = append(row, strconv.FormatFloat(x.At(i, j), 'g', -1, 64))
		}
		_ = w.Write(row)
	}
	w.Flush()
	if w.Error() != nil {
		t.Fatal(w.Error())
	}
	return b.Bytes(), target
}

// FuzzMatrixMarket: what is read, written and read again is equal.
func FuzzMatrixMarket(f *testing.F) {
	f.Add([]byte("%%MatrixMarket matrix array real general\n% a comment\n2 2\n1\n3\n-5\n1e-3\n"))
	f.Add([]byte("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n1 1\n2 1\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		m, err := array.ReadMatrixMarket(bytes.NewReader(content), "fuzz")
		if err != nil {
			return
		}
		again, err := array.ReadMatrixMarket(strings.NewReader(writeMarket(m)), "again")
		if d := cmp.Diff(m, again, cmpopts.EquateEmpty()); err != nil || d != "" {
			t.Fatalf("%q: error %v\n%s", content, err, d)
		}
	})
}

func writeMarket(m linalg.Map) string {
	var b strings.Builder
	r, c := m.Dims()
	if dense, ok := m.(*linalg.Dense); ok {
		fmt.Fprintf(&b, "%%%%MatrixMarket matrix array real general\n%d %d\n", r, c)
		for j := range c {
			for i := range r {
				fmt.Fprintln(&b, dense.At(i, j))
			}
			if r == 0 {
				break
			}
		}
		return b.String()
	}
	sparse := m.(*linalg.CSR)
	fmt.Fprintf(&b, "%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n", r, c, sparse.NNZ())
	for i := range r {
		col, val := sparse.Row(i)
		for k, j := range col {
			fmt.Fprintln(&b, i+1, j+1, val[k])
		}
	}
	return b.String()
}
