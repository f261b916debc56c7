package params

import (
	"math"
	"math/bits"
)

// Table is θ_k as the 2^bits weights of its slots, rounded to float32.
func (h *Hashed) Table(k int) []float32 {
	t := &h.groups[k]
	out := make([]float32, len(t.slots))
	for s, v := range t.slots {
		out[s] = float32(t.scale * float64(v))
	}
	return out
}

// HashedFrom is a store of given tables, as Table returns them, one a template and all of one length, a power of two.
// It keeps the slices, and panics where they are not as many as the templates.
func HashedFrom(family int, x Templates, tables [][]float32) *Hashed {
	p := x.Templates()
	if p != len(tables) || p == 0 {
		panic("params: a table is needed for each template")
	}
	size := len(tables[0])
	h := &Hashed{
		family: family, x: x, shift: 64 - bits.TrailingZeros(uint(size)), value: 1 / math.Sqrt(float64(p)),
		groups: make([]table, p),
	}
	for k, slots := range tables {
		if len(slots) != size || size < 2 || size&(size-1) != 0 {
			panic("params: tables are of one length, a power of two")
		}
		t := table{slots: slots, scale: 1}
		for s, v := range slots {
			if v != 0 {
				t.touched = append(t.touched, uint32(s))
				t.squared += float64(v) * float64(v)
			}
		}
		h.groups[k] = t
	}
	return h
}
