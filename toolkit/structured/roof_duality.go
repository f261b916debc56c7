package structured

import "math"

// RoofDuality maximizes scores of sets of labels over the local polytope, a linear relaxation,
//
//	max Σ_l u_l y_l + Σ_{a<b} w_ab z_ab    over    0 ≤ y ≤ 1,  max(0, y_a + y_b − 1) ≤ z_ab ≤ min(y_a, y_b),
//
// which has a solution with entries 0, ½ and 1, by a minimum cut between two copies of every label. Its value is never
// below the best set's; it is that where no pair scores below 0, and labels that are 0 or 1 are so in some best set.
// The zero value is ready; it keeps its memory between calls and is not for concurrent use.
//
// Source: Hammer, Hansen, Simeone, Roof Duality, Complementation and Persistency in Quadratic 0-1 Optimization, Math.
// Programming 1984; Boros, Hammer, Pseudo-Boolean Optimization, Discrete Applied Math. 2002; as in Kolmogorov, Rother,
// Minimizing Nonsubmodular Functions with Graph Cuts, PAMI 2007.
type RoofDuality struct {
	cut minimumCut
}

// Decode writes a highest point to y and returns LabelScores.Of it.
func (r *RoofDuality) Decode(y []float64, s *LabelScores) float64 {
	s.check(y)
	if !s.finite() {
		return math.NaN()
	}
	n := s.Labels
	source, sink := 2*n, 2*n+1 // nodes l and n + l are label l and its complement; those beside the source are 1
	r.cut.begin(2*n + 2)
	linear := append([]float64(nil), s.Single...)
	for a := range n {
		for b := a + 1; b < n; b++ {
			switch w := s.Pair[PairRow(n, a, b)]; {
			case w > 0: // w y_a y_b = w y_a − w y_a (1 − y_b)
				linear[a] += w
				r.cut.add(a, b, w/2)
				r.cut.add(n+b, n+a, w/2)
			case w < 0: // a cost |w| y_a (1 − ȳ_b)
				r.cut.add(a, n+b, -w/2)
				r.cut.add(b, n+a, -w/2)
			}
		}
	}
	for l, v := range linear {
		if v > 0 {
			r.cut.add(source, l, v/2)
			r.cut.add(n+l, sink, v/2)
		} else if v < 0 {
			r.cut.add(l, sink, -v/2)
			r.cut.add(source, n+l, -v/2)
		}
	}
	beside := r.cut.solve(source, sink)
	for l := range y {
		y[l] = 0.5
		if beside[l] != beside[n+l] {
			y[l] = 0
			if beside[l] {
				y[l] = 1
			}
		}
	}
	return s.Of(y)
}

// minimumCut finds a minimum cut by blocking flows.
//
// Source: Dinic, Algorithm for Solution of a Problem of Maximum Flow in Networks with Power Estimation, Soviet Math.
// Doklady 1970.
type minimumCut struct {
	arcs   [][]int   // of a node: arcs out of it; arc e^1 is the reverse of arc e
	to     []int     // of an arc
	room   []float64 // of an arc: what may still flow
	level  []int     // of a node: the arcs from the source, −1 where it is not reached
	next   []int     // of a node: its first arc that is not known to be of no use
	queue  []int
	beside []bool
}

func (c *minimumCut) begin(nodes int) {
	if len(c.arcs) != nodes {
		c.arcs, c.level, c.next = make([][]int, nodes), make([]int, nodes), make([]int, nodes)
		c.beside = make([]bool, nodes)
	}
	for v := range c.arcs {
		c.arcs[v] = c.arcs[v][:0]
	}
	c.to, c.room = c.to[:0], c.room[:0]
}

// add adds an arc.
func (c *minimumCut) add(from, to int, capacity float64) {
	c.arcs[from] = append(c.arcs[from], len(c.to))
	c.arcs[to] = append(c.arcs[to], len(c.to)+1)
	c.to, c.room = append(c.to, to, from), append(c.room, capacity, 0)
}

// solve tells which nodes are on the side of the source.
func (c *minimumCut) solve(source, sink int) []bool {
	for c.reach(source); c.level[sink] >= 0; c.reach(source) {
		clear(c.next)
		for c.push(source, sink, math.Inf(1)) > 0 {
			continue
		}
	}
	for v, l := range c.level {
		c.beside[v] = l >= 0
	}
	return c.beside
}

// reach finds the levels of the nodes that can be reached.
func (c *minimumCut) reach(source int) {
	for v := range c.level {
		c.level[v] = -1
	}
	c.level[source], c.queue = 0, append(c.queue[:0], source)
	for k := 0; k < len(c.queue); k++ {
		v := c.queue[k]
		for _, e := range c.arcs[v] {
			if c.room[e] > 0 && c.level[c.to[e]] < 0 {
				c.level[c.to[e]] = c.level[v] + 1
				c.queue = append(c.queue, c.to[e])
			}
		}
	}
}

// push sends flow along one path of rising levels, and returns how much.
func (c *minimumCut) push(v, sink int, most float64) float64 {
	if v == sink {
		return most
	}
	for ; c.next[v] < len(c.arcs[v]); c.next[v]++ {
		e := c.arcs[v][c.next[v]]
		if c.room[e] <= 0 || c.level[c.to[e]] != c.level[v]+1 {
			continue
		}
		if sent := c.push(c.to[e], sink, min(most, c.room[e])); sent > 0 {
			c.room[e] -= sent
			c.room[e^1] += sent
			return sent
		}
	}
	return 0
}
