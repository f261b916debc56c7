package factor

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/structured/internal/logs"

	"github.com/proxlab/proxlab/toolkit"
)

// Pseudo is the pseudo-likelihood of labelled graphs, of each node given the labels of its neighbours,
//
//	ℓ_i(θ) = Σ_s −log p(y_is | y_it for all neighbours t of s)  ≥ 0,
//
// which is smooth and convex, and takes no decoding. It is a toolkit.Oracle, and not for concurrent use.
//
// Source: Besag, Statistical Analysis of Non-Lattice Data, The Statistician 1975.
type Pseudo struct {
	Data  *Examples
	graph []*Graph
}

// Len is the number of graphs.
func (l *Pseudo) Len() int { return len(l.Data.Of) }

// Grad writes the gradient of ℓ_i at p to u and returns ℓ_i(p).
func (l *Pseudo) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	if l.graph == nil {
		l.graph = make([]*Graph, l.Len())
	}
	if l.graph[i] == nil {
		l.graph[i] = l.Data.graph(i)
	}
	d, g, y := l.Data, l.graph[i], l.Data.Of[i].Y
	d.score(g, i, p)
	u.Reset()
	loss, k := 0., d.States
	c := make([]float64, k)
	for s := range y {
		copy(c, g.Node(s))
		for _, b := range g.link().Of(s) {
			g.addPair(c, &g.edges[b.Edge], b.First, y[b.Other])
		}
		total := logs.Sum(c)
		loss += total - c[y[s]]
		for x, v := range c {
			r := math.Exp(v-total) - float64(boolInt(x == y[s]))
			u.Add(Nodes, d.firstNode[i]+s, x, r)
			for _, b := range g.link().Of(s) {
				at := x*k + y[b.Other]
				if !b.First {
					at = y[b.Other]*k + x
				}
				u.Add(Pairs, d.edgeRow(i, int(b.Edge)), d.column[at], r)
			}
		}
	}
	return math.Max(0, loss)
}
