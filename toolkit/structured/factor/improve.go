package factor

import "math"

// improve changes one node after another to its best state given the others, as long as any gains: iterated conditional
// modes. Each pass takes as long as there are scores. It does not look at rules.
//
// Source: Besag, On the Statistical Analysis of Dirty Pictures, JRSS B 1986.
func (g *Graph) improve(y []int, scratch []float64) {
	l := g.link()
	for changed := true; changed; {
		changed = false
		for s := range y {
			c := scratch[:g.states[s]]
			copy(c, g.Node(s))
			for _, b := range l.of(s) {
				g.addPair(c, &g.edges[b.edge], b.first, y[b.other])
			}
			best := y[s]
			for x, v := range c {
				if v > c[best]+1e-12*math.Abs(c[best]) { // more than rounding, or it may go on
					best = x
				}
			}
			if best != y[s] {
				y[s], changed = best, true
			}
		}
	}
}
