package params

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"github.com/proxlab/proxlab/toolkit"
)

// Templates are features of rows, by p templates, as numbers of as many bits as are asked for: as templates.Arcs has
// them. Rows come in runs, the arcs of a sentence.
type Templates interface {
	// Templates is p.
	Templates() int
	// Rows says where the runs begin: run i has the rows Rows[i] ≤ r < Rows[i+1].
	Rows() []int
	// Slots appends the features of all rows of run i by template k to dst, as numbers below 2^bits, 1 ≤ bits ≤ 32. Where
	// rows is nil there is one for each row; else feature j is of row rows[j], counted from the first of the run.
	Slots(dst []uint32, i, k, bits int) (slots []uint32, rows []int32)
	// SlotsOf appends those of one row, counted from the first of run i.
	SlotsOf(dst []uint32, i, k, bits, row int) []uint32
}

// Hashed is a store of the weights of one output column over templates, a group for each: a table of 2^bits slots, in
// which a feature has the slot that its number says. Features of a template that meet in a slot share their weight.
// Every feature has the value 1/√p, so that rows with one feature by each template have norm 1. What memory is taken,
// at most 4·p·2^bits bytes, Slots and Bytes say; weights are kept with the 24 bits of a float32 under a lazy scale. It
// implements toolkit.Params for parts of one family, with column 0, and toolkit.RowsScorer, and is not for concurrent
// use.
//
// Scores of many rows are read template by template, so that a table stays in a processor's cache for all of them: the
// more rows the better, up to some ten thousand.
//
// Source: Weinberger et al., Feature Hashing for Large Scale Multitask Learning, ICML 2009, without signs.
type Hashed struct {
	family int
	x      Indexed
	value  float64
	groups []table
	rounds int // of the average
	slots  []uint32
	update placed
	sums   []float64 // scratch of InnerProducts: a slot each
}

// Indexed are features as Templates has them, but as places in tables of any size, which a feature may lack: as a
// Dictionary has them.
type Indexed interface {
	Templates() int
	Rows() []int
	// Size is how many places template k has.
	Size(k int) int
	Slots(dst []uint32, i, k int) (slots []uint32, rows []int32)
	SlotsOf(dst []uint32, i, k, row int) []uint32
	// Over is the same for other rows.
	Over(x Templates) Indexed
}

// hashes are features whose places are so many bits of their numbers.
type hashes struct {
	x    Templates
	bits int
}

func (h hashes) Templates() int { return h.x.Templates() }

func (h hashes) Rows() []int { return h.x.Rows() }

func (h hashes) Size(int) int { return 1 << h.bits }

func (h hashes) Slots(dst []uint32, i, k int) (slots []uint32, rows []int32) {
	return h.x.Slots(dst, i, k, h.bits)
}

func (h hashes) SlotsOf(dst []uint32, i, k, row int) []uint32 {
	return h.x.SlotsOf(dst, i, k, h.bits, row)
}

func (h hashes) Over(x Templates) Indexed { return hashes{x, h.bits} }

// BitsOf is how wide tables are that have a slot for two to four of so many words, and 2¹⁰ slots at least: enough to
// compare templates by their norms.
func BitsOf(words int) int { return max(10, bits.Len(uint(words))-2) }

// NewHashed makes a store of zeros for a family. Where there are words for two slots or fewer, counting a run of n²
// rows as n words, all slots take their four bytes at once: it learns quicker. It panics where bits is not 1 to 30.
func NewHashed(family int, x Templates, bits int) *Hashed {
	if bits < 1 || bits > 30 {
		panic("params: tables of templates have 2¹ to 2³⁰ slots")
	}
	return NewIndexed(family, hashes{x, bits})
}

// NewIndexed makes a store of zeros for a family over features that have places, as those of a Dictionary.
func NewIndexed(family int, x Indexed) *Hashed {
	h, words := newStore(family, x), 0.
	for i, rows := range x.Rows()[1:] {
		words += math.Sqrt(float64(rows - x.Rows()[i]))
	}
	for k := range h.groups {
		h.groups[k] = newTable(NewSlots(x.Size(k)))
		if words*manyWords > float64(x.Size(k)) {
			h.groups[k].spread()
		}
	}
	return h
}

func newStore(family int, x Indexed) *Hashed {
	p := x.Templates()
	return &Hashed{family: family, x: x, value: 1 / math.Sqrt(float64(p)), groups: make([]table, p)}
}

