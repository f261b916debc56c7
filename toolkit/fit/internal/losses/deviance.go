package losses

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// Deviance is −2 log likelihood of n examples, but for a constant of the data, from the mean of their errors
// (model.Linear.Errors) by weights that tell how much each example counts beside others. Where predictions are shares
// of trials, weights are the trials themselves, and there are as many observations.
func Deviance(l toolkit.Loss, mean float64, n int, weights []float64) float64 {
	times, count := 1., float64(n)
	if of, ok := l.(loss.Measured); ok {
		_, times = of.Measure()
	}
	if with, ok := l.(loss.Linked); ok && with.Link() == loss.Share && weights != nil {
		count = floats.Sum(weights)
	}
	return 2 * count * mean / times
}
