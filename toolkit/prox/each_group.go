package prox

// EachGroup returns one regularizer λ w_k ‖x_k‖ for every group, overlapping or not. As successive terms of
// online.Proximal they are the sequential steps of Martins et al., 2010, Algorithm 1, for which its regret bounds
// hold; their composition is not the prox of the sum unless the groups are nested (see Tree).
func EachGroup(lambda float64, groups Groups, weights []float64) []L21 {
	out := make([]L21, len(groups))
	for k := range groups {
		out[k] = L21{lambda * weightOf(weights, k), groups[k : k+1], nil}
	}
	return out
}
