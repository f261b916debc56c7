package params

import "math"

// table is the weights of a template, scale · slots, with its squared norm and its average.
//
// The average is kept by a second number for each slot: with S the sum of the scales of the rounds so far, in which
// slots have been as they are since, Σ_t θ_t = sum + S·slots; a change of a slot by δ belongs to the rounds to come
// only, so that sum loses δ·S.
type table struct {
	slots   []float32
	scale   float64
	squared float64  // Σ slots²
	used    bool     // some slot may not be 0
	touched []uint64 // a bit for each block of slots that may not be all 0, so that a reset is quick
	sum     []float64
	s       float64 // S
}

// block is how many slots have a bit together.
const block = 64

// The most that a slot may hold, and the least scale: beyond these a table is rescaled, or, where it is nothing beside
// what is added, forgotten.
const (
	mostSlot   = 1e18
	leastScale = 1e-250
)

func newTable(slots []float32) table {
	blocks := (len(slots) + block - 1) / block
	return table{slots: slots, scale: 1, touched: make([]uint64, (blocks+63)/64)}
}

func (t *table) touchAll() {
	t.used = true
	for b := range t.touched {
		t.touched[b] = math.MaxUint64
	}
}

// each calls do with the slots lo ≤ s < hi of each block that may not be all 0.
func (t *table) each(do func(lo, hi int)) {
	for w, bits := range t.touched {
		for b := w * 64; bits != 0; b, bits = b+1, bits>>1 {
			if lo := b * block; bits&1 != 0 && lo < len(t.slots) {
				do(lo, min(lo+block, len(t.slots)))
			}
		}
	}
}

// rescale multiplies by c, 0 for a reset.
func (t *table) rescale(c float64) {
	t.scale *= c
	switch {
	case c == 0 || t.scale < leastScale:
		t.flush()
		t.each(func(lo, hi int) { clear(t.slots[lo:hi]) })
		clear(t.touched)
		t.used, t.scale, t.squared = false, 1, 0
	case t.sum != nil && t.scale < tinyAveraged:
		t.flush()
		t.fold()
	}
}

// fold makes the scale 1.
func (t *table) fold() {
	c := float32(t.scale)
	t.each(func(lo, hi int) {
		for s, v := range t.slots[lo:hi] {
			t.slots[lo+s] = c * v
		}
	})
	t.scale = 1
	t.refresh()
}

// refresh recomputes Σ slots².
func (t *table) refresh() {
	t.squared = 0
	t.each(func(lo, hi int) {
		for _, v := range t.slots[lo:hi] {
			t.squared += float64(v) * float64(v)
		}
	})
}

// flush moves the sum over the rounds so far to sum: the slots are about to be rescaled.
func (t *table) flush() {
	if t.sum == nil {
		return
	}
	t.each(func(lo, hi int) {
		for s, v := range t.slots[lo:hi] {
			t.sum[lo+s] += t.s * float64(v)
		}
	})
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
	c, squared, w := step/t.scale, t.squared, t.slots
	values = values[:len(slots)]
	for j, slot := range slots {
		was := w[slot]
		now := was + float32(c*values[j])
		t.touched[slot/(64*block)] |= 1 << (slot / block % 64)
		w[slot] = now
		change := float64(now) - float64(was)
		squared += change * (float64(now) + float64(was))
		if t.sum != nil {
			t.sum[slot] -= t.s * change
		}
	}
	t.squared = max(0, squared)
}

// score adds c times the slots of the features of rows of run i by template k to dst, from a first row on. It returns
// its scratch.
func (t *table) score(dst []float64, c float64, x Indexed, scratch []uint32, i, k, first int) []uint32 {
	slots, rows := x.Slots(scratch[:0], i, k)
	w := t.slots
	if rows == nil {
		some := slots[first : first+len(dst)]
		for r, s := range some {
			dst[r] += c * float64(w[s])
		}
		return slots
	}
	for j, s := range slots {
		if r := int(rows[j]) - first; r >= 0 && r < len(dst) {
			dst[r] += c * float64(w[s])
		}
	}
	return slots
}
