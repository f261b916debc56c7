package params

import (
	"maps"
	"math/bits"
	"slices"
)

// Dictionary is the features of some rows that are seen often enough, by template: an alternative to tables in which
// features meet. A feature that is not there has no weight. Features are told apart by numbers of 32 bits, so that one
// in some ten thousand may be taken for another. It implements Indexed, for NewIndexed, and is not for concurrent use.
type Dictionary struct {
	x      Templates
	keys   [][]uint32 // of each template: features at their places, and 0 where none is
	len    int
	raw    []uint32
	owners []int32
}

// NewDictionary keeps the features that are seen at least so many times in rows, in ascending order, as those of the
// arcs of a treebank's trees: the features of all possible arcs are far more.
func NewDictionary(x Templates, rows []int, least int) *Dictionary {
	d := &Dictionary{x: x}
	for k := range x.Templates() {
		seen := map[uint32]int{}
		i := 0
		for _, r := range rows {
			for x.Rows()[i+1] <= r {
				i++
			}
			d.raw = x.SlotsOf(d.raw[:0], i, k, 32, r-x.Rows()[i])
			for _, key := range d.raw {
				seen[max(1, key)]++
			}
		}
		maps.DeleteFunc(seen, func(_ uint32, n int) bool { return n < least })
		keys := make([]uint32, 1<<bits.Len(uint(2*len(seen))))
		for _, key := range slices.Sorted(maps.Keys(seen)) {
			at, _ := find(keys, key)
			keys[at] = key
		}
		d.keys, d.len = append(d.keys, keys), d.len+len(seen)
	}
	return d
}

// find is the place of a feature, or of the gap where it belongs, by linear probing: at most half of the places are
// taken.
func find(keys []uint32, key uint32) (at uint32, found bool) {
	mask := uint32(len(keys) - 1)
	for at = key & mask; keys[at] != 0; at = (at + 1) & mask {
		if keys[at] == key {
			return at, true
		}
	}
	return at, false
}

// Len is how many features are kept.
func (d *Dictionary) Len() int { return d.len }

// Bytes is the memory that the dictionary takes, beside that of the weights.
func (d *Dictionary) Bytes() (sum int) {
	for _, keys := range d.keys {
		sum += 4 * len(keys)
	}
	return sum
}

// Templates is the number of templates.
func (d *Dictionary) Templates() int { return d.x.Templates() }

// Rows says where the runs of rows begin.
func (d *Dictionary) Rows() []int { return d.x.Rows() }

// Size is how many places template k has: two to four for each feature.
func (d *Dictionary) Size(k int) int { return len(d.keys[k]) }

// Slots appends the places of the features of all rows of run i that are there, and their rows.
func (d *Dictionary) Slots(dst []uint32, i, k int) (slots []uint32, rows []int32) {
	raw, of := d.x.Slots(d.raw[:0], i, k, 32)
	d.raw, d.owners = raw, slices.Grow(d.owners[:0], 1) // not nil, which says that each row has one
	for j, key := range raw {
		if at, found := find(d.keys[k], max(1, key)); found {
			r := int32(j)
			if of != nil {
				r = of[j]
			}
			dst, d.owners = append(dst, at), append(d.owners, r)
		}
	}
	return dst, d.owners
}

// SlotsOf appends those of one row, counted from the first of run i.
func (d *Dictionary) SlotsOf(dst []uint32, i, k, row int) []uint32 {
	d.raw = d.x.SlotsOf(d.raw[:0], i, k, 32, row)
	for _, key := range d.raw {
		if at, found := find(d.keys[k], max(1, key)); found {
			dst = append(dst, at)
		}
	}
	return dst
}

// Over is the same dictionary for other rows.
func (d *Dictionary) Over(x Templates) Indexed {
	return &Dictionary{x: x, keys: d.keys, len: d.len}
}
