package model_test

import (
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// TestRNAWeightsThatAreNoNumbers: a model folds nothing by them, and says which it is.
func TestRNAWeightsThatAreNoNumbers(t *testing.T) {
	t.Parallel()
	x := []rna.Sequence{{rna.G, rna.C}}
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		m := &model.RNA{Weights: make([]float64, rna.Features)}
		m.Weights[2] = bad
		if y, err := m.Best(t.Context(), x); y != nil || err == nil || !strings.Contains(err.Error(), `weight of "pair GU"`) {
			t.Errorf("%g: %v, error %v", bad, y, err)
		}
	}
	if _, err := (&model.RNA{Weights: []float64{1}}).Best(t.Context(), x); err == nil {
		t.Error("one weight folds")
	}
}
