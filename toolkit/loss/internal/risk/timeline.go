package risk

import (
	"cmp"
	"slices"
	"sort"
)

// Timeline has examples by falling time, those of one time together, stratum by stratum.
type Timeline struct {
	Until  []int // of each example, the first time in order at which it has not entered yet; nil without entries
	order  []int
	begins []int // of each time in order, and the end of the last
	strata []int64
}

// NewTimeline sorts times y, of strata and with entries where these are not nil.
func NewTimeline(y []float64, strata []int64, entry []float64) *Timeline {
	t := &Timeline{order: make([]int, len(y)), strata: strata}
	for i := range t.order {
		t.order[i] = i
	}
	slices.SortStableFunc(t.order, func(i, j int) int {
		return cmp.Or(cmp.Compare(t.Stratum(i), t.Stratum(j)), cmp.Compare(y[j], y[i]))
	})
	for k, i := range t.order {
		if k == 0 || y[i] != y[t.order[k-1]] || t.Stratum(i) != t.Stratum(t.order[k-1]) {
			t.begins = append(t.begins, k)
		}
	}
	t.begins = append(t.begins, len(t.order))
	if entry == nil {
		return t
	}
	t.Until = make([]int, len(y))
	for k := range t.Count() {
		for _, i := range t.At(k) {
			t.Until[i] = k + sort.Search(t.Count()-k, func(after int) bool {
				j := t.At(k + after)[0]
				return t.Stratum(j) != t.Stratum(i) || y[j] <= entry[i]
			})
		}
	}
	return t
}

// Stratum is that of example i.
func (t *Timeline) Stratum(i int) int64 {
	if t.strata == nil {
		return 0
	}
	return t.strata[i]
}

// Fresh tells whether a stratum begins with a time.
func (t *Timeline) Fresh(k int) bool {
	return k == 0 || t.Stratum(t.order[t.begins[k]]) != t.Stratum(t.order[t.begins[k-1]])
}

// Count is that of different times.
func (t *Timeline) Count() int { return len(t.begins) - 1 }

// At are the examples of a time, counted from the last time.
func (t *Timeline) At(k int) []int { return t.order[t.begins[k]:t.begins[k+1]] }
