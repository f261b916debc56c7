package fit

// BalancedWeights are weights of examples that give every label the same sum: w_i / Σ_{j: y_j = y_i} w_j, with w_i = 1
// where weights is nil. A rare label then counts as much as a frequent one, and probabilities are those of a population
// that has as many of each. It panics where there are weights, and not as many as labels.
//
// Source: King and Zeng, Logistic Regression in Rare Events Data, Political Analysis 2001, on weighting, with equal
// shares of the labels in the population.
func BalancedWeights(labels, weights []float64) []float64 {
	if weights != nil && len(weights) != len(labels) {
		panic("fit: length mismatch")
	}
	data, sum, out := Data{Weights: weights}, map[float64]float64{}, make([]float64, len(labels))
	for i, l := range labels {
		sum[l] += data.weight(i)
	}
	for i, l := range labels {
		if w := data.weight(i); w > 0 {
			out[i] = w / sum[l]
		}
	}
	return out
}
