package factor

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/links"
	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/sums"
)

// narrowing forbids states by what their labellings lose at least.
type narrowing struct {
	g        *Graph
	t        *messages
	d        *domains
	lost     []float64 // of each state: by how much labellings with it are below the bound, at least
	beliefs  []float64
	rounding float64
}

// narrow forbids the states that no labelling better than the score has, and tells whether each node has one left.
//
// With a share of each belief for each of a node's edges, all scores are those of edges: their maxima add up to a
// bound, with what rules add, and a state's labellings are below it by what it loses at all of its edges.
func (b *narrowing) narrow(rules, score float64) bool {
	g, t := b.g, b.t
	clear(b.lost)
	total := rules
	if t.with != nil {
		total += t.with.Most(g.first, b.d.allowed, b.lost)
	}
	for s := range g.states {
		if len(t.links.Of(s)) > 0 {
			continue
		}
		h := b.beliefs[g.first[s]:g.first[s+1]]
		_, most := sums.Highest(h)
		total += most
		for x, v := range h {
			b.lost[g.first[s]+x] = most - v
		}
	}
	for s := range g.states {
		for _, l := range t.links.Of(s) {
			if l.First {
				total += b.loseAt(s, &l)
			}
		}
	}
	for i, v := range b.lost {
		if b.d.allowed[i] && total-v+b.rounding < score && !b.d.forbid(i) {
			return false
		}
	}
	return b.d.follow()
}

// loseAt adds to what the states of an edge's nodes lose there, and returns the edge's maximum.
func (b *narrowing) loseAt(a int, l *links.Link) (most float64) {
	g, s := b.g, int(l.Other)
	va, vb := b.shares(a, l)
	e := &g.edges[l.Edge]
	ma, mb := make([]float64, len(va)), make([]float64, len(vb))
	g.send(mb, va, e, true)
	g.send(ma, vb, e, false)
	most = math.Inf(-1)
	for x, v := range va {
		most = max(most, v+ma[x])
	}
	for x, v := range va {
		b.lost[g.first[a]+x] += lossOf(most, v+ma[x])
	}
	for x, v := range vb {
		b.lost[g.first[s]+x] += lossOf(most, v+mb[x])
	}
	return most
}

// shares are of the beliefs of an edge's nodes what goes to it.
func (b *narrowing) shares(a int, l *links.Link) (va, vb []float64) {
	share := func(s, in int) []float64 {
		v := make([]float64, b.g.states[s])
		each := 1 / float64(len(b.t.links.Of(s)))
		for x := range v {
			h := b.beliefs[b.g.first[s]+x]
			if v[x] = each*h - b.t.m[in+x]; math.IsInf(h, -1) {
				v[x] = h
			}
		}
		return v
	}
	return share(a, l.In), share(int(l.Other), l.Out)
}

func lossOf(most, v float64) float64 {
	if math.IsInf(v, -1) {
		return math.Inf(1)
	}
	return most - v
}

// closest is a node whose two best states, of those left, are nearest, and the better of them; −1 where each node has
// one.
func (b *narrowing) closest() (at, best int) {
	at = -1
	least := math.Inf(1)
	for s := range b.g.states {
		if b.d.left[s] < 2 {
			continue
		}
		h := b.beliefs[b.g.first[s]:b.g.first[s+1]]
		for x := range h {
			if !b.d.allows(s, x) {
				h[x] = math.Inf(-1)
			}
		}
		x, first, second := sums.TwoHighest(h)
		if first-second < least || at < 0 {
			at, best, least = s, x, first-second
		}
	}
	return at, best
}
