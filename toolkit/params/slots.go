package params

import (
	"iter"
	"maps"
	"math"
	"math/bits"
	"slices"
)

// Slots are numbers in slots 0 to Len() − 1, 0 until they are set: a number that was set takes some six bytes, and a
// slot without one a quarter of a byte. NewSlots makes them. They are not for concurrent use while any is set.
//
// In a store that learns from much, all slots take four bytes each, see NewHashed: the features of a few rows are
// looked up in half the time then, since each is one place in memory that is not in a processor's cache, and not two.
type Slots struct {
	size   int
	blocks []slotBlock // nil where the values are those of all slots
	values []float32   // else the first is 0, and stands for all slots that are not there
	lanes  uint32      // where there are no blocks: a slot's value is so many places behind that of the slot before
	sums   []float32   // beside values, where an average is kept
	free   [6][]uint32 // places of ranges of 1, 2, …, 32 values that are not in use
}

// slotBlock is 64 slots: those that are there, from the least bit on, have values in a row, from a place on; room is
// for the next power of 2.
type slotBlock struct {
	there uint64
	from  uint32
}

// NewSlots makes so many, none of which is set.
func NewSlots(size int) *Slots {
	return &Slots{size: size, blocks: make([]slotBlock, (size+63)/64), values: make([]float32, 1)}
}

// Len is how many slots there are.
func (s *Slots) Len() int { return s.size }

// At is the number in a slot.
func (s *Slots) At(slot int) float32 {
	if s.blocks == nil {
		return s.values[uint32(slot)*s.lanes]
	}
	return s.values[s.blocks[slot/64].find(uint32(slot))]
}

// Set puts a number into a slot.
func (s *Slots) Set(slot int, v float32) { s.values[s.place(uint32(slot))] = v }

// All are the slots that are not 0, in ascending order, and their numbers.
func (s *Slots) All() iter.Seq2[int, float32] {
	return func(yield func(int, float32) bool) {
		for slot, place := range s.places() {
			if v := s.values[place]; v != 0 && !yield(slot, v) {
				return
			}
		}
	}
}

// places are those of the values that are there, and of which slot each is.
func (s *Slots) places() iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		if s.blocks == nil {
			for slot := range s.size {
				if !yield(slot, slot*int(s.lanes)) {
					return
				}
			}
			return
		}
		for b := range s.blocks {
			at := int(s.blocks[b].from)
			for there := s.blocks[b].there; there != 0; there &= there - 1 {
				if !yield(64*b+bits.TrailingZeros64(there), at) {
					return
				}
				at++
			}
		}
	}
}

// Equal tells whether two are as many with the same numbers.
func (s *Slots) Equal(o *Slots) bool {
	mine, theirs := maps.Collect(s.All()), maps.Collect(o.All())
	return s.size == o.size && maps.Equal(mine, theirs)
}

// Clone is a copy, which takes the memory of what is not 0.
func (s *Slots) Clone() *Slots {
	return s.each(func(place int) float32 { return s.values[place] })
}

// each makes slots of the values at all places.
func (s *Slots) each(value func(place int) float32) *Slots {
	out := NewSlots(s.size)
	for slot, place := range s.places() {
		if v := value(place); v != 0 {
			out.Set(slot, v)
		}
	}
	return out
}

// spread gives each slot a value.
func (s *Slots) spread() {
	values, sums := make([]float32, s.size), s.sums
	if sums != nil {
		sums = make([]float32, s.size)
	}
	for slot, place := range s.places() {
		values[slot] = s.values[place]
		if sums != nil {
			sums[slot] = s.sums[place]
		}
	}
	s.blocks, s.values, s.sums, s.free, s.lanes = nil, values, sums, [6][]uint32{}, 1
}

// sideBySide makes so many tables, whose values of a slot stand side by side among values.
func sideBySide(size, count int) (values []float32, out []*Slots) {
	if uint64(size)*uint64(count) > math.MaxUint32 {
		panic("params: tables side by side have fewer than 2³² slots together")
	}
	values = make([]float32, size*count)
	for lane := range count {
		out = append(out, &Slots{size: size, values: values[lane:], lanes: uint32(count)})
	}
	return values, out
}

// find is the place of a slot's value, or 0, without a branch: whether a slot is there is hard to foretell.
func (b *slotBlock) find(slot uint32) uint32 {
	there := b.there >> (slot % 64)
	rank := bits.OnesCount64(b.there) - bits.OnesCount64(there)
	return (b.from + uint32(rank)) & -uint32(there&1)
}

// place is the place of a slot's value, which is made where there is none.
func (s *Slots) place(slot uint32) uint32 {
	if s.blocks == nil {
		return slot * s.lanes
	}
	b := &s.blocks[slot/64]
	if at := b.find(slot); at != 0 {
		return at
	}
	n := bits.OnesCount64(b.there)
	rank := bits.OnesCount64(b.there & (1<<(slot%64) - 1))
	old := b.from
	if n&(n-1) == 0 {
		b.from = s.room(2 * n)
		copy(s.values[b.from:], s.values[old:int(old)+rank])
	}
	at := int(b.from) + rank
	copy(s.values[at+1:int(b.from)+n+1], s.values[int(old)+rank:int(old)+n])
	s.values[at] = 0
	if s.sums != nil {
		copy(s.sums[b.from:at], s.sums[old:])
		copy(s.sums[at+1:int(b.from)+n+1], s.sums[int(old)+rank:int(old)+n])
		s.sums[at] = 0
	}
	if n > 0 && b.from != old {
		class := bits.TrailingZeros(uint(n))
		s.free[class] = append(s.free[class], old)
	}
	b.there |= 1 << (slot % 64)
	return uint32(at)
}

// room is a range of so many values, a power of 2, or 0 for one.
func (s *Slots) room(n int) uint32 {
	n = max(1, n)
	if class := bits.TrailingZeros(uint(n)); class < len(s.free) {
		if f := s.free[class]; len(f) > 0 {
			s.free[class] = f[:len(f)-1]
			return f[len(f)-1]
		}
	}
	from := len(s.values)
	s.values = append(s.values, make([]float32, n)...)
	if s.sums != nil {
		s.sums = append(s.sums, make([]float32, n)...)
	}
	return uint32(from)
}

// clear sets all to 0. Where no average is kept, none is there any more.
func (s *Slots) clear() {
	if s.lanes > 1 {
		for _, place := range s.places() {
			s.values[place] = 0
		}
		return
	}
	clear(s.values)
	if s.sums == nil && s.blocks != nil && len(s.values) > 1 {
		clear(s.blocks)
		s.values, s.free = s.values[:1], [6][]uint32{}
	}
}

// average begins sums of 0 beside the values.
func (s *Slots) average() {
	s.sums = slices.Grow(s.sums[:0], len(s.values))[:len(s.values)]
	clear(s.sums)
}

// bytes is the memory that they take.
func (s *Slots) bytes() int {
	sum := 16*cap(s.blocks) + 4*cap(s.values)/int(max(1, s.lanes)) + 4*cap(s.sums)
	for _, f := range s.free {
		sum += 4 * cap(f)
	}
	return sum
}
