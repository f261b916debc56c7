package loss_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// TestLosses checks every loss of one prediction an example by the kit, with weights and without. A smooth one knows
// its second derivatives; all are 0 or more.
func TestLosses(t *testing.T) {
	t.Parallel()
	y, weights := []float64{1, -1}, []float64{0.25, 3}
	for name, weighted := range map[string]toolkit.Separable{
		"Squared":     loss.Squared{Y: y, Weights: weights},
		"Hinge":       loss.Hinge{Y: y, Weights: weights},
		"Logistic":    loss.Logistic{Y: y, Weights: weights},
		"Exponential": loss.Exponential{Y: y, Weights: weights},
	} {
		l := testproblems.Losses[name](testproblems.Normal(rand.New(rand.NewPCG(3, 4)), 50, 1), nil)
		for _, l := range []toolkit.Separable{l, weighted} {
			if err := toolkittest.Loss(l); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if l.Weight(7) != 1.0/50 || weighted.Weight(0) != 0.25 || weighted.Weight(1) != 3 {
			t.Errorf("%s: weights %g, %g and %g", name, l.Weight(7), weighted.Weight(0), weighted.Weight(1))
		}
		if _, ok := l.(toolkit.TwiceDifferentiable); !ok && !math.IsInf(l.Curvature(), 1) {
			t.Errorf("%s: a smooth loss without second derivatives", name)
		}
		for _, f := range []float64{1e150, -1e150, 3, -3} {
			if v, _ := weighted.At(0, f); v < 0 {
				t.Errorf("%s: at %g the loss is %g", name, f, v)
			}
		}
	}
}
