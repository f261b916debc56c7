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

// several makes every loss of several outputs for labels.
var several = map[string]func(y []int, k int, weights []float64) toolkit.MultiOutput{
	"Multinomial": func(y []int, k int, c []float64) toolkit.MultiOutput {
		return loss.Multinomial{Y: y, K: k, Weights: c}
	},
	"SquaredOutputs": func(y []int, k int, c []float64) toolkit.MultiOutput {
		targets := make([]float64, len(y)*k)
		for i, l := range y {
			targets[i*k+l] = 1
		}
		return loss.SquaredOutputs{Y: targets, K: k, Weights: c}
	},
	"Tasks": func(y []int, k int, c []float64) toolkit.MultiOutput {
		labels := make([]float64, len(y))
		for i := range labels {
			labels[i] = float64(2*(i%2) - 1)
		}
		return loss.Tasks{Of: loss.Logistic{Y: labels, Weights: c}, Task: y, K: k}
	},
	"TaskMultinomial": func(y []int, k int, c []float64) toolkit.MultiOutput { // tasks of 2 and 3 classes
		l := loss.TaskMultinomial{Task: y, Weights: c, Offset: []int{0}}
		for j := range k {
			l.Offset = append(l.Offset, l.Offset[j]+2+j%2)
		}
		for i := range y {
			l.Y = append(l.Y, i%2)
		}
		return l
	},
}

// TestMultiOutputLosses checks every loss of several outputs by the kit.
func TestMultiOutputLosses(t *testing.T) {
	t.Parallel()
	for name, create := range several {
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
