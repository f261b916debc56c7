// Package flow finds largest flows and smallest cuts of sparse networks.
package flow

// Network is a network, with a largest flow in it from a source to a sink and a smallest cut between them, found by two
// trees that grow from both and keep what they found from one path to the next. The zero value has no nodes.
//
// Source: Boykov, Kolmogorov, An Experimental Comparison of Min-Cut/Max-Flow Algorithms for Energy Minimization in
// Vision, PAMI 2004, section 3, with the distances and time stamps of their implementation notes.
type Network struct {
	node   []node
	arc    []arc   // an arc and the one back are 2k and 2k + 1
	active []int32 // first in, first out, from head on
	head   int
	orphan []int32
	time   int32

	total, lost float64 // the flow, and what its sum lost by rounding
}

// node is a node with what is left of its arc from the source, or below 0 of that to the sink.
type node struct {
	left           float64
	first          int32 // arc
	parent         int32 // arc to it
	stamp, away    int32 // when the distance to the root was seen, and that
	sink, isActive bool
}

type arc struct {
	to, next int32 // next of the same node
	left     float64
}

// The parents that are no arcs.
const (
	noParent = -1
	root     = -2 // the source or the sink itself
	orphaned = -3
)

const far = 1 << 30

// Reset makes it a network of n nodes without arcs.
func (f *Network) Reset(n int) {
	if cap(f.node) < n {
		f.node = make([]node, n)
	}
	f.node, f.arc, f.active, f.head = f.node[:n], f.arc[:0], f.active[:0], 0
	f.orphan, f.time, f.total, f.lost = f.orphan[:0], 0, 0, 0
	for i := range f.node {
		f.node[i] = node{first: -1, parent: noParent}
	}
}

// Terminal adds capacity from the source, or where it is below 0 to the sink.
func (f *Network) Terminal(i int, capacity float64) { f.node[i].left += capacity }

// Arc adds an arc from i to j.
func (f *Network) Arc(i, j int, capacity float64) {
	k := int32(len(f.arc))
	f.arc = append(f.arc, arc{int32(j), f.node[i].first, capacity}, arc{int32(i), f.node[j].first, 0})
	f.node[i].first, f.node[j].first = k, k+1
}

// Solve finds the flow, and returns its size.
func (f *Network) Solve() float64 {
	for i := range f.node {
		if n := &f.node[i]; n.left != 0 {
			n.sink, n.parent, n.away = n.left < 0, root, 1
			f.wake(int32(i))
		}
	}
	for f.head < len(f.active) {
		i := f.active[f.head]
		if f.node[i].parent == noParent {
			f.sleep(i)
			continue
		}
		a := f.grow(i)
		f.time++
		if a < 0 {
			f.sleep(i)
			continue
		}
		f.augment(a)
		for len(f.orphan) > 0 {
			o := f.orphan[len(f.orphan)-1]
			f.orphan = f.orphan[:len(f.orphan)-1]
			f.adopt(o)
		}
	}
	return f.total
}

// FromSource tells on which side of the cut a node is.
func (f *Network) FromSource(i int) bool { return f.node[i].parent != noParent && !f.node[i].sink }

func (f *Network) wake(i int32) {
	if !f.node[i].isActive {
		f.node[i].isActive = true
		f.active = append(f.active, i)
	}
}

func (f *Network) sleep(i int32) {
	f.node[i].isActive = false
	f.head++
	if f.head > 1024 && 2*f.head > len(f.active) {
		f.active = f.active[:copy(f.active, f.active[f.head:])]
		f.head = 0
	}
}

// open is what is left of an arc in the direction in which the tree of node n grows along it.
func (f *Network) open(n *node, a int32) float64 {
	if n.sink {
		return f.arc[a^1].left
	}
	return f.arc[a].left
}

