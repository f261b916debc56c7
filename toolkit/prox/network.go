package prox

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// network is a graph of coordinates: edge e goes from[e] → to[e] with a weight w_e > 0, and has place slot[e] among the
// dual variables of a penalty of differences. (Dx)_e = x_to − x_from.
type network struct {
	n        int
	from, to []int
	weight   []float64
	slot     []int
	sets     [][]int // connected coordinates
	order    []int   // of coordinates, each after its parent
	parent   []int   // the edge by which a coordinate is reached; −1 for the first of a set
}

// connect finds the connected sets, and a spanning tree of each.
func (g *network) connect() {
	edges := make([][]int, g.n) // by coordinate
	for e := range g.from {
		edges[g.from[e]] = append(edges[g.from[e]], e)
		edges[g.to[e]] = append(edges[g.to[e]], e)
	}
	g.parent = make([]int, g.n)
	seen := make([]bool, g.n)
	for root := range g.n {
		if seen[root] {
			continue
		}
		seen[root], g.parent[root] = true, -1
		begin := len(g.order)
		g.order = append(g.order, root)
		for at := begin; at < len(g.order); at++ {
			for _, e := range edges[g.order[at]] {
				if next := g.other(e, g.order[at]); !seen[next] {
					seen[next], g.parent[next] = true, e
					g.order = append(g.order, next)
				}
			}
		}
		g.sets = append(g.sets, g.order[begin:])
	}
}

// other is the other end of an edge.
func (g *network) other(e, end int) int { return g.from[e] + g.to[e] - end }

// spread adds s·Dᵀf to x.
func (g *network) spread(x []float64, s float64, f []float64) {
	for e, v := range f {
		x[g.to[e]] += s * v
		x[g.from[e]] -= s * v
	}
}

// balanced tells whether v sums up to 0 on every set, up to rounding.
func (g *network) balanced(v []float64) bool {
	for _, set := range g.sets {
		var sum, size float64
		for _, j := range set {
			sum += v[j]
			size += math.Abs(v[j])
		}
		if math.Abs(sum) > sumSlack*float64(len(set))*size {
			return false
		}
	}
	return true
}

// flow is an f with Dᵀf = v, for v that sums up to 0 on every set, and Σ f_e²/w_e² near its minimum: f = W²Dφ with the
// Laplacian DᵀW²D φ = v by conjugate gradients, and what is left by the spanning trees.
//
// Source: Golub and Van Loan, Matrix Computations, 2013, algorithm 11.3.3.
func (g *network) flow(v []float64) []float64 {
	r, f := level(v, g.sets), make([]float64, len(g.from))
	p, q, change := append([]float64(nil), r...), make([]float64, g.n), make([]float64, len(f))
	square := floats.Dot(r, r)
	for range flowMost {
		if !(square > 0) {
			break
		}
		for e, w := range g.weight {
			change[e] = w * w * (p[g.to[e]] - p[g.from[e]])
		}
		clear(q)
		g.spread(q, 1, change)
		step := square / floats.Dot(p, q)
		if !(step > 0) || math.IsInf(step, 1) {
			break
		}
		floats.AddScaled(f, step, change)
		floats.AddScaled(r, -step, q)
		next := floats.Dot(r, r)
		if next <= flowTol*flowTol*floats.Dot(v, v) {
			break
		}
		floats.Scale(next/square, p)
		floats.Add(p, r)
		square = next
	}
	copy(r, level(v, g.sets))
	g.spread(r, -1, f)
	for k := len(g.order) - 1; k >= 0; k-- {
		j := g.order[k]
		e := g.parent[j]
		if e < 0 {
			continue
		}
		carried := r[j]
		if g.to[e] != j {
			carried = -carried
		}
		f[e] += carried
		r[g.other(e, j)] += r[j]
	}
	return f
}

// flowMost and flowTol bound the conjugate gradients, of which the trees take what is left.
const (
	flowMost = 1000
	flowTol  = 1e-12
)
