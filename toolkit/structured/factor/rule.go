package factor

// Literal is the statement that a node has a state.
type Literal struct{ Node, State int }

// rule is a hard factor: of its literals at least and at most so many are true.
type rule struct {
	of          []Literal
	least, most int
}

// holds tells whether a labelling obeys.
func (r *rule) holds(y []int) bool {
	n := 0
	for _, l := range r.of {
		if y[l.Node] == l.State {
			n++
		}
	}
	return n >= r.least && n <= r.most
}
