package prox

// CountIterations is ProxTo from zeros, and the iterations it took, for benchmarks.
func (g TotalVariation) CountIterations(dst, v []float64, gamma, tol float64) (value, gap float64, iterations int) {
	return g.proxTo(dst, make([]float64, g.Duals(len(v))), v, gamma, tol)
}

// CountIterationsFrom is ProxTo, and the iterations it took.
func (g TotalVariation) CountIterationsFrom(dst, dual, v []float64, gamma, tol float64) (value, gap float64, k int) {
	return g.proxTo(dst, dual, v, gamma, tol)
}

// Flow is an f with Dᵀf = v over the edges of a graph.
func (g GraphFused) Flow(v []float64) []float64 {
	net := g.network(len(v))
	net.connect()
	return net.flow(v)
}

// VariationSweep does ten steps on dual variables p and extrapolated ones r, which it returns.
func VariationSweep(rows, cols int, y, p []float64, c float64, beta [10]float64, chambolle bool) (r []float64) {
	s := newVariationStep(rows, cols, y, p, c)
	if chambolle {
		s.chambolle(p)
	} else {
		s.accelerated(p, beta)
	}
	return s.r
}
