package nonzero_test

import (
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit/internal/nonzero"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

func TestMeans(t *testing.T) {
	t.Parallel()
	weight := func(int) float64 { return 0.25 }
	if got := nonzero.Means(&linalg.CSR{R: 2, Ptr: []int{0, 0, 0}}, weight); len(got) != 0 {
		t.Errorf("a matrix without columns has no means, got %v", got)
	}
	x := linalg.NewDense(4, 3, []float64{1, 0, 7, 2, 0, 7, 0, 3, 7, 3, 5, 7})
	if got := nonzero.Means(linalg.ToCSR(x), weight); !slices.Equal(got, []float64{1.5, 0, 7}) {
		t.Errorf("means %v", got)
	}
}
