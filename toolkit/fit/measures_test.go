package fit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit"
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
	if got := fit.AUC(scores, positive); math.Abs(got-won/pairs) > 1e-12 {
		t.Errorf("AUC %g, by pairs %g", got, won/pairs)
	}
	if v := fit.AUC([]float64{1, 2}, []bool{true, true}); !math.IsNaN(v) {
		t.Errorf("AUC %g of one class", v)
	}
	if v := fit.RSquared([]float64{1, 2, 3}, []float64{1, 2, 3}); v != 1 {
		t.Errorf("R² %g of a perfect prediction", v)
	}
	if v := fit.RSquared([]float64{2, 2, 2}, []float64{1, 2, 3}); v != 0 {
		t.Errorf("R² %g of the mean", v)
	}
}
