package factor

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/links"
	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/sums"
	"github.com/proxlab/proxlab/toolkit/structured/factor/internal/triplets"
)

// messages are those of sequential tree-reweighted message passing, two an edge, with what it works with.
//
// Every edge has messages to its two nodes, m_{e→s}(x). With θ̂_s = θ_s + Σ_{e∋s} m_{e→s} and γ_s one over the larger
// of the numbers of neighbours before and after s, a pass in the order of the nodes goes
//
//	for each s, and each edge e to a later t:  m_{e→t}(y) ← max_x [γ_s θ̂_s(x) − m_{e→s}(x) + θ_e(x, y)] − const
//
// and one back does the same towards earlier nodes: the constants that it takes off add up to a bound of the best
// score, which never rises from one pass back to the next, and is that of the chains in this order that the graph is
// made of.
// On a forest, ordered from its roots, γ = 1 makes it the algorithm of Viterbi.
//
// Source: Kolmogorov, Convergent Tree-Reweighted Message Passing for Energy Minimization, PAMI 2006, section 4.
type messages struct {
	g      *Graph
	links  *links.Links
	scores []float64 // of the nodes: the graph's own, or a copy of which states are forbidden
	m      []float64
	gamma  []float64
	y      []int // a labelling, made in a pass forward
	hat, v []float64
	rest   []float64
	with   *triplets.Set // nil for none
	left   []float64     // with triplets: what was left of the messages that came back when nodes sent theirs
}

// newMessages begins with messages of 0.
func newMessages(g *Graph) *messages {
	l, n, k := g.link(), len(g.states), g.mostStates()
	t := &messages{
		g: g, links: l, scores: g.scores, m: make([]float64, l.Size), gamma: make([]float64, n), y: make([]int, n),
		hat: make([]float64, k), v: make([]float64, k), rest: make([]float64, k),
	}
	for s := range t.gamma {
		before, after := 0, 0
		for _, b := range l.Of(s) {
			if l.Rank[b.Other] < l.Rank[s] {
				before++
			} else {
				after++
			}
		}
		if t.gamma[s] = 1 / float64(max(1, before, after)); l.Forest {
			t.gamma[s] = 1
		}
	}
	return t
}

// belief writes θ̂_s to dst.
func (t *messages) belief(dst []float64, s int) []float64 {
	g := t.g
	dst = dst[:g.states[s]]
	copy(dst, t.scores[g.first[s]:])
	for _, b := range t.links.Of(s) {
		in := t.m[b.In : b.In+len(dst)]
		for x, v := range in {
			dst[x] += v
		}
	}
	return dst
}

// forward passes in the order of the nodes, and makes y: each node its best state, given those before it and the
// messages from those after.
func (t *messages) forward() {
	for _, s := range t.links.Order {
		t.choose(int(s))
		hat := t.belief(t.hat, int(s))
		for _, b := range t.links.Of(int(s)) {
			if t.links.Rank[b.Other] > t.links.Rank[s] {
				t.send(int(s), &b, hat)
			}
		}
		if t.with != nil {
			t.with.ShareChords(int(s), true)
		}
	}
}

// choose is the state of a node in y.
func (t *messages) choose(s int) {
	g := t.g
	c := t.rest[:g.states[s]]
	copy(c, t.scores[g.first[s]:])
	for _, b := range t.links.Of(s) {
		if t.links.Rank[b.Other] < t.links.Rank[s] {
			g.addPair(c, &g.edges[b.Edge], b.First, t.y[b.Other])
			continue
		}
		in := t.m[b.In : b.In+len(c)]
		for x, v := range in {
			c[x] += v
		}
	}
	t.y[s], _ = sums.Highest(c)
}

// backward passes back, and returns the bound.
func (t *messages) backward() float64 {
	var bound sums.Accurate
	order := t.links.Order
	for k := len(order) - 1; k >= 0; k-- {
		s := int(order[k])
		hat := t.belief(t.hat, s)
		_, most := sums.Highest(hat)
		if math.IsInf(most, -1) {
			return most
		}
		for x := range hat {
			hat[x] -= most
		}
		bound.Add(most)
		for _, b := range t.links.Of(s) {
			if t.links.Rank[b.Other] < t.links.Rank[s] {
				bound.Add(t.send(s, &b, hat))
			}
		}
		if t.with != nil {
			t.with.ShareChords(s, false)
		}
	}
	return bound.Value()
}

// send updates the message from s along an edge, and returns the constant.
func (t *messages) send(s int, b *links.Link, hat []float64) float64 {
	v, out := t.without(s, b, hat), t.m[b.Out:b.Out+t.g.states[b.Other]]
	if t.with != nil {
		t.with.Share(int(b.Edge), v, t.left[b.Out:b.Out+len(out)], b.First, t.links.Rank[b.Other] > t.links.Rank[s])
		t.leave(b.In, v)
	}
	t.g.send(out, v, &t.g.edges[b.Edge], b.First)
	_, most := sums.Highest(out)
	if math.IsInf(most, -1) {
		return most
	}
	for y := range out {
		out[y] -= most
	}
	return most
}

// keepBetter takes y, improved, where it is better than a result's.
func (t *messages) keepBetter(r *Result) {
	t.g.improve(t.y, t.rest)
	if score := t.g.Of(t.y); score > r.Score {
		r.Score = score
		copy(r.Y, t.y)
	}
}

// without is γ_s θ̂_s − m_{e→s}.
func (t *messages) without(s int, b *links.Link, hat []float64) []float64 {
	in, gamma, v := t.m[b.In:b.In+len(hat)], t.gamma[s], t.v[:len(hat)]
	for x, h := range hat {
		if v[x] = gamma*h - in[x]; math.IsInf(h, -1) {
			v[x] = h // and not −Inf − (−Inf)
		}
	}
	return v
}

// leave keeps −v, what of the messages to a node is left there after it sent v.
func (t *messages) leave(in int, v []float64) {
	for x, w := range v {
		t.left[in+x] = -w
	}
}

// tighten goes on with triplets, after a pass back.
func (t *messages) tighten(with *triplets.Set) {
	if t.with, t.left = with, t.left[:0]; with == nil {
		return
	}
	t.left = append(t.left, make([]float64, len(t.m))...)
	for s := range t.g.states {
		hat := t.belief(t.hat, s)
		for _, b := range t.links.Of(s) {
			t.leave(b.In, t.without(s, &b, hat))
		}
	}
}

// held are copies of what triplets hold, to be held again.
func (t *messages) held() []float64 {
	if t.with == nil {
		return nil
	}
	return slices.Clone(t.with.U)
}

func (t *messages) hold(u []float64) {
	if t.with != nil {
		copy(t.with.U, u)
		t.with.Refresh()
		t.tighten(t.with)
	}
}