// grow takes free neighbours of a node into its tree, and returns an arc from the tree of the source to that of the
// sink, below 0 where it meets none.
func (f *Network) grow(i int32) int32 {
	n := &f.node[i]
	for a := n.first; a >= 0; a = f.arc[a].next {
		if !(f.open(n, a) > 0) {
			continue
		}
		j := f.arc[a].to
		m := &f.node[j]
		switch {
		case m.parent == noParent:
			m.sink, m.parent, m.stamp, m.away = n.sink, a^1, n.stamp, n.away+1
			f.wake(j)
		case m.sink != n.sink && n.sink:
			return a ^ 1
		case m.sink != n.sink:
			return a
		case m.stamp <= n.stamp && m.away > n.away:
			m.parent, m.stamp, m.away = a^1, n.stamp, n.away+1
		}
	}
	return -1
}

// augment sends what fits along the path through an arc.
func (f *Network) augment(middle int32) {
	most := f.arc[middle].left
	ends := [2]int32{f.arc[middle^1].to, f.arc[middle].to}
	for _, i := range ends {
		n := &f.node[i]
		for ; n.parent != root; n = &f.node[f.arc[n.parent].to] {
			most = min(most, f.open(n, n.parent^1))
		}
		most = min(most, max(n.left, -n.left))
	}
	f.arc[middle].left -= most
	f.arc[middle^1].left += most
	for _, i := range ends {
		f.drain(i, most)
	}
	term := most - f.lost
	sum := f.total + term
	f.total, f.lost = sum, sum-f.total-term
}

// drain takes flow off the arcs from a node to the root; what is then full leaves orphans.
func (f *Network) drain(i int32, most float64) {
	n := &f.node[i]
	for n.parent != root {
		a := n.parent // towards the root
		full := a ^ 1 // from parent to child, as the tree of the source grows
		if n.sink {
			full = a
		}
		f.arc[full].left -= most
		f.arc[full^1].left += most
		next := f.arc[a].to
		if f.arc[full].left == 0 {
			n.parent = orphaned
			f.orphan = append(f.orphan, i)
		}
		i = next
		n = &f.node[i]
	}
	if n.sink {
		n.left += most
	} else {
		n.left -= most
	}
	if n.left == 0 {
		n.parent = orphaned
		f.orphan = append(f.orphan, i)
	}
}

// adopt gives an orphan the parent that is nearest to the root, or none, which makes its children orphans.
func (f *Network) adopt(i int32) {
	n := &f.node[i]
	best, least := int32(noParent), int32(far)
	for a := n.first; a >= 0; a = f.arc[a].next {
		j := f.arc[a].to
		if m := &f.node[j]; m.sink != n.sink || m.parent == noParent || !(f.open(n, a^1) > 0) {
			continue
		}
		if d := f.distance(j); d < least {
			best, least = a, d
		}
	}
	if n.parent = best; best != noParent {
		n.stamp, n.away = f.time, least+1
		return
	}
	for a := n.first; a >= 0; a = f.arc[a].next {
		j := f.arc[a].to
		m := &f.node[j]
		if m.sink != n.sink || m.parent == noParent {
			continue
		}
		if f.open(n, a^1) > 0 {
			f.wake(j)
		}
		if m.parent >= 0 && f.arc[m.parent].to == i {
			m.parent = orphaned
			f.orphan = append(f.orphan, j)
		}
	}
}

// distance is how far a node is from its root, far where its way there is broken; it stamps the way.
func (f *Network) distance(j int32) int32 {
	d, at := int32(0), j
	for {
		n := &f.node[at]
		if n.stamp == f.time {
			d += n.away
			break
		}
		d++
		if n.parent == root {
			n.stamp, n.away = f.time, 1
			break
		}
		if n.parent == orphaned {
			return far
		}
		at = f.arc[n.parent].to
	}
	total := d
	for at = j; f.node[at].stamp != f.time; at = f.arc[f.node[at].parent].to {
		f.node[at].stamp, f.node[at].away = f.time, d
		d--
	}
	return total
}
