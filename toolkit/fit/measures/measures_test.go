package measures_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit/measures"
)

// TestMeasureLabels compares with values worked out by hand.
func TestMeasureLabels(t *testing.T) {
	t.Parallel()
	truth := [][]int{{0, 1}, {1}, {}, {0, 2}}
	guess := [][]int{{1, 0}, {1, 2}, {1}, {0}}
	// label 0: 2 right; label 1: 2 right, 1 wrong; label 2: 2 wrong; label 3: nowhere
	want := measures.LabelMeasures{Hamming: 3. / 16, Subset: 0.25, MicroF1: 8. / 11, MacroF1: (1 + 4./5 + 0) / 3}
	got := measures.MeasureLabels(guess, truth, 4)
	if got.Hamming != want.Hamming || got.Subset != want.Subset || got.MicroF1 != want.MicroF1 ||
		math.Abs(got.MacroF1-want.MacroF1) > 1e-15 {
		t.Errorf("%+v, not %+v", got, want)
	}
	if none := measures.MeasureLabels(nil, nil, 2); !math.IsNaN(none.Hamming) || !math.IsNaN(none.MacroF1) {
		t.Errorf("of nothing: %+v", none)
	}
}

func TestMeasures(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 132))
	scores, positive := make([]float64, 60), make([]bool, 60)
	var won, pairs float64
	for i := range scores {
		positive[i] = rng.IntN(3) == 0
		scores[i] = float64(rng.IntN(10)) // ties
	}
	for i := range scores {
		for j := range scores {
			if positive[i] && !positive[j] {
				pairs++
				switch {
				case scores[i] > scores[j]:
					won++
				case scores[i] == scores[j]:
					won += 0.5
				}
			}
		}
	}
	if got := measures.AUC(scores, positive); math.Abs(got-won/pairs) > 1e-12 {
		t.Errorf("AUC %g, by pairs %g", got, won/pairs)
	}
	if v := measures.AUC([]float64{1, 2}, []bool{true, true}); !math.IsNaN(v) {
		t.Errorf("AUC %g of one class", v)
	}
	if v := measures.RSquared([]float64{1, 2, 3}, []float64{1, 2, 3}); v != 1 {
		t.Errorf("R² %g of a perfect prediction", v)
	}
	if v := measures.RSquared([]float64{2, 2, 2}, []float64{1, 2, 3}); v != 0 {
		t.Errorf("R² %g of the mean", v)
	}
}
