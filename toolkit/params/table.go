package params

import "math"

// table is the weights of a template, scale · slots, with its squared norm and its average.
//
// The average is kept by a second number, sum, for each slot: with S the sum of the scales of the rounds so far, in
// which slots have been as they are since, Σ_t θ_t = sum + S·slots; a change of a slot by δ belongs to the rounds to
// come only, so that sum loses δ·S.
type table struct {
	*Slots
	scale   float64
	squared float64  // Σ slots²
	used    bool     // some slot may not be 0
	s       float64  // S
	touched []uint32 // where there are no blocks: the places that may not be 0, while they are few; see many
	many    bool     // other places may not be 0 either
}

// The most that a slot may hold, and the least scale: beyond these a table is rescaled, or, where it is nothing beside
// what is added, forgotten.
const (
	mostSlot   = 1e18
	leastScale = 1e-250
)

// A table is spread where there is a word for every manyWords slots, or one of manySet slots is set.
const (
	manyWords = 2
	manySet   = 8
)

// manyTouched is how many slots there are for each that is remembered until a table is cleared.
const manyTouched = 32

// newTable is of slots, which are its own from then on.
func newTable(slots *Slots) table {
	t := table{Slots: slots, scale: 1, used: len(slots.values) > 1, many: true}
	t.refresh()
	return t
}

// rescale multiplies by c, 0 for a reset.
func (t *table) rescale(c float64) {
	t.scale *= c
	switch {
	case c == 0 || t.scale < leastScale:
		if t.flush(); t.used {
			t.forget()
		}
		t.used, t.scale, t.squared = false, 1, 0
	case t.sums != nil && t.scale < tinyAveraged:
		t.flush()
		t.fold()
	}
}

// forget sets all slots to 0: few, where a group is reset again and again.
func (t *table) forget() {
	if t.blocks != nil || t.many {
		t.clear()
	} else {
		for _, at := range t.touched {
			t.values[at] = 0
		}
	}
	t.touched, t.many = t.touched[:0], t.blocks != nil
}

// fold makes the scale 1.
func (t *table) fold() {
	c := float32(t.scale)
	for _, at := range t.places() {
		t.values[at] *= c
	}
	t.scale = 1
	t.refresh()
}

// refresh recomputes Σ slots², in the order of the slots.
func (t *table) refresh() {
	t.squared = 0
	for _, v := range t.All() {
		t.squared += float64(v) * float64(v)
	}
}

// flush moves the sum over the rounds so far to sum: the slots are about to be rescaled.
func (t *table) flush() {
	if t.sums != nil && t.used {
		for _, at := range t.places() {
			t.sums[at] += float32(t.s * float64(t.values[at]))
		}
	}
	t.s = 0
}

// add adds step times values to slots.
func (t *table) add(step float64, slots []uint32, values []float64) {
	var most float64
	for _, v := range values {
		most = max(most, math.Abs(v))
	}
	if math.Abs(step)*most > mostSlot*t.scale {
		t.flush()
		t.fold()
	}
	t.used = t.used || len(slots) > 0
	if t.blocks != nil && len(t.values) > t.size/manySet {
		t.spread()
	}
	t.many = t.many || (len(t.touched)+len(slots))*manyTouched > t.size
	c, squared := step/t.scale, t.squared
	values = values[:len(slots)]
	for j, slot := range slots {
		at := slot * t.lanes
		if t.blocks != nil {
			at = t.place(slot)
		}
		if !t.many {
			t.touched = append(t.touched, at)
		}
		was := t.values[at]
		now := was + float32(c*values[j])
		t.values[at] = now
		change := float64(now) - float64(was)
		squared += change * (float64(now) + float64(was))
		if t.sums != nil {
			t.sums[at] -= float32(t.s * change)
		}
	}
	t.squared = max(0, squared)
}

// score adds c times the slots of the features of rows of run i by template k to dst, from a first row on; products are
// rounded, as those of a Lockstep are. It returns its scratch.
func (t *table) score(dst []float64, c float64, x Indexed, scratch []uint32, i, k, first int) []uint32 {
	slots, rows := x.Slots(scratch[:0], i, k)
	values := t.values
	switch {
	case t.blocks != nil:
		for j, s := range slots {
			slots[j] = t.blocks[s/64].find(s)
		}
	case t.lanes > 1:
		for j, s := range slots {
			slots[j] = s * t.lanes
		}
	}
	if rows == nil {
		some := slots[first : first+len(dst)]
		for r, s := range some {
			dst[r] += float64(c * float64(values[s]))
		}
		return slots
	}
	for j, s := range slots {
		if r := int(rows[j]) - first; r >= 0 && r < len(dst) {
			dst[r] += float64(c * float64(values[s]))
		}
	}
	return slots
}
