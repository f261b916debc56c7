package structured

// graphs are the arcs among the root and words, and copies of them, of which each is one deeper.
type graphs[T any] struct {
	w     int   // nodes: the root and the words
	graph [][]T // of each depth: at k·w + i the weight of the arc from i to k
}

// resize makes room for the graph at a depth.
func (g *graphs[T]) resize(depth int) {
	for len(g.graph) <= depth {
		g.graph = append(g.graph, nil)
	}
	if len(g.graph[depth]) < g.w*g.w {
		g.graph[depth] = make([]T, g.w*g.w)
	}
}

// copyTo copies the graph at a depth, on the root and the words lo ≤ m < hi, to the next depth.
func (g *graphs[T]) copyTo(depth, lo, hi int) {
	g.resize(depth + 1)
	from, to := g.graph[depth], g.graph[depth+1]
	for k := lo; k < hi; k++ {
		at := k * g.w
		to[at] = from[at]
		copy(to[at+lo:at+hi], from[at+lo:at+hi])
	}
}
