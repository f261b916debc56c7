package array_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

func TestWriteNPY(t *testing.T) {
	t.Parallel()
	m := linalg.NewDense(2, 3, []float64{1, 2, 3, math.Pi, -5, 1e-300})
	var b bytes.Buffer
	if err := array.WriteNPY(&b, m); err != nil {
		t.Fatal(err)
	}
	f, err := datasets.ReadFrame(t.Context(), written(t, "a.npy", b.Bytes()), datasets.FrameOptions{NoTarget: true})
	if err != nil || !slices.Equal(f.X.(*linalg.Dense).Data, m.Data) {
		t.Errorf("%+v, error %v", f, err)
	}
	if (b.Len()-6*8)%64 != 0 {
		t.Errorf("the data begin at %d: NumPy wants a multiple of 64", b.Len()-6*8)
	}
}

// written is a file with some content.
func written(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}
