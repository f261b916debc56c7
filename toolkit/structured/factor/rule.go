package factor

import (
	"math"
	"slices"
)

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

// best is max Σ_k z_k v_k over the z of 0 and 1 that are allowed; v may have −Inf for what is false, and +Inf for what
// is true in any case, which counts 0. It is −Inf where there is none.
func (r *rule) best(v []float64) (sum float64) {
	v = slices.Clone(v)
	slices.Sort(v)
	taken := 0
	for k := len(v) - 1; k >= 0 && taken < r.most; k-- {
		if v[k] <= 0 && taken >= r.least || math.IsInf(v[k], -1) {
			break
		}
		taken++
		if !math.IsInf(v[k], 1) {
			sum += v[k]
		}
	}
	left := len(v) - taken
	if taken < r.least || left > 0 && math.IsInf(v[left-1], 1) {
		return math.Inf(-1)
	}
	return sum
}
