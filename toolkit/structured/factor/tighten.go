package factor

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/cycles"
	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/sums"
	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/triplets"
)

// tightening is a graph whose cycles of edges that contradict each other have triplets.
type tightening struct {
	g    *Graph // with what triplets hold taken off its tables
	set  *triplets.Set
	ends map[[2]int32]int // the edge of two nodes
}

func newTightening(of *Graph) *tightening {
	g := &Graph{
		states: of.states, first: of.first, scores: of.scores, rules: of.rules,
		edges: slices.Clone(of.edges), tables: slices.Clone(of.tables), links: of.links,
	}
	t := &tightening{g: g, set: triplets.New(len(g.states), of.withoutInfinity()(math.Inf(-1))), ends: map[[2]int32]int{}}
	for e, d := range g.edges {
		t.ends[[2]int32{min(d.a, d.b), max(d.a, d.b)}] = e
	}
	return t
}

// edge is that of two nodes, made a table, −1 for none.
func (t *tightening) edge(a, b int32) int {
	g, nodes := t.g, [2]int32{a, b}
	e, ok := t.ends[nodes]
	if !ok {
		return -1
	}
	d := &g.edges[e]
	if d.kind != table {
		w := g.expanded(d)
		d.kind, d.at = table, len(g.tables)
		g.tables = append(g.tables, w...)
	}
	t.set.Tables = g.tables
	t.set.Edge(e, nodes, g.states[d.a], g.states[d.b], d.at, d.a > d.b)
	return e
}

// contradicted finds cycles by what edges lose where one node has its place-th best state and the other has not, or
// where both have or have not.
func (b *narrowing) contradicted(place int) [][]int32 {
	const share, longest = 0.1, 12
	g := b.g
	best := make([]int, len(g.states))
	for s := range best {
		h := slices.Clone(b.beliefs[g.first[s]:g.first[s+1]])
		for range 1 + place%len(h) {
			best[s], _ = sums.Highest(h)
			h[best[s]] = math.Inf(-1)
		}
	}
	var edges []cycles.Edge
	for s := range g.states {
		for _, l := range b.t.links.Of(s) {
			if !l.First || b.d.left[s] < 2 || b.d.left[l.Other] < 2 {
				continue
			}
			va, vb := b.shares(s, &l)
			equal, differ := math.Inf(-1), math.Inf(-1)
			e := &g.edges[l.Edge]
			for x, v := range va {
				for y, w := range vb {
					if score := v + w + g.pair(e, x, y); (x == best[s]) == (y == best[l.Other]) {
						equal = max(equal, score)
					} else {
						differ = max(differ, score)
					}
				}
			}
			if w := equal - differ; !math.IsInf(w, 0) && !math.IsNaN(w) {
				edges = append(edges, cycles.Edge{A: int32(s), B: l.Other, Weight: w})
			}
		}
	}
	all, _ := cycles.Frustrated(len(g.states), edges, share, longest)
	return all
}
