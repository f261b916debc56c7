package datasets_test

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

func TestWriteNPY(t *testing.T) {
	t.Parallel()
	m := linalg.NewDense(2, 3, []float64{1, 2, 3, math.Pi, -5, 1e-300})
	var b bytes.Buffer
	if err := datasets.WriteNPY(&b, m); err != nil {
		t.Fatal(err)
	}
	f, err := datasets.ReadFrame(t.Context(), put(t, "a.npy", b.Bytes()), datasets.FrameOptions{NoTarget: true})
	if err != nil || !slices.Equal(f.X.(*linalg.Dense).Data, m.Data) {
		t.Errorf("%+v, error %v", f, err)
	}
	if (b.Len()-6*8)%64 != 0 {
		t.Errorf("the data begin at %d: NumPy wants a multiple of 64", b.Len()-6*8)
	}
}
