package factor

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/sums"
)

// expanded are the scores of the pairs of states of an edge, row by row.
func (g *Graph) expanded(e *edge) []float64 {
	k := g.states[e.b]
	w := make([]float64, g.states[e.a]*k)
	for i := range w {
		w[i] = g.pair(e, i/k, i%k)
	}
	return w
}

// Fraction is a point of the local polytope: distributions of the states of every node, and of the pairs of states of
// every edge, row by row, with these for margins. Labellings are those of 0 and 1.
type Fraction struct {
	Node, Edge [][]float64
}

// value is the score of a point.
func (g *Graph) value(f *Fraction) (sum float64) {
	var total sums.Accurate
	for s, p := range f.Node {
		total.Add(sums.Inner(g.Node(s), p))
	}
	for e, q := range f.Edge {
		d := &g.edges[e]
		for i, v := range q {
			if v != 0 {
				total.Add(v * g.pair(d, i/g.states[d.b], i%g.states[d.b]))
			}
		}
	}
	if v := total.Value(); !math.IsNaN(v) {
		return v
	}
	return math.Inf(-1)
}

// fractionOf is the point of a labelling.
func (g *Graph) fractionOf(y []int) *Fraction {
	f := &Fraction{make([][]float64, len(g.states)), make([][]float64, len(g.edges))}
	for s, x := range y {
		f.Node[s] = make([]float64, g.states[s])
		f.Node[s][x] = 1
	}
	for e := range g.edges {
		d := &g.edges[e]
		f.Edge[e] = make([]float64, g.states[d.a]*g.states[d.b])
		f.Edge[e][y[d.a]*g.states[d.b]+y[d.b]] = 1
	}
	return f
}
