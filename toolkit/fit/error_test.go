package fit_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// TestErrorFarOut: losses of examples that are far on the wrong side are finite, and unknown labels have none.
func TestErrorFarOut(t *testing.T) {
	t.Parallel()
	for _, m := range []model.Linear{
		{Loss: "logistic", Link: "logit", Features: 1, Outputs: 1, Weights: []float64{1}, Labels: []float64{0, 1}},
		{Loss: "multinomial", Link: "softmax", Features: 1, Outputs: 2, Weights: []float64{0, 1}, Labels: []float64{0, 1}},
	} {
		p, err := m.Predict(linalg.NewDense(1, 1, []float64{2000}), nil)
		if err != nil {
			t.Fatal(err)
		}
		if wrong, right := m.Error(p, 0, 0), m.Error(p, 0, 1); wrong != 2000 || right != 0 || !math.IsNaN(m.Error(p, 0, 7)) {
			t.Errorf(
				"%s: %g where it is wrong, %g where it is right, %g for an unknown label",
				m.Loss,
				wrong,
				right,
				m.Error(p, 0, 7),
			)
		}
	}
}
