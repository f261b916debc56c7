package testproblems_test

import (
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

func TestOwnPenalties(t *testing.T) {
	t.Parallel()
	for _, g := range []toolkit.Proxable{
		testproblems.OrderedL1{Lambda: 0.4, Slope: 2}, testproblems.OrderedL1{Lambda: 1}, testproblems.OrderedL1{},
		testproblems.BoundedBelow{Low: -0.05}, testproblems.BoundedBelow{Low: 2},
	} {
		for _, d := range []int{1, 2, 7} {
			if err := toolkittest.Prox(g, d); err != nil {
				t.Errorf("%+v: %v", g, err)
			}
		}
	}
}

func TestOwnLosses(t *testing.T) {
	t.Parallel()
	y := testproblems.Normal(rand.New(rand.NewPCG(7, 8)), 40, 2)
	for _, l := range []toolkit.Loss{
		testproblems.Huber{Y: y, Delta: 0.7},
		testproblems.Huber{Y: y[:2], Delta: 3, Weights: []float64{0.25, 3}},
		testproblems.PseudoHuber{Y: y},
	} {
		if err := toolkittest.Loss(l); err != nil {
			t.Error(err)
		}
	}
}
