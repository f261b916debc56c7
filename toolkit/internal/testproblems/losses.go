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
