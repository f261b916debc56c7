package measures

import (
	"slices"
)

// ranks counts numbers out of a known set, of which it says quickly how many are below another: a Fenwick tree.
//
// Source: Fenwick, A New Data Structure for Cumulative Frequency Tables, Softw. Pract. Exper. 1994.
type ranks struct {
	values []float64 // ascending
	tree   []int
	total  int
}

func newRanks(set []float64) *ranks {
	values := slices.Clone(set)
	slices.Sort(values)
	values = slices.Compact(values)
	return &ranks{values: values, tree: make([]int, len(values)+1)}
}

func (r *ranks) add(v float64) {
	at, _ := slices.BinarySearch(r.values, v)
	for k := at + 1; k < len(r.tree); k += k & -k {
		r.tree[k]++
	}
	r.total++
}

// count is how many of those added are below v, and how many are v.
func (r *ranks) count(v float64) (below, ties int) {
	at, _ := slices.BinarySearch(r.values, v)
	below = r.upTo(at)
	return below, r.upTo(at+1) - below
}

// upTo counts those among the first of the values.
func (r *ranks) upTo(first int) (sum int) {
	for k := first; k > 0; k -= k & -k {
		sum += r.tree[k]
	}
	return sum
}
