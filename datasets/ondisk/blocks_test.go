package ondisk

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// noted opens a table as blocks, and returns what was said.
func noted(t *testing.T, ctx context.Context, path string, o Options) (*Blocks, string, error) {
	t.Helper()
	var mutex sync.Mutex
	var said []string
	o.Notice = func(format string, args ...any) {
		mutex.Lock()
		defer mutex.Unlock()
		said = append(said, fmt.Sprintf(format, args...))
	}
	b, err := Open(ctx, path, o)
	if b != nil {
		t.Cleanup(func() { _ = b.Close() })
	}
	return b, strings.Join(said, "\n"), err
}

// written writes a table into a folder of its own.
func written(t *testing.T, name, text string) string {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// tallTable is a table of CSV with labels as text, of several blocks.
func tallTable(rows int) string {
	var b strings.Builder
	b.WriteString("a,b,left,kind,c\n")
	for i := range rows {
		fmt.Fprintf(&b, "%g,%d,x,%s,%g\n", math.Sin(float64(i)), i%7, []string{"yes", "no"}[i%3%2], 1/float64(i+1))
	}
	return b.String()
}

// TestBlocksAreTheFrame: what is read block by block, all columns or some, is what ReadFrame has, and so are names,
// labels, means and sums of squares.
func TestBlocksAreTheFrame(t *testing.T) {
	var svm strings.Builder
	for i := range 6000 {
		fmt.Fprintf(&svm, "%d %d:%g 6:1 %d:0.5\n", i%5, 1+i%3, math.Cos(float64(i)), 9+i%300)
	}
	for name, c := range map[string]struct {
		text string
		o    datasets.FrameOptions
	}{
		"labels.csv":  {tallTable(7000), datasets.FrameOptions{Target: "kind", TextLabels: true, Drop: []string{"left"}}},
		"numbers.csv": {tallTable(3000), datasets.FrameOptions{Target: "c", Drop: []string{"left", "4"}}},
		"encoded.csv": {strings.ReplaceAll(tallTable(3000), ",3,", ",?,"), datasets.FrameOptions{Target: "c",
			Encode: encode.Options{Categories: []string{encode.Auto}, Missing: encode.Drop}}},
		"bare.csv":   {"1,2,3\n4,5,6.5\n", datasets.FrameOptions{Target: "2"}},
		"digits.csv": {"y;x\n-1;2\n1;3\n-1;5\n", datasets.FrameOptions{Target: "y", TextLabels: true}},
		"sparse.svm": {svm.String(), datasets.FrameOptions{}},
	} {
		path := written(t, name, c.text)
		frame, err := datasets.ReadFrame(t.Context(), path, c.o)
		if err != nil {
			t.Fatal(err)
		}
		b, said, err := noted(t, t.Context(), path, Options{FrameOptions: c.o, Memory: 1})
		if err != nil || !strings.Contains(said, "is converted once") {
			t.Fatal(name, said, err)
		}
		n, d := frame.X.Dims()
		if gotN, gotD := b.Dims(); gotN != n || gotD != d {
			t.Fatalf("%s: %d × %d, not %d × %d", name, gotN, gotD, n, d)
		}
		of := b.Frame(name)
		if of.Source.SHA256 != frame.Source.SHA256 || !slices.Equal(of.Features, frame.Features) ||
			!slices.Equal(of.Labels, frame.Labels) || of.Target != frame.Target {
			t.Errorf("%s: %+v", name, of)
		}
		for _, columns := range [][]int{nil, {0, d - 1}, {}} {
			equalBlocks(t, name, b, frame, columns)
		}
		mean, squares := b.Moments()
		for j := range d {
			column := make([]float64, n)
			linalg.Column(column, frame.X, j)
			var m, s float64
			for _, v := range column {
				m += v / float64(n)
			}
			for _, v := range column {
				s += (v - m) * (v - m)
			}
			if math.Abs(mean[j]-m) > 1e-12*(1+math.Abs(m)) || math.Abs(squares[j]-s) > 1e-9*(1+s) {
				t.Fatalf("%s: column %d has mean %g and squares %g, not %g and %g", name, j, mean[j], squares[j], m, s)
			}
		}
		distinct := slices.Clone(frame.Y)
		slices.Sort(distinct)
		distinct = slices.Compact(distinct)
		if got, _, _ := b.Targets(); len(distinct) <= mostDistinct && !slices.Equal(got, distinct) {
			t.Errorf("%s: the targets are %v, not %v", name, got, distinct)
		}
	}
}

// equalBlocks compares what is read with a frame.
func equalBlocks(t *testing.T, name string, b *Blocks, frame *datasets.Frame, columns []int) {
	t.Helper()
	_, d := frame.X.Dims()
	which := columns
	if columns == nil {
		for j := range d {
			which = append(which, j)
		}
	}
	var block linalg.RowBlock
	first := 0
	for k := range b.Blocks() {
		if err := b.Read(t.Context(), k, columns, &block); err != nil {
			t.Fatal(name, err)
		}
		rows := len(block.Y)
		if !slices.Equal(block.Y, frame.Y[first:first+rows]) {
			t.Fatalf("%s: the targets of block %d are others", name, k)
		}
		part := linalg.RowRange(frame.X, first, first+rows)
		for c, j := range which {
			want, got := make([]float64, rows), make([]float64, rows)
			linalg.Column(want, part, j)
			block.Columns().AddRow(got, 1, c)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: column %d of block %d is another", name, j, k)
			}
		}
		first += rows
	}
	if n, _ := frame.X.Dims(); first != n {
		t.Errorf("%s: %d examples in blocks, not %d", name, first, n)
	}
}

// TestBlocksAreUsedAgain, unless the table has changed.
func TestBlocksAreUsedAgain(t *testing.T) {
	path := written(t, "t.csv", tallTable(500))
	o := Options{FrameOptions: datasets.FrameOptions{Target: "c", Drop: []string{"left", "kind"}}}
	for _, step := range []struct {
		what string
		do   func() error
		says string
	}{
		{"at first", func() error { return nil }, "is converted once"},
		{"as it is", func() error { return nil }, "is used again"},
		{"another time", func() error { return os.Chtimes(path, time.Time{}, time.Unix(1e9, 0)) }, "is used again"},
		{"other content", func() error {
			text := strings.Replace(tallTable(500), ",6,x,", ",9,x,", 1)
			return errors.Join(os.WriteFile(path, []byte(text), 0o666), os.Chtimes(path, time.Time{}, time.Unix(1e9, 0)))
		}, "the table has changed"},
		{"other content of the same time", func() error {
			text := strings.Replace(tallTable(500), ",6,x,", ",8,x,", 1)
			return errors.Join(os.WriteFile(path, []byte(text), 0o666), os.Chtimes(path, time.Time{}, time.Unix(1e9, 0)))
		}, "the table has changed"},
		{"more of it", func() error { return os.WriteFile(path, []byte(tallTable(501)), 0o666) }, "the table has changed"},
		{"other columns", func() error { o.Target = "b"; return nil }, "is converted once"},
	} {
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		if _, said, err := noted(t, t.Context(), path, o); err != nil || !strings.Contains(said, step.says) {
			t.Errorf("%s: %q, error %v", step.what, said, err)
		}
	}
}
