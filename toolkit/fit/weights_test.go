package fit_test

import (
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit"
)

// TestBalancedWeights: every label has the same sum, and within a label examples keep their proportion.
func TestBalancedWeights(t *testing.T) {
	t.Parallel()
	labels := []float64{3, 3, 3, 5, 5, 3}
	for _, c := range []struct{ weights, want []float64 }{
		{nil, []float64{.25, .25, .25, .5, .5, .25}},
		{[]float64{1, 2, 1, 1, 3, 0}, []float64{.25, .5, .25, .25, .75, 0}},
		{[]float64{1, 1, 1, 0, 0, 1}, []float64{.25, .25, .25, 0, 0, .25}},
	} {
		if got := fit.BalancedWeights(labels, c.weights); !floats.EqualApprox(got, c.want, 1e-15) {
			t.Errorf("%v of %v, by hand %v", got, c.weights, c.want)
		}
	}
}
