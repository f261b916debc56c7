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
	w, columns := []float64{1, 2, 3, 4, 5}, []int32{0, 1}
	scores := []float64{10, 20, 30}
	p.AddScores(scores, w, 2, columns)
	if want := []float64{10 + 2 + 8, 20 + 4, 30 + 6 + 10}; !slices.Equal(scores, want) {
		t.Errorf("scores %v, want %v", scores, want)
	}
	p.AddRow(w, 2, columns, []float64{1, 10, 100})
	if want := []float64{1 + 2, 2 + 20, 3 + 200, 4 + 2, 5 + 200}; !slices.Equal(w, want) {
		t.Errorf("weights %v, want %v", w, want)
	}
}
