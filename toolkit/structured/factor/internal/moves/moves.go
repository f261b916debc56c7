// Package moves finds better labellings of a graph near a given one.
package moves

import (
	"math"
	"math/rand/v2"

	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/links"
	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/sums"
)

// Graph is what they look at.
type Graph interface {
	States(s int) int
	Node(s int) []float64                  // scores of states
	Links(s int) []links.Link              // edges of a node
	Add(c []float64, l *links.Link, y int) // adds to c[x] the score of x here with y at the other end
	Pass(out, v []float64, l *links.Link)  // out(y) = max_x v(x) + θ(x, y), y at the other end
}

// Local is a search: nodes near each other get random states, and then trees among them, drawn anew each time, the best
// states of all of their nodes at once given all others, until nothing changes. What does not gain is undone.
//
// Source: Hamze, de Freitas, From Fields to Trees, UAI 2004, for trees whose other nodes are given; Lourenço, Martin,
// Stützle, Iterated Local Search, Handbook of Metaheuristics 2003.
type Local struct {
	g     Graph
	rng   *rand.Rand
	y     []int
	near  []int // the nodes near each other
	old   []int // their states
	in    []int // of a node: the last region that has it
	count []int // neighbours in the tree
	turn  int
	tree  []branch
	edge  []branch // that may grow
	at    []int    // where a node's scores begin in up
	up    []float64
	v     []float64
}

// branch is a node of a tree with its link to the node that it grew from, nil at the root.
type branch struct {
	s    int
	link *links.Link
}

// New is a search from y, which it changes.
func New(g Graph, y []int, seed uint64) *Local {
	l := &Local{
		g: g, rng: rand.New(rand.NewPCG(seed, 1)), y: y, in: make([]int, len(y)), count: make([]int, len(y)),
		at: make([]int, len(y)+1),
	}
	most := 0
	for s := range y {
		most = max(most, g.States(s))
		l.at[s+1] = l.at[s] + g.States(s)
	}
	l.up, l.v = make([]float64, l.at[len(y)]), make([]float64, most)
	return l
}

// Kick tries once, and tells whether the score is larger.
func (l *Local) Kick() bool {
	const most, rounds, still = 150, 30, 3
	l.region(1 + l.rng.IntN(most))
	before := l.score()
	l.old = l.old[:0]
	for _, s := range l.near {
		l.old = append(l.old, l.y[s])
		if w := l.g.Node(s); l.rng.IntN(2) == 0 {
			if x := l.rng.IntN(len(w)); !math.IsInf(w[x], -1) {
				l.y[s] = x
			}
		}
	}
	for round, quiet := 0, 0; round < rounds && quiet < still; round++ {
		if quiet++; l.trees() {
			quiet = 0
		}
	}
	if after := l.score(); after > before && !(after <= before+1e-12*math.Abs(before)) { // also where before is −Inf
		return true
	}
	for k, s := range l.near {
		l.y[s] = l.old[k]
	}
	return false
}

// region takes up to so many nodes around a random one.
func (l *Local) region(size int) {
	l.turn++
	first := l.rng.IntN(len(l.y))
	l.near = append(l.near[:0], first)
	l.in[first] = l.turn
	for k := 0; k < len(l.near) && len(l.near) < size; k++ {
		for _, b := range l.g.Links(l.near[k]) {
			if o := int(b.Other); l.in[o] != l.turn && len(l.near) < size {
				l.in[o] = l.turn
				l.near = append(l.near, o)
			}
		}
	}
}

// score is that of the region and the edges that it has.
func (l *Local) score() float64 {
	var sum sums.Accurate
	for _, s := range l.near {
		w := l.v[:l.g.States(s)]
		copy(w, l.g.Node(s))
		for k := range l.g.Links(s) {
			if b := &l.g.Links(s)[k]; l.in[b.Other] != l.turn || int(b.Other) > s {
				l.g.Add(w, b, l.y[b.Other])
			}
		}
		sum.Add(w[l.y[s]])
	}
	return sum.Value()
}

// trees changes the nodes of trees that have no edges among them but their own, and tells whether any changed.
func (l *Local) trees() bool {
	l.tree = l.tree[:0]
	for _, s := range l.near {
		l.count[s] = 0
	}
	for range 1 + len(l.near)/8 {
		if s := l.near[l.rng.IntN(len(l.near))]; l.count[s] == 0 {
			l.grow(s)
		}
	}
	return l.decide()
}

// never is more neighbours than any node has: of those in a tree.
const never = 1 << 30

// grow adds a tree: a node joins where it has one neighbour in trees.
func (l *Local) grow(s int) {
	l.edge = append(l.edge[:0], branch{s: s})
	for len(l.edge) > 0 {
		k, last := l.rng.IntN(len(l.edge)), len(l.edge)-1
		b := l.edge[k]
		l.edge[k] = l.edge[last]
		l.edge = l.edge[:last]
		if l.count[b.s] > 1 {
			continue
		}
		l.count[b.s] = never
		l.tree = append(l.tree, b)
		of := l.g.Links(b.s)
		for j := range of {
			if o := int(of[j].Other); l.in[o] == l.turn {
				if l.count[o]++; l.count[o] == 1 {
					l.edge = append(l.edge, branch{o, &of[j]})
				}
			}
		}
	}
}

// decide gives the nodes of the trees their best states.
func (l *Local) decide() (changed bool) {
	for _, b := range l.tree {
		up := l.up[l.at[b.s]:l.at[b.s+1]]
		copy(up, l.g.Node(b.s))
		of := l.g.Links(b.s)
		for k := range of {
			if o := int(of[k].Other); l.in[o] != l.turn || l.count[o] < never {
				l.g.Add(up, &of[k], l.y[o])
			}
		}
	}
	for k := len(l.tree) - 1; k >= 0; k-- {
		if b := l.tree[k]; b.link != nil {
			l.toParent(b)
		}
	}
	for _, b := range l.tree {
		up := l.up[l.at[b.s]:l.at[b.s+1]]
		if b.link != nil {
			back := l.back(b)
			l.g.Add(up, back, l.y[back.Other])
		}
		best := l.y[b.s]
		for x, v := range up {
			if v > up[best]+1e-12*math.Abs(v) {
				best = x
			}
		}
		changed = changed || best != l.y[b.s]
		l.y[b.s] = best
	}
	return changed
}

// back is the link of a branch seen from its own node.
func (l *Local) back(b branch) *links.Link {
	of := l.g.Links(b.s)
	for k := range of {
		if of[k].Edge == b.link.Edge {
			return &of[k]
		}
	}
	panic("moves: an edge that has one end")
}

// toParent adds to the scores of the node that a branch grew from what it brings at most.
func (l *Local) toParent(b branch) {
	back := l.back(b)
	up := l.up[l.at[back.Other]:l.at[back.Other+1]]
	out := l.v[:len(up)]
	l.g.Pass(out, l.up[l.at[b.s]:l.at[b.s+1]], back)
	for x, v := range out {
		up[x] += v
	}
}
