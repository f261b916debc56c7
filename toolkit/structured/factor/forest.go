package factor

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/links"
	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/sums"
	"github.com/proxlab/proxlab/toolkit/structured/internal/logs"
)

// forest are some of the edges of a graph, which close no cycle, with all of its nodes: sums over labellings are exact.
type forest struct {
	links *links.Links
	of    []int     // the graph's edges
	edges []edge    // the same
	shift []float64 // added to the scores of nodes
	weigh []float64 // of each edge: what its scores are multiplied by
	m     []float64 // messages, as links have them
	p     []float64 // marginals of nodes
	pair  [][]float64
	b     []float64 // a node's scores with messages
}

// spanning are forests that together have all edges, each as many as it can: the first takes what it can, the next
// first of what is left, and so on. share is of each edge how many forests have it, as a share of all.
func (g *Graph) spanning() (forests []*forest, share []float64) {
	count := make([]float64, len(g.edges))
	for left := len(g.edges); left > 0 || len(forests) == 0; {
		parent := make([]int32, len(g.states))
		for s := range parent {
			parent[s] = int32(s)
		}
		find := func(s int32) int32 {
			for parent[s] != s {
				parent[s] = parent[parent[s]]
				s = parent[s]
			}
			return s
		}
		f := &forest{}
		for _, new := range []bool{true, false} {
			for e := range g.edges {
				d := &g.edges[e]
				a, b := find(d.a), find(d.b)
				if a == b || new != (count[e] == 0) {
					continue
				}
				parent[a] = b
				f.of, f.edges = append(f.of, e), append(f.edges, *d)
			}
		}
		for _, e := range f.of {
			if count[e] == 0 {
				left--
			}
			count[e]++
		}
		forests = append(forests, f)
	}
	for e := range count {
		count[e] /= float64(len(forests))
	}
	for _, f := range forests {
		f.prepare(g, count)
	}
	return forests, count
}

// prepare makes room, and weighs the edges by one over their shares.
func (f *forest) prepare(g *Graph, share []float64) {
	f.links = linked(g.states, f.edges)
	n := len(g.scores)
	f.shift, f.p, f.m = make([]float64, n), make([]float64, n), make([]float64, f.links.Size)
	f.pair, f.weigh = make([][]float64, len(f.of)), make([]float64, len(f.of))
	f.b = make([]float64, g.mostStates())
	for k, e := range f.of {
		f.weigh[k] = 1 / share[e]
		f.pair[k] = make([]float64, g.states[f.edges[k].a]*g.states[f.edges[k].b])
	}
}

// sum is log Z of the forest: messages go to the roots, and back, with marginals on the way.
func (f *forest) sum(g *Graph) float64 {
	l := f.links
	clear(f.m)
	var z sums.Accurate
	for k := len(l.Order) - 1; k >= 0; k-- {
		s := int(l.Order[k])
		b := f.belief(g, s, -1)
		up := f.parent(s)
		if up == nil {
			z.Add(logs.Sum(b))
			continue
		}
		f.send(g, up, b)
	}
	for _, s := range l.Order {
		b := f.belief(g, int(s), -1)
		total := logs.Sum(b)
		p := f.p[g.first[s]:g.first[s+1]]
		for x, v := range b {
			p[x] = math.Exp(v - total)
		}
		for _, down := range l.Of(int(s)) {
			if l.Rank[down.Other] > l.Rank[s] {
				f.down(g, int(s), &down)
			}
		}
	}
	return z.Value()
}

// down sends to a child, and makes the marginals of the pair.
func (f *forest) down(g *Graph, s int, to *links.Link) {
	without := append([]float64(nil), f.belief(g, s, int(to.Edge))...)
	f.send(g, to, without)
	child := f.belief(g, int(to.Other), int(to.Edge))
	e := &f.edges[to.Edge]
	q, w := f.pair[to.Edge], f.weigh[to.Edge]
	k := g.states[e.b]
	for i := range q {
		x, y := i/k, i%k
		if q[i] = w * g.pair(e, x, y); to.First {
			q[i] += without[x] + child[y]
		} else {
			q[i] += child[x] + without[y]
		}
	}
	total := logs.Sum(q)
	for i, v := range q {
		q[i] = math.Exp(v - total)
	}
}

// parent is the link to the neighbour that comes before, nil at a root.
func (f *forest) parent(s int) *links.Link {
	of := f.links.Of(s)
	for k := range of {
		if f.links.Rank[of[k].Other] < f.links.Rank[s] {
			return &of[k]
		}
	}
	return nil
}

// belief is a node's scores with the messages of all edges of which they came in, but for one. On the way up those from
// above are not there yet: they are 0.
func (f *forest) belief(g *Graph, s, but int) []float64 {
	b := f.b[:g.states[s]]
	for x := range b {
		b[x] = g.scores[g.first[s]+x] + f.shift[g.first[s]+x]
	}
	for _, l := range f.links.Of(s) {
		if int(l.Edge) == but {
			continue
		}
		for x := range b {
			b[x] += f.m[l.In+x]
		}
	}
	return b
}

// send is the message log Σ_x exp(b(x) + θ(x, y)).
func (f *forest) send(g *Graph, to *links.Link, b []float64) {
	e, w := &f.edges[to.Edge], f.weigh[to.Edge]
	terms := make([]float64, len(b))
	for y := range g.states[to.Other] {
		for x, v := range b {
			if to.First {
				terms[x] = v + w*g.pair(e, x, y)
			} else {
				terms[x] = v + w*g.pair(e, y, x)
			}
		}
		f.m[to.Out+y] = logs.Sum(terms)
	}
}
