package loss

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// FindTheta is the θ by which counts with known means are likeliest under the negative binomial, +Inf where they vary no
// more than those of Poisson. Weights are nil for ones. Means that are learnt anew with it, and θ again, come to a point
// where neither gains: the likelihood of both together is not convex.
//
// Source: Venables, Ripley, Modern Applied Statistics with S, 2002, section 7.4.
func FindTheta(y, means, weights []float64) float64 {
	score := func(theta float64) (sum float64) { // the derivative of the logarithm of the likelihood
		own := mathext.Digamma(theta) - math.Log(theta) - 1
		for i, v := range y {
			c := 1.
			if weights != nil {
				c = weights[i]
			}
			sum += c * (mathext.Digamma(v+theta) - own - math.Log(theta+means[i]) - (v+theta)/(theta+means[i]))
		}
		return sum
	}
	const least, most, steps = -16., 16., 100
	if score(math.Exp(most)) >= 0 {
		return math.Inf(1)
	}
	low, high := least, most // of log θ: the score falls through 0 between them
	for range steps {
		if middle := (low + high) / 2; score(math.Exp(middle)) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return math.Exp((low + high) / 2)
}
