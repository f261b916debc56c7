package loss_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/toolkittest"
)

// TestLosses checks every loss of one prediction an example by the kit, with weights and without. A smooth one knows its second
// derivatives; all are 0 or more.
func TestLosses(t *testing.T) {
	t.Parallel()
	for name, create := range testproblems.Losses {
		y := testproblems.Normal(rand.New(rand.NewPCG(3, 4)), 50, 1)
		l, weighted := create(y, nil), create([]float64{1, -1}, []float64{0.25, 3})
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

// TestMultiOutputLosses checks every loss of several outputs by the kit.
func TestMultiOutputLosses(t *testing.T) {
	t.Parallel()
	for name, create := range testproblems.MultiLosses {
		const n, k = 40, 4
		l := create(testproblems.Labels(rand.New(rand.NewPCG(60, 61)), n, k), k, nil)
		if l.Len() != n || l.Outputs() < k || l.Weight(3) != 1.0/n {
			t.Fatalf("%s: %d examples, %d outputs, weight %g", name, l.Len(), l.Outputs(), l.Weight(3))
		}
		weights := []float64{0.25, 3, 0, 1, 0.5}
		for _, l := range []toolkit.Loss{l, create([]int{0, 1, 2, 3, 0}, k, weights)} {
			if err := toolkittest.Loss(l); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		lo, hi := l.Span(0)
		if c := l.Conjugate(0, []float64{7, 7, 7, 7}[:hi-lo]); name != "SquaredOutputs" && !math.IsInf(c, 1) {
			t.Errorf("%s: conjugate %g outside of its domain", name, c)
		}
	}
}
