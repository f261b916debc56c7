package generate

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/datasets/array"
	"github.com/proxlab/proxlab/datasets/source"
)

func TestLowCurvature(t *testing.T) {
	t.Parallel()
	c := DefaultLowCurvature
	c.Train, c.Test = 500, 200
	a, err := LowCurvature(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := LowCurvature(t.Context(), c)
	if !cmp.Equal(a, b) {
		t.Error("the same seed gave other data")
	}
	for i := range a.Train.X.R {
		if n := a.Train.X.Ptr[i+1] - a.Train.X.Ptr[i]; n != c.Active {
			t.Fatalf("row %d has %d nonzeros", i, n)
		}
	}
	var text bytes.Buffer
	if err := array.WriteSVMLight(&text, a.Test); err != nil || a.Source.Kind != source.Synthetic ||
		len(a.Source.SHA256) != 64 {
		t.Errorf("source %v, error %v", a.Source, err)
	}
}
