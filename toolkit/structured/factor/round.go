package factor

import (
	"cmp"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/sums"
)

// roundTo makes a labelling of preferences for states: without rules each node has its best, then improved. With rules
// nodes choose one after another, those that are surest first, among what the choices so far allow.
func (g *Graph) roundTo(preference func(s int) []float64) []int {
	y := make([]int, len(g.states))
	if len(g.rules) == 0 {
		for s := range y {
			y[s], _ = sums.Highest(preference(s))
		}
		g.improve(y, make([]float64, g.mostStates()))
		return y
	}
	order := make([]int, len(y))
	sure := make([]float64, len(y))
	for s := range y {
		order[s] = s
		_, first, second := sums.TwoHighest(preference(s))
		sure[s] = first - second
	}
	slices.SortStableFunc(order, func(s, t int) int { return cmp.Compare(sure[t], sure[s]) })
	d := newDomains(g)
	for _, s := range order {
		best, most := -1, math.Inf(-1)
		for x, v := range preference(s) {
			if d.allows(s, x) && (best < 0 || v > most) {
				best, most = x, v
			}
		}
		if best < 0 || !d.fix(s, best) {
			return y // breaks a rule
		}
		y[s] = best
	}
	return y
}

// domains are the states that are left to each node, as rules and pairs that are forbidden narrow them.
type domains struct {
	g       *Graph
	allowed []bool
	left    []int     // how many of a node
	rules   [][]int32 // of a node: those about it
	trail   []int     // what was forbidden, to be allowed again
	node    []int32   // of a state
	queue   []int32   // nodes whose states became fewer
}

func newDomains(g *Graph) *domains {
	d := &domains{
		g: g, allowed: make([]bool, len(g.scores)), left: append([]int(nil), g.states...),
		rules: make([][]int32, len(g.states)), node: make([]int32, len(g.scores)),
	}
	for s := range g.states {
		for i := g.first[s]; i < g.first[s+1]; i++ {
			d.node[i], d.allowed[i] = int32(s), true
		}
	}
	for k := range g.rules {
		for _, l := range g.rules[k].of {
			d.rules[l.Node] = append(d.rules[l.Node], int32(k))
		}
	}
	for i, v := range g.scores {
		if math.IsInf(v, -1) {
			d.forbid(i)
		}
	}
	return d
}

func (d *domains) allows(s, x int) bool { return d.allowed[d.g.first[s]+x] }

// forbid takes a state away, and tells whether the node has one left.
func (d *domains) forbid(i int) bool {
	if !d.allowed[i] {
		return true
	}
	s := d.node[i]
	d.allowed[i] = false
	d.left[s]--
	d.trail = append(d.trail, i)
	d.queue = append(d.queue, s)
	return d.left[s] > 0
}

// undo allows what was forbidden since the trail had this length.
func (d *domains) undo(length int) {
	for _, i := range d.trail[length:] {
		d.allowed[i] = true
		d.left[d.node[i]]++
	}
	d.trail, d.queue = d.trail[:length], d.queue[:0]
}

// fix leaves a node one state, and narrows the others by what follows; it tells whether all still have one.
func (d *domains) fix(s, x int) bool {
	for z := range d.g.states[s] {
		if z != x && !d.forbid(d.g.first[s]+z) {
			return false
		}
	}
	return d.follow()
}

// follow narrows by the rules about nodes whose states became fewer, and by the pairs of nodes with one.
func (d *domains) follow() bool {
	for len(d.queue) > 0 {
		s := int(d.queue[len(d.queue)-1])
		d.queue = d.queue[:len(d.queue)-1]
		for _, k := range d.rules[s] {
			if !d.obey(&d.g.rules[k]) {
				return false
			}
		}
		if d.left[s] == 1 && !d.pairs(s) {
			return false
		}
	}
	return true
}

// obey narrows by a rule: where as many literals are true as may be the others are false, and where as many are left as
// must be these are true.
func (d *domains) obey(r *rule) bool {
	yes, may := 0, 0
	for _, l := range r.of {
		if d.allows(l.Node, l.State) {
			if may++; d.left[l.Node] == 1 {
				yes++
			}
		}
	}
	if yes > r.most || may < r.least {
		return false
	}
	if yes == may || yes < r.most && may > r.least {
		return true
	}
	for _, l := range r.of {
		if d.left[l.Node] == 1 || !d.allows(l.Node, l.State) {
			continue
		}
		if !d.decide(l, yes < r.most) {
			return false
		}
	}
	return true
}

// decide makes a literal true or false.
func (d *domains) decide(l Literal, yes bool) bool {
	for x := range d.g.states[l.Node] {
		if (x == l.State) != yes && !d.forbid(d.g.first[l.Node]+x) {
			return false
		}
	}
	return true
}

// pairs forbids what does not go with the one state of a node.
func (d *domains) pairs(s int) bool {
	g := d.g
	x := 0
	for !d.allows(s, x) {
		x++
	}
	for _, b := range g.link().Of(s) {
		e := &g.edges[b.Edge]
		for z := 0; z < g.states[b.Other] && e.kind == table; z++ {
			w := 0.
			if b.First {
				w = g.pair(e, x, z)
			} else {
				w = g.pair(e, z, x)
			}
			if math.IsInf(w, -1) && !d.forbid(g.first[b.Other]+z) {
				return false
			}
		}
	}
	return true
}
