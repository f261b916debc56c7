package loss_test

import (
	"testing"

	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// TestSome: a loss on some of its examples is one; without weight there is none.
func TestSome(t *testing.T) {
	t.Parallel()
	whole := loss.Logistic{Y: []float64{1, -1, -1, 1}, Weights: []float64{0.1, 0.2, 0.3, 0.4}}
	some := loss.Some(whole, []int{1, 3})
	if err := toolkittest.Loss(some); err != nil {
		t.Error(err)
	}
	if some.Len() != 2 || some.Weight(0)+some.Weight(1) != 1 {
		t.Errorf("%d examples of weights %g and %g", some.Len(), some.Weight(0), some.Weight(1))
	}
	whole.Weights = []float64{1, 0, 0, 0}
	if loss.Some(whole, []int{1, 3}) != nil {
		t.Error("there are examples without weight")
	}
}
