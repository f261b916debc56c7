// Package links has the edges of each node of a graph, and an order of the nodes.
package links

// Links are the edges of each node, and an order of the nodes.
type Links struct {
	start  []int32
	all    []Link
	Order  []int32 // of nodes
	Rank   []int32 // of a node in the order
	Forest bool
	Size   int // of the messages: two an edge
}

// Link is an edge seen from one of its nodes.
type Link struct {
	Edge, Other int32
	In, Out     int  // where the messages to this node, and to the other, begin
	First       bool // this node is the edge's first
}

// Of are the links of a node.
func (l *Links) Of(s int) []Link { return l.all[l.start[s]:l.start[s+1]] }

// New are those of edges between nodes with so many states. A forest's nodes are in an order in which each has one
// neighbour before it at most.
func New(states []int, edges int, ends func(e int) (a, b int32)) *Links {
	n := len(states)
	l := &Links{start: make([]int32, n+1), all: make([]Link, 2*edges), Order: make([]int32, 0, n)}
	for e := range edges {
		a, b := ends(e)
		l.start[a+1]++
		l.start[b+1]++
	}
	for s := range n {
		l.start[s+1] += l.start[s]
	}
	next := append([]int32(nil), l.start[:n]...)
	for e := range edges {
		a, b := ends(e)
		toA, toB := l.Size, l.Size+states[a]
		l.Size = toB + states[b]
		l.all[next[a]] = Link{int32(e), b, toA, toB, true}
		l.all[next[b]] = Link{int32(e), a, toB, toA, false}
		next[a]++
		next[b]++
	}
	l.sort(n)
	return l
}

// sort finds out whether there are cycles, and orders the nodes: as they are, or those of a forest from its roots.
func (l *Links) sort(n int) {
	l.Rank = make([]int32, n)
	for s := range l.Rank {
		l.Rank[s] = -1
	}
	components := 0
	for root := range n {
		if l.Rank[root] >= 0 {
			continue
		}
		components++
		l.Rank[root] = int32(len(l.Order))
		l.Order = append(l.Order, int32(root))
		for k := int(l.Rank[root]); k < len(l.Order); k++ {
			for _, b := range l.Of(int(l.Order[k])) {
				if l.Rank[b.Other] < 0 {
					l.Rank[b.Other] = int32(len(l.Order))
					l.Order = append(l.Order, b.Other)
				}
			}
		}
	}
	if l.Forest = len(l.all)/2 == n-components; l.Forest {
		return
	}
	for s := range n {
		l.Order[s], l.Rank[s] = int32(s), int32(s)
	}
}
