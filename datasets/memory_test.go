package datasets

import (
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestMemoryIsCheckedBefore: what will not fit is refused, with what is needed and which limit there is, before it is
// read. The limit is the whole process's, so that the test does not run in parallel.
func TestMemoryIsCheckedBefore(t *testing.T) {
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	old := debug.SetMemoryLimit(int64(m.Sys-m.HeapReleased) + 24<<20)
	t.Cleanup(func() { debug.SetMemoryLimit(old) })
	dir := t.TempDir()
	const many = 4 << 20
	array := matlabFile(element(14, nil))
	array[len(array)-1] = 4 // 64 MiB follow
	for name, c := range map[string]struct {
		head string
		size int64 // of the file, zeros at the end
	}{
		"a.npy":     {arrayNPY("<f8", "4194304, 1", []byte{}), 80 + 8*many},
		"a.npz":     {"PK", 8 * many},
		"a.mat":     {string(array), 1 << 27},
		"array.mtx": {"%%MatrixMarket matrix array real general\n4194304 1\n", 4 * many},
		"coo.mtx":   {"%%MatrixMarket matrix coordinate real general\n4194304 4 4194304\n", 8 * many},
		"a.csv":     {"1,2,3,4\n" + strings.Repeat("3,4,5,6\n", many/4), 1 << 30},
		"a.svm":     {strings.Repeat("1 1:1\n", many/4), 1 << 30},
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(c.head), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, c.size); err != nil {
			t.Fatal(err)
		}
		_, err := ReadFrame(t.Context(), path, FrameOptions{Target: "1"})
		var memory *source.MemoryError
		if !errors.As(err, &memory) || memory.Path != path || memory.Limit.Of != "GOMEMLIMIT" ||
			!strings.Contains(err.Error(), "of GOMEMLIMIT: raise the limit") || strings.Count(err.Error(), path) != 1 {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestPackedArraysAreNoBombs: an array that is packed by itself may be long, since most of its file is still to be read
// when its header says so.
func TestPackedArraysAreNoBombs(t *testing.T) {
	t.Parallel()
	const n = 1 << 18 // of 64 bytes each: more than packed content may be of what is read ahead
	path := filepath.Join(t.TempDir(), "x.npy.gz")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewWriterLevel(f, gzip.NoCompression)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(array.WriteNPY(z, linalg.NewDense(n, 8, nil)), z.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	frame, err := ReadFrame(t.Context(), path, FrameOptions{Target: "1"})
	if err != nil {
		t.Fatal(err)
	}
	if rows, cols := frame.X.Dims(); rows != n || cols != 7 {
		t.Errorf("%d × %d", rows, cols)
	}
}
