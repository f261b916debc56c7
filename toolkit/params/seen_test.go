package params_test

import (
	"slices"
	"testing"

	"github.com/proxlab/proxlab/toolkit/params"
)

// TestPairsOfAllOutputs: features that were seen with every output are added at once, to the same numbers.
func TestPairsOfAllOutputs(t *testing.T) {
	t.Parallel()
	p := params.Pairs{Ptr: []int32{0, 3, 5}, Output: []uint16{0, 1, 2, 0, 2}}
	w, columns, values := []float64{1, 2, 3, 4, 5}, []int32{0, 1}, []float64{0.5, 3}
	scores := []float64{10, 20, 30}
	p.AddScores(scores, w, 2, columns, values)
	if want := []float64{10 + 1 + 24, 20 + 2, 30 + 3 + 30}; !slices.Equal(scores, want) {
		t.Errorf("scores %v, want %v", scores, want)
	}
	p.AddRow(w, 2, columns, values, []float64{1, 10, 100})
	if want := []float64{1 + 1, 2 + 10, 3 + 100, 4 + 6, 5 + 600}; !slices.Equal(w, want) {
		t.Errorf("weights %v, want %v", w, want)
	}
}
