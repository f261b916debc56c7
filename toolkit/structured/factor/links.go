package factor

// links are the edges of each node, and an order of the nodes.
type links struct {
	start  []int32
	all    []link
	order  []int32 // of nodes
	rank   []int32 // of a node in the order
	forest bool
	size   int // of the messages: two an edge
}

// link is an edge seen from one of its nodes.
type link struct {
	edge, other int32
	in, out     int  // where the messages to this node, and to the other, begin
	first       bool // this node is the edge's first
}

// of are the links of a node.
func (l *links) of(s int) []link { return l.all[l.start[s]:l.start[s+1]] }

// newLinks are those of edges between nodes with so many states. A forest's nodes are in an order in which each has one
// neighbour before it at most.
func newLinks(states []int, edges []edge) *links {
	n := len(states)
	l := &links{start: make([]int32, n+1), all: make([]link, 2*len(edges)), order: make([]int32, 0, n)}
	for e := range edges {
		l.start[edges[e].a+1]++
		l.start[edges[e].b+1]++
	}
	for s := range n {
		l.start[s+1] += l.start[s]
	}
	next := append([]int32(nil), l.start[:n]...)
	for e := range edges {
		d := &edges[e]
		toA, toB := l.size, l.size+states[d.a]
		l.size = toB + states[d.b]
		l.all[next[d.a]] = link{int32(e), d.b, toA, toB, true}
		l.all[next[d.b]] = link{int32(e), d.a, toB, toA, false}
		next[d.a]++
		next[d.b]++
	}
	l.sort(n)
	return l
}

// sort finds out whether there are cycles, and orders the nodes: as they are, or those of a forest from its roots.
func (l *links) sort(n int) {
	l.rank = make([]int32, n)
	for s := range l.rank {
		l.rank[s] = -1
	}
	components := 0
	for root := range n {
		if l.rank[root] >= 0 {
			continue
		}
		components++
		l.rank[root] = int32(len(l.order))
		l.order = append(l.order, int32(root))
		for k := int(l.rank[root]); k < len(l.order); k++ {
			for _, b := range l.of(int(l.order[k])) {
				if l.rank[b.other] < 0 {
					l.rank[b.other] = int32(len(l.order))
					l.order = append(l.order, b.other)
				}
			}
		}
	}
	if l.forest = len(l.all)/2 == n-components; l.forest {
		return
	}
	for s := range n {
		l.order[s], l.rank[s] = int32(s), int32(s)
	}
}
