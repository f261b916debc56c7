package params

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
)

// Templates are features of rows of which a row has one for each of p templates, as a hash: as templates.Arcs has them.
// Rows come in runs, the arcs of a sentence.
type Templates interface {
	// Templates is p.
	Templates() int
	// Rows says where the runs begin: run i has the rows Rows[i] ≤ r < Rows[i+1].
	Rows() []int
	// Hashes writes the hashes of all rows of run i by template k to dst.
	Hashes(dst []uint64, i, k int)
	// Hash is that of one row, counted from the first of run i.
	Hash(i, k, row int) uint64
}

// Hashed is a store of the weights of one output column over templates, a group for each: a table of 2^bits slots, in
// which a feature has the slot that the first bits of its hash say. Features of a template that meet in a slot share
// their weight. Every feature has the value 1/√p, so that rows have norm 1. The tables take 4·p·2^bits bytes; weights
// are kept with the 24 bits of a float32 under a lazy scale. It implements toolkit.Params for parts of one family, with
// column 0, and toolkit.RowsScorer, and is not for concurrent use.
//
// Source: Weinberger et al., Feature Hashing for Large Scale Multitask Learning, ICML 2009, without signs.
type Hashed struct {
	family int
	x      Templates
	shift  int
	value  float64
	groups []table
	hashes []uint64
	sums   []float64 // scratch of InnerProducts: a slot each
}

// table is the weights of a template: scale · slots.
type table struct {
	slots   []float32
	scale   float64
	squared float64  // Σ slots²
	touched []uint32 // all slots that may not be 0, so that a reset is quick
}

// The most that a slot may hold, and the least scale: beyond these a table is rescaled, or, where it is nothing beside
// what is added, forgotten.
const (
	mostSlot   = 1e18
	leastScale = 1e-250
)

// NewHashed makes a store of zeros for a family. It panics where bits is not 1 to 30.
func NewHashed(family int, x Templates, bits int) *Hashed {
	if bits < 1 || bits > 30 {
		panic("params: tables of templates have 2¹ to 2³⁰ slots")
	}
	p := x.Templates()
	h := &Hashed{family: family, x: x, shift: 64 - bits, value: 1 / math.Sqrt(float64(p)), groups: make([]table, p)}
	for k := range h.groups {
		h.groups[k] = table{slots: make([]float32, 1<<bits), scale: 1}
	}
	return h
}

// Groups is the number of templates.
func (h *Hashed) Groups() int { return len(h.groups) }

// Weighs tells whether the parts of a family are the store's.
func (h *Hashed) Weighs(family int) bool { return family == h.family }

// Norm is ‖θ_k‖.
func (h *Hashed) Norm(k int) float64 { return h.groups[k].scale * math.Sqrt(h.groups[k].squared) }

// Scale is θ_k ← c θ_k.
func (h *Hashed) Scale(k int, c float64) {
	t := &h.groups[k]
	if t.scale *= c; t.scale < leastScale {
		t.reset()
	}
}

func (t *table) reset() {
	for _, s := range t.touched {
		t.slots[s] = 0
	}
	t.touched, t.scale, t.squared = t.touched[:0], 1, 0
}

// fold makes the scale 1.
func (t *table) fold() {
	c := float32(t.scale)
	t.scale, t.squared = 1, 0
	for s, v := range t.slots {
		t.slots[s] = c * v
		t.squared += float64(c*v) * float64(c*v)
	}
}

// add adds to a slot.
func (t *table) add(slot uint64, v float64) {
	was := t.slots[slot]
	now := was + float32(v/t.scale)
	if was == 0 && now != 0 {
		t.touched = append(t.touched, uint32(slot))
	}
	t.slots[slot] = now
	t.squared += (float64(now) - float64(was)) * (float64(now) + float64(was))
}

// Add is θ ← θ + step·u.
func (h *Hashed) Add(step float64, u *toolkit.Update) {
	for k := range h.groups {
		t := &h.groups[k]
		for _, part := range u.Parts {
			v := step * part.Value * h.value
			if part.Family != h.family || v == 0 {
				continue
			}
			if math.Abs(v) > mostSlot*t.scale {
				t.fold()
			}
			t.add(h.slot(k, part.Row), v)
		}
		t.squared = max(0, t.squared)
	}
}

// slot is that of a row's feature by template k.
func (h *Hashed) slot(k, row int) uint64 {
	i := h.run(row)
	return h.x.Hash(i, k, row-h.x.Rows()[i]) >> h.shift
}

// run is the run of a row.
func (h *Hashed) run(row int) int {
	i, found := slices.BinarySearch(h.x.Rows(), row)
	if !found {
		return i - 1
	}
	for h.x.Rows()[i+1] == row { // empty runs
		i++
	}
	return i
}

// InnerProducts returns ⟨θ, u⟩ and ‖u‖².
func (h *Hashed) InnerProducts(u *toolkit.Update) (inner, squared float64) {
	h.sums = slices.Grow(h.sums[:0], 1<<(64-h.shift))[:1<<(64-h.shift)]
	for k := range h.groups {
		t := &h.groups[k]
		var cross float64
		for _, part := range u.Parts {
			if part.Family == h.family {
				slot := h.slot(k, part.Row)
				cross += part.Value * float64(t.slots[slot])
				h.sums[slot] += part.Value
			}
		}
		inner += h.value * t.scale * cross
		for _, part := range u.Parts {
			if part.Family == h.family {
				slot := h.slot(k, part.Row)
				squared += h.value * h.value * h.sums[slot] * h.sums[slot]
				h.sums[slot] = 0
			}
		}
	}
	return inner, squared
}

// Scores adds the score of a row to dst[0].
func (h *Hashed) Scores(dst []float64, family, row int) {
	if family != h.family {
		return
	}
	for k := range h.groups {
		t := &h.groups[k]
		dst[0] += h.value * t.scale * float64(t.slots[h.slot(k, row)])
	}
}

// ScoreRows adds the scores of the rows lo ≤ r < hi, template by template.
func (h *Hashed) ScoreRows(dst []float64, family, lo, hi int) {
	if family != h.family {
		return
	}
	for rows := h.x.Rows(); lo < hi; {
		i := h.run(lo)
		end := min(hi, rows[i+1])
		h.scoreRun(dst[:end-lo], i, lo-rows[i])
		dst, lo = dst[end-lo:], end
	}
}

// scoreRun adds the scores of rows of run i from a first on.
func (h *Hashed) scoreRun(dst []float64, i, first int) {
	n := h.x.Rows()[i+1] - h.x.Rows()[i]
	h.hashes = slices.Grow(h.hashes[:0], n)[:n]
	for k := range h.groups {
		t := &h.groups[k]
		h.x.Hashes(h.hashes, i, k)
		c := h.value * t.scale
		hashes := h.hashes[first:]
		for r := range dst {
			dst[r] += c * float64(t.slots[hashes[r]>>h.shift])
		}
	}
}

// Refresh recomputes the norms exactly.
func (h *Hashed) Refresh() {
	for k := range h.groups {
		t := &h.groups[k]
		t.squared = 0
		for _, v := range t.slots {
			t.squared += float64(v) * float64(v)
		}
	}
}
