package templates

import "slices"

// form is a template made ready for its slots: which words it looks at, as places in Arcs.ends, and odd factors.
type form struct {
	head, modifier             int
	headFactor, modFactor      uint64
	shapeFactor, betweenFactor uint64
}

// ends are the hashes of what stands around each word of a sentence, and its root, by a choice of words: of the one
// that was asked for last, as those of all sentences take ten times the memory of the words.
type ends struct {
	atoms  []Atom
	of     int // the sentence, −1 for none
	hashes []uint64
}

// newForm finds the words around the ends of arcs that a template looks at among those of other templates.
func (a *Arcs) newForm(t Template, seed uint64) form {
	return form{
		head: a.endAt(t.Head), modifier: a.endAt(t.Modifier), headFactor: mix(seed+1) | 1, modFactor: mix(seed+2) | 1,
		shapeFactor: mix(seed+3) | 1, betweenFactor: mix(seed+4) | 1,
	}
}

func (a *Arcs) endAt(atoms []Atom) int {
	e := slices.IndexFunc(a.ends, func(other ends) bool { return slices.Equal(other.atoms, atoms) })
	if e < 0 {
		e = len(a.ends)
		a.ends = append(a.ends, ends{atoms: atoms, of: -1})
	}
	return e
}

// endsOf are the hashes around all ends of arcs of sentence i by a choice of words.
func (a *Arcs) endsOf(i, choice int) []uint64 {
	e := &a.ends[choice]
	if e.of != i {
		e.of, e.hashes = i, e.hashes[:0]
		for at := a.start[i]; at < a.start[i+1]; at++ {
			e.hashes = append(e.hashes, a.end(i, at, e.atoms, 0))
		}
	}
	return e.hashes
}

// Slots appends numbers below 2^bits to dst, one for each feature of the arcs of sentence i by template k, row by row.
// Where rows is nil every row has one feature; else feature j is of row rows[j], counted from the first of the
// sentence, and rows is valid until the next call. Arcs with the same feature have the same slot; those with another
// have it with a chance of 2^−bits.
//
// A slot is the exclusive or of a number for the words at the head, one for those at the modifier, and one for the
// arc's direction and length, so that n² arcs take little more than n hashes. These are multiples of hashes of 64
// bits, of which the first bits count.
//
// Source: Pătraşcu, Thorup, The Power of Simple Tabulation Hashing, J. ACM 2012; Dietzfelbinger et al., A Reliable
// Randomized Algorithm for the Closest-Pair Problem, J. Algorithms 1997, for the multiples.
func (a *Arcs) Slots(dst []uint32, i, k, bits int) (slots []uint32, rows []int32) {
	lo, hi := a.start[i], a.start[i+1]
	n := hi - lo - 1
	f, shift := &a.forms[k], 64-bits
	a.headSlots, a.modSlots = a.headSlots[:0], a.modSlots[:0]
	for _, x := range a.endsOf(i, f.head) {
		a.headSlots = append(a.headSlots, uint32(x*f.headFactor>>shift))
	}
	for _, x := range a.endsOf(i, f.modifier) {
		a.modSlots = append(a.modSlots, uint32(x*f.modFactor>>shift))
	}
	a.shapes = slices.Grow(a.shapes[:0], 2*n+1)[:2*n+1]
	t := &a.templates[k]
	for d := range a.shapes {
		a.shapes[d] = f.shape(t.shape(d, n), shift)
	}
	if t.Between != 0 {
		return a.slotsBetween(dst, i, k, bits)
	}
	at := len(dst)
	dst = slices.Grow(dst, n*n)[:at+n*n]
	for m := 1; m <= n; m++ {
		row, mod, shapes := dst[at:at+n], a.modSlots[m], a.shapes[n-m:]
		at += n
		left, heads := row[:m], a.headSlots[:m]
		for h, head := range heads {
			left[h] = head ^ mod ^ shapes[h]
		}
		right, heads, shapes := row[m:], a.headSlots[m+1:], shapes[m+1:]
		right, shapes = right[:len(heads)], shapes[:len(heads)]
		for h, head := range heads {
			right[h] = head ^ mod ^ shapes[h]
		}
	}
	return dst, nil
}

// shape is the number of a direction and length.
func (f *form) shape(number uint64, shift int) uint32 {
	return uint32(mix(number) * f.shapeFactor >> shift)
}

// SlotsOf appends the slots of the features of one arc, a row of the sentence counted from 0.
func (a *Arcs) SlotsOf(dst []uint32, i, k, bits, row int) []uint32 {
	t, f, lo, shift := &a.templates[k], &a.forms[k], a.start[i], 64-bits
	h, m := a.arc(i, row)
	slot := uint32(a.endsOf(i, f.head)[h]*f.headFactor>>shift) ^ uint32(a.endsOf(i, f.modifier)[m]*f.modFactor>>shift) ^
		f.shape(t.shape(h, m), shift)
	if t.Between == 0 {
		return append(dst, slot)
	}
	step := 1
	if h < m {
		step = -1
	}
	a.seen = a.seen[:0]
	for at := m + step; at != h; at += step {
		a.see(a.attribute(t.Between)[lo+at])
	}
	for _, x := range a.seen {
		dst = append(dst, slot^uint32(x*f.betweenFactor>>shift))
	}
	return dst
}

// arc is the head and the modifier of a row of sentence i.
func (a *Arcs) arc(i, row int) (h, m int) {
	n := a.start[i+1] - a.start[i] - 1
	m, h = row/n+1, row%n
	if h >= m {
		h++
	}
	return h, m
}

// see adds what is not yet among what was seen.
func (a *Arcs) see(x uint64) {
	if !slices.Contains(a.seen, x) {
		a.seen = append(a.seen, x)
	}
}

// slotsBetween appends the slots of a template that looks between the ends: for each modifier it goes away from it, to
// the left and to the right, and what it has come by lies between it and the head that is next.
func (a *Arcs) slotsBetween(dst []uint32, i, k, bits int) (slots []uint32, rows []int32) {
	t, f, lo, shift := &a.templates[k], &a.forms[k], a.start[i], 64-bits
	n := len(a.headSlots) - 1
	words := a.attribute(t.Between)[lo : lo+n+1]
	a.owners = slices.Grow(a.owners[:0], 1) // not nil, which says that each row has one
	for m := 1; m <= n; m++ {
		for _, step := range []int{-1, 1} {
			a.seen = a.seen[:0]
			for h := m + step; h >= 0 && h <= n; h += step {
				slot, row := a.headSlots[h]^a.modSlots[m]^a.shapes[n-m+h], (m-1)*n+h
				if h > m {
					row--
				}
				for _, x := range a.seen {
					dst = append(dst, slot^uint32(x*f.betweenFactor>>shift))
					a.owners = append(a.owners, int32(row))
				}
				a.see(words[h])
			}
		}
	}
	return dst, a.owners
}
