// Package links turns scores into means and probabilities, by the links of package loss.
package links

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/loss"
)

// Mean is the mean of a target by its score; known is false where scores are no logarithms or logits of means.
func Mean(link string) (mean func(f float64) float64, known bool) {
	switch link {
	case loss.Log:
		return math.Exp, true
	case loss.Share:
		return sigma, true
	}
	return nil, false
}

func sigma(f float64) float64 { return 1 / (1 + math.Exp(-f)) }

// Probabilistic tells whether a link makes probabilities of labels.
func Probabilistic(link string) bool {
	return link == loss.Logit || link == loss.Softmax || link == loss.Cumulative
}

// Probabilities writes those of all labels to p, by the scores of an example, and thresholds of labels in an order.
func Probabilities(p []float64, link string, scores, thresholds []float64) {
	switch link {
	case loss.Logit:
		p[0], p[1] = sigma(-scores[0]), sigma(scores[0])
	case loss.Cumulative:
		cumulative(p, scores[0], thresholds)
	default:
		top := floats.Max(scores)
		for c, v := range scores {
			p[c] = math.Exp(v - top)
		}
		floats.Scale(1/floats.Sum(p), p)
	}
}

// cumulative has P(y ≤ k) = σ(θ_k − f), and differences that lose no digits: with a = θ_k − f and b = θ_{k−1} − f,
// σ(a) − σ(b) = σ(a) σ(−b) (1 − exp(b − a)).
func cumulative(p []float64, f float64, theta []float64) {
	last := len(p) - 1
	for k := range p {
		p[k] = 1
		if k < last {
			p[k] = sigma(theta[k] - f)
		}
		if k > 0 {
			p[k] *= sigma(f - theta[k-1])
		}
		if 0 < k && k < last {
			p[k] *= -math.Expm1(theta[k-1] - theta[k])
		}
	}
}
