package loss

import (
	"cmp"
	"slices"
)

// timeline has examples by falling time, those of one time together.
type timeline struct {
	order  []int
	begins []int // of each time in order, and the end of the last
}

// times sorts the examples, where that was not done.
func (l Cox) times() *timeline {
	if l.line != nil {
		return l.line
	}
	t := &timeline{order: make([]int, len(l.Y))}
	for i := range t.order {
		t.order[i] = i
	}
	slices.SortStableFunc(t.order, func(i, j int) int { return cmp.Compare(l.Y[j], l.Y[i]) })
	for k, i := range t.order {
		if k == 0 || l.Y[i] != l.Y[t.order[k-1]] {
			t.begins = append(t.begins, k)
		}
	}
	t.begins = append(t.begins, len(t.order))
	return t
}

// count is that of different times.
func (t *timeline) count() int { return len(t.begins) - 1 }

// at are the examples of a time, counted from the last time.
func (t *timeline) at(k int) []int { return t.order[t.begins[k]:t.begins[k+1]] }
