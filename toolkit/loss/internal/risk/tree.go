package risk

// Tree has sums over ranges of places, in O(log n) additions each: nothing is taken away from a sum again, so that no
// digits are lost. It serves one of two ends: examples are added to ranges and a place asks for its sum (Over, At), or
// they are added to places and a range asks for its (Put, Range).
//
// Source: Bentley, Solutions to Klee's Rectangle Problems, 1977 (segment trees).
type Tree struct{ nodes []Set }

// NewTree is one of so many places, with no example.
func NewTree(places int) *Tree {
	t := &Tree{make([]Set, 2*places)}
	for k := range t.nodes {
		t.nodes[k] = Empty()
	}
	return t
}

// each calls do for the nodes that make up the places from low to high − 1.
func (t *Tree) each(low, high int, do func(node *Set)) {
	n := len(t.nodes) / 2
	for low, high = low+n, high+n; low < high; low, high = low/2, high/2 {
		if low%2 == 1 {
			do(&t.nodes[low])
			low++
		}
		if high%2 == 1 {
			high--
			do(&t.nodes[high])
		}
	}
}

// above calls do for the nodes that a place is in.
func (t *Tree) above(place int, do func(node *Set)) {
	for k := place + len(t.nodes)/2; k > 0; k /= 2 {
		do(&t.nodes[k])
	}
}

// Over adds an example to the places from low to high − 1.
func (t *Tree) Over(low, high int, omega, f float64) {
	t.each(low, high, func(node *Set) { node.Add(omega, f) })
}

// At is the sum over the examples of a place.
func (t *Tree) At(place int) Set {
	out := Empty()
	t.above(place, func(node *Set) { out = out.With(*node, 1) })
	return out
}

// Put adds examples to a place.
func (t *Tree) Put(place int, examples Set) {
	t.above(place, func(node *Set) { *node = node.With(examples, 1) })
}

// Range is the sum over the examples of the places from low to high − 1.
func (t *Tree) Range(low, high int) Set {
	out := Empty()
	t.each(low, high, func(node *Set) { out = out.With(*node, 1) })
	return out
}
