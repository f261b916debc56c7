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

// normalize makes p of a node a distribution: what is as good as 0 is 0.
func normalize(p []float64) {
	const nothing = 1e-9
	sum := 0.
	for x, v := range p {
		if v < nothing {
			p[x] = 0
		}
		sum += p[x]
	}
	for x := range p {
		p[x] /= sum
	}
}

// couple makes q, a table of weights of pairs, one with these margins: rows and columns that are too large shrink, and
// what is missing is filled in by a product. A point that nearly has the margins nearly stays.
//
// Source: Altschuler, Weed, Rigollet, Near-Linear Time Approximation Algorithms for Optimal Transport via Sinkhorn
// Iteration, NIPS 2017, algorithm 2.
func couple(q, pa, pb []float64) {
	k := len(pb)
	for x, p := range pa {
		row := q[x*k : x*k+k]
		sum := 0.
		for _, v := range row {
			sum += v
		}
		sums.Scale(row, sum, p)
	}
	missing := make([]float64, k)
	column := make([]float64, len(pa))
	for y, p := range pb {
		sum := 0.
		for x := range pa {
			column[x] = q[x*k+y]
			sum += column[x]
		}
		sums.Scale(column, sum, p)
		left := p
		for x, v := range column {
			q[x*k+y] = v
			left -= v
		}
		missing[y] = max(0, left)
	}
	rest := 0.
	for x, p := range pa {
		for _, v := range q[x*k : x*k+k] {
			p -= v
		}
		column[x] = max(0, p)
		rest += column[x]
	}
	for x, v := range column {
		for y, u := range missing {
			if v > 0 && u > 0 {
				q[x*k+y] += v * u / rest
			}
		}
	}
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
