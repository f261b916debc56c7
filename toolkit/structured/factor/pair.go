package factor

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/pairs"
	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/sums"
)

// pair is θ_e(x, y).
func (g *Graph) pair(e *edge, x, y int) float64 {
	switch e.kind {
	case potts:
		if x == y {
			return g.tables[e.at]
		}
		return 0
	case truncated:
		return -g.tables[e.at] * min(math.Abs(float64(x-y)), g.tables[e.at+1])
	}
	return g.tables[e.at+x*g.states[e.b]+y]
}

// largestPair is the largest |θ_e|.
func (g *Graph) largestPair(e *edge) float64 {
	if e.kind == truncated {
		return -g.pair(e, 0, g.states[e.a]-1)
	}
	return sums.Largest(g.numbers(e))
}

// addPair adds to c[x] the score of the pair of x at one end, the first where atFirst, and y at the other.
func (g *Graph) addPair(c []float64, e *edge, atFirst bool, y int) {
	switch {
	case e.kind == potts:
		c[y] += g.tables[e.at]
	case e.kind == truncated:
		for x := range c {
			c[x] += g.pair(e, x, y)
		}
	case atFirst:
		w, k := g.numbers(e), g.states[e.b]
		for x := range c {
			c[x] += w[x*k+y]
		}
	default:
		w := g.tables[e.at+y*len(c):]
		w = w[:len(c)]
		for x := range c {
			c[x] += w[x]
		}
	}
}

// send is a message, out(y) = max_x v(x) + θ_e(x, y), where x is the state of the edge's first node or, where not
// fromFirst, that of the second. It takes as long as there are states, but for a table.
func (g *Graph) send(out, v []float64, e *edge, fromFirst bool) {
	switch {
	case e.kind == potts:
		pairs.Potts(out, v, g.tables[e.at])
	case e.kind == truncated:
		pairs.Truncated(out, v, g.tables[e.at], g.tables[e.at+1])
	case fromFirst:
		pairs.Rows(out, v, g.numbers(e))
	default:
		pairs.Columns(out, v, g.numbers(e))
	}
}
