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
		p, err := m.Predict(linalg.NewDense(3, 1, []float64{2000, 2000, 2000}), nil)
		if err != nil {
			t.Fatal(err)
		}
		if e := m.Errors(p, []float64{0, 1, 7}); e[0] != 2000 || e[1] != 0 || !math.IsNaN(e[2]) {
			t.Errorf("%s: %g where it is wrong, %g where it is right, %g for an unknown label", m.Loss, e[0], e[1], e[2])
		}
	}
}
