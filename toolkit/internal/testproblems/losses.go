package testproblems

import (
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// Losses makes every loss of one prediction an example for targets; labels are signs of them where the loss classifies.
var Losses = map[string]func(y, weights []float64) toolkit.Separable{
	"Squared":     func(y, c []float64) toolkit.Separable { return loss.Squared{Y: y, Weights: c} },
	"Hinge":       func(y, c []float64) toolkit.Separable { return loss.Hinge{Y: Signs(y), Weights: c} },
	"Logistic":    func(y, c []float64) toolkit.Separable { return loss.Logistic{Y: Signs(y), Weights: c} },
	"Exponential": func(y, c []float64) toolkit.Separable { return loss.Exponential{Y: Signs(y), Weights: c} },
}

// Signs are −1 and +1.
func Signs(y []float64) []float64 {
	s := make([]float64, len(y))
	for i, v := range y {
		s[i] = math.Copysign(1, v)
	}
	return s
}

// MultiLosses makes every loss of several outputs for labels.
var MultiLosses = map[string]func(y []int, k int, weights []float64) toolkit.MultiOutput{
	"Multinomial": func(y []int, k int, c []float64) toolkit.MultiOutput { return loss.Multinomial{Y: y, K: k, Weights: c} },
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
