package prox

// CountIterations is ProxTo from zeros, and the iterations it took, for benchmarks.
func (g TotalVariation) CountIterations(dst, v []float64, gamma, tol float64) (value, gap float64, iterations int) {
	return g.proxTo(dst, make([]float64, g.Duals(len(v))), v, gamma, tol)
}

// Flow is an f with Dᵀf = v over the edges of a graph.
func (g GraphFused) Flow(v []float64) []float64 {
	net := g.network(len(v))
	net.connect()
	return net.flow(v)
}