// HashedFrom makes a store of weights as Table returned them, a table for each template, all of 2^bits slots. It takes
// the tables over, and panics where there are not as many as templates or their sizes differ.
func HashedFrom(family int, x Templates, tables []*Slots) *Hashed {
	if len(tables) != x.Templates() || len(tables) == 0 {
		panic("params: a table is needed for each template")
	}
	size := tables[0].Len()
	h := newStore(family, hashes{x, bits.TrailingZeros(uint(size))})
	for k, t := range tables {
		if t.Len() != size || size&(size-1) != 0 || size < 2 {
			panic("params: tables of templates have as many slots each, a power of 2")
		}
		h.groups[k] = newTable(t)
	}
	return h
}

// Over is the model for other rows, as those of sentences to be parsed: a store that shares its weights with this one.
// It panics where there are not as many templates.
func (h *Hashed) Over(x Templates) *Hashed {
	if x.Templates() != h.Groups() {
		panic("params: other rows need features by the same templates")
	}
	return &Hashed{family: h.family, x: h.x.Over(x), value: h.value, groups: h.groups, rounds: h.rounds}
}

// Table returns a copy of the weights of template k, scales applied. The score of a row is the sum of the weights of
// its features by all p templates, divided by √p.
func (h *Hashed) Table(k int) *Slots {
	t := &h.groups[k]
	return t.each(func(i int) float32 { return float32(t.scale * float64(t.values[i])) })
}

// Bytes is the memory that the store takes for weights, and for their averages where they are kept.
func (h *Hashed) Bytes() (sum int) {
	for k := range h.groups {
		sum += h.groups[k].bytes()
	}
	return sum
}

// Groups is the number of templates.
func (h *Hashed) Groups() int { return len(h.groups) }

// Weighs tells whether the parts of a family are the store's.
func (h *Hashed) Weighs(family int) bool { return family == h.family }

// Norm is ‖θ_k‖.
func (h *Hashed) Norm(k int) float64 { return h.groups[k].scale * math.Sqrt(h.groups[k].squared) }

// Scale is θ_k ← c θ_k. A group that is reset, by c = 0, takes the time of the slots that were used.
func (h *Hashed) Scale(k int, c float64) { h.groups[k].rescale(c) }

// Add is θ ← θ + step·u.
func (h *Hashed) Add(step float64, u *toolkit.Update) {
	h.update.take(h, u)
	for k := range h.groups {
		slots, values := h.update.features(h.x, k)
		h.groups[k].add(step*h.value, slots, values)
	}
}

// InnerProducts returns ⟨θ, u⟩ and ‖u‖².
func (h *Hashed) InnerProducts(u *toolkit.Update) (inner, squared float64) {
	h.update.take(h, u)
	for k := range h.groups {
		t := &h.groups[k]
		if len(h.sums) < t.Len() {
			h.sums = make([]float64, t.Len())
		}
		slots, values := h.update.features(h.x, k)
		var cross float64
		for j, s := range slots {
			cross += values[j] * float64(t.At(int(s)))
			h.sums[s] += values[j]
		}
		inner += h.value * t.scale * cross
		for _, s := range slots {
			squared += h.value * h.value * h.sums[s] * h.sums[s]
			h.sums[s] = 0
		}
	}
	return inner, squared
}

// Scores adds the score of a row to dst[0].
func (h *Hashed) Scores(dst []float64, family, row int) {
	if family != h.family {
		return
	}
	i := h.run(row)
	row -= h.x.Rows()[i]
	for k := range h.groups {
		t := &h.groups[k]
		h.slots = h.x.SlotsOf(h.slots[:0], i, k, row)
		for _, s := range h.slots {
			dst[0] += h.value * t.scale * float64(t.At(int(s)))
		}
	}
}

// ScoreRows adds the scores of the rows lo ≤ r < hi, template by template.
func (h *Hashed) ScoreRows(dst []float64, family, lo, hi int) {
	h.ScoreRowsUntil(context.Background(), dst, family, lo, hi)
}

// ScoreRowsUntil is ScoreRows, which leaves out the templates that are left when the context ends.
func (h *Hashed) ScoreRowsUntil(ctx context.Context, dst []float64, family, lo, hi int) {
	if family != h.family || lo >= hi {
		return
	}
	rows, first := h.x.Rows(), h.run(lo)
	for k := range h.groups {
		if ctx.Err() != nil {
			return
		}
		t := &h.groups[k]
		if !t.used {
			continue
		}
		for i := first; i+1 < len(rows) && rows[i] < hi; i++ {
			from, to := max(lo, rows[i]), min(hi, rows[i+1])
			h.slots = t.score(dst[from-lo:to-lo], h.value*t.scale, h.x, h.slots, i, k, from-rows[i])
		}
	}
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

// Refresh recomputes the norms exactly.
func (h *Hashed) Refresh() {
	for k := range h.groups {
		h.groups[k].refresh()
	}
}
