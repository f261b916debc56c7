package factor

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/links"
	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/moves"
)

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
			for _, b := range l.Of(s) {
				g.addPair(c, &g.edges[b.Edge], b.First, y[b.Other])
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

// polish moves trees of nodes, until many moves in turn gain nothing.
func (g *Graph) polish(ctx context.Context, y []int, seed uint64) {
	l := moves.New(near{g}, y, seed)
	for idle := 0; idle < 20+len(y)/50 && ctx.Err() == nil; idle++ {
		if l.Kick() {
			idle = 0
		}
	}
}

// near is the graph as package moves looks at it.
type near struct{ *Graph }

func (g near) Links(s int) []links.Link { return g.links.Of(s) }

func (g near) Add(c []float64, l *links.Link, y int) { g.addPair(c, &g.edges[l.Edge], l.First, y) }

func (g near) Pass(out, v []float64, l *links.Link) { g.send(out, v, &g.edges[l.Edge], l.First) }
