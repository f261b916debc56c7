package factor

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/sums"
)

// Of is the score of a labelling, −Inf where that breaks a rule. It panics where y has another number of nodes.
func (g *Graph) Of(y []int) float64 {
	if len(y) != len(g.states) {
		panic("factor: a labelling of another number of nodes")
	}
	var sum sums.Accurate
	for s, x := range y {
		sum.Add(g.scores[g.first[s]+x])
	}
	for e := range g.edges {
		d := &g.edges[e]
		sum.Add(g.pair(d, y[d.a], y[d.b]))
	}
	for k := range g.rules {
		if !g.rules[k].holds(y) {
			return math.Inf(-1)
		}
	}
	return sum.Value()
}

// rounding bounds what sums of scores and messages lose over a graph: each node adds up its scores and the messages of
// its edges, which are no larger than these.
func (g *Graph) rounding() float64 {
	size := make([]float64, len(g.states)) // of what is added up at a node
	for s := range size {
		size[s] = sums.Largest(g.Node(s))
	}
	l := g.link()
	for e := range g.edges {
		d := &g.edges[e]
		w := g.largestPair(d)
		size[d.a] += 2 * w
		size[d.b] += 2 * w
	}
	sum := 0.
	for s, v := range size {
		sum += float64(len(l.Of(s))+4) * v
	}
	return 4 * 0x1p-53 * sum
}
