package figures

import (
	"fmt"
	"math"
	"slices"
)

// WeightPath draws a regularization path: the weights of models over their λ, with weights[k][j] the weight of feature
// j at lambdas[k]. It shows the features whose weights become largest, as many as there are colors. quantity names what
// a weight is.
func WeightPath(m Meta, quantity string, lambdas []float64, names []string, weights [][]float64) Lines {
	largest, order := make([]float64, len(names)), make([]int, len(names))
	for j := range names {
		order[j] = j
		for _, w := range weights {
			largest[j] = math.Max(largest[j], math.Abs(w[j]))
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case largest[i] > largest[j]:
			return -1
		case largest[i] < largest[j]:
			return 1
		}
		return 0
	})
	f := Lines{Meta: m, X: Axis{Label: "λ", Log: true}, Y: Axis{Label: quantity}}
	for _, j := range order[:min(len(palette), len(order))] {
		s := Series{Name: names[j], X: lambdas}
		for _, w := range weights {
			s.Y = append(s.Y, w[j])
		}
		f.Series = append(f.Series, s)
	}
	return f
}

// Validation draws an error over λ with a band of one standard error, and two choices, given as places in lambdas: the
// λ of least error, and the largest λ whose error is within one standard error of the least. Where the largest error is
// more than 20 times the least the axis is logarithmic, or one bad λ would flatten the rest.
func Validation(m Meta, measure string, folds int, lambdas, mean, stdError []float64, best, oneStdError int) Lines {
	curve := Series{Name: fmt.Sprintf("mean of %d folds", folds), X: lambdas, Y: mean}
	for k, e := range mean {
		curve.Low, curve.High = append(curve.Low, e-stdError[k]), append(curve.High, e+stdError[k])
	}
	mark := func(name string, k, color int) Series {
		return Series{Name: name, X: lambdas[k : k+1], Y: mean[k : k+1], Marks: true, Color: color}
	}
	return Lines{
		Meta: m, X: Axis{Label: "λ", Log: true},
		Y:      Axis{Label: measure, Log: slices.Min(mean) > 0 && slices.Max(mean) > 20*slices.Min(mean)},
		Series: []Series{curve, mark("least error", best, 2), mark("one-std-error rule", oneStdError, 3)},
	}
}
