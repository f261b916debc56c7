// Package loss holds losses of one prediction per example, one a file: L(f) = Σ_i c_i ℓ_i(f_i) with c_i = 1/n unless
// weights are given. Each implements toolkit.Separable, so that solver.Problem gives it a gradient, an objective and a
// duality gap, and online.LinearOracle turns it into an oracle for online methods.
package loss

// weight is c_i.
func weight(weights []float64, n, i int) float64 {
	if weights == nil {
		return 1 / float64(n)
	}
	return weights[i]
}

// maxWeight is max_i c_i.
func maxWeight(weights []float64, n int) float64 {
	if weights == nil {
		return 1 / float64(max(1, n))
	}
	var m float64
	for _, c := range weights {
		m = max(m, c)
	}
	return m
}
