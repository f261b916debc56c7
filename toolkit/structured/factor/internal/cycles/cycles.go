// Package cycles finds cycles whose edges contradict each other.
package cycles

import (
	"cmp"
	"math"
	"slices"
)

// Edge says of two nodes, each of which has one of two states, that these be equal where Weight > 0, and that they
// differ where it is < 0: by so much is a score less where it is not so.
type Edge struct {
	A, B   int32
	Weight float64
}

// Frustrated finds cycles with an odd number of edges that say that nodes differ: one of the edges has to be
// contradicted. The most that this costs at least, |weight| of a cycle's least edge, is returned, too, 0 for none,
// and no weight of a cycle is less than share times that. Each is one of the shortest of those of which a node is the
// first, of at most so many nodes.
//
// Source: Sontag, Choe, Li, Efficiently Searching for Frustrated Cycles in MAP Inference, UAI 2012, section 4;
// Barahona, Mahjoub, On the Cut Polytope, Mathematical Programming 1986.
func Frustrated(nodes int, edges []Edge, share float64, longest int) (all [][]int32, most float64) {
	if most = strength(nodes, edges); most == 0 {
		return nil, 0
	}
	next := make([][]Edge, nodes) // from A
	for _, e := range edges {
		if math.Abs(e.Weight) >= share*most {
			next[e.A] = append(next[e.A], e)
			next[e.B] = append(next[e.B], Edge{e.B, e.A, e.Weight})
		}
	}
	w := &walks{next: next, from: make([]int32, 2*nodes), depth: make([]int32, 2*nodes), seen: make([]int32, 2*nodes)}
	for s := range nodes {
		if c := w.odd(int32(s), int32(longest)); c != nil {
			all = append(all, c)
		}
	}
	return all, most
}

// strength is the largest least |weight| of a cycle that is contradicted: that of the edge that closes the first, where
// edges come with the largest first.
func strength(nodes int, edges []Edge) float64 {
	edges = slices.Clone(edges)
	slices.SortStableFunc(edges, func(a, b Edge) int { return cmp.Compare(math.Abs(b.Weight), math.Abs(a.Weight)) })
	up, differ := make([]int32, nodes), make([]bool, nodes) // a forest: the node above, and whether states differ
	for s := range up {
		up[s] = int32(s)
	}
	root := func(s int32) (r int32, odd bool) {
		for up[s] != s {
			if t := up[s]; up[t] != t {
				differ[s] = differ[s] != differ[t]
				up[s] = up[t]
				continue
			}
			odd = odd != differ[s]
			s = up[s]
		}
		return s, odd
	}
	for _, e := range edges {
		a, oddA := root(e.A)
		b, oddB := root(e.B)
		odd := (oddA != oddB) != (e.Weight < 0)
		switch {
		case e.Weight == 0:
			return 0
		case a != b:
			up[a], differ[a] = b, odd
		case odd:
			return math.Abs(e.Weight)
		}
	}
	return 0
}

// walks go over the nodes twice over: 2s where an even number of edges so far say that states differ, 2s+1 where it is
// odd.
type walks struct {
	next              [][]Edge
	from, depth, seen []int32
	queue             []int32
	turn              int32
}

// odd is a shortest cycle from a node over later ones that is contradicted, nil where there is none.
func (w *walks) odd(s, longest int32) []int32 {
	w.turn++
	w.queue = append(w.queue[:0], 2*s)
	w.seen[2*s], w.depth[2*s], w.from[2*s] = w.turn, 0, -1
	for k := 0; k < len(w.queue); k++ {
		v := w.queue[k]
		if v == 2*s+1 {
			return w.cycle(v)
		}
		if w.depth[v] == longest {
			continue
		}
		for _, e := range w.next[v/2] {
			to := 2*e.B + v%2
			if e.Weight < 0 {
				to ^= 1
			}
			if e.B >= s && w.seen[to] != w.turn {
				w.seen[to], w.depth[to], w.from[to] = w.turn, w.depth[v]+1, v
				w.queue = append(w.queue, to)
			}
		}
	}
	return nil
}

// cycle follows a walk back; it is nil where a node comes twice, which then has a shorter cycle.
func (w *walks) cycle(v int32) (c []int32) {
	for v = w.from[v]; v >= 0; v = w.from[v] {
		if slices.Contains(c, v/2) {
			return nil
		}
		c = append(c, v/2)
	}
	return c
}
