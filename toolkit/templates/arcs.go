package templates

import (
	"slices"
	"strings"
)

// Arcs are the features of all possible arcs of sentences, as hashes that are computed when they are asked for. Arcs
// have numbers, rows: a sentence of n words has n² of them, first those into word 1, from the root, word 2, …, word n;
// then those into word 2, and so on, every head but the word itself. The rows of a sentence come after those of the
// sentences before it. It is not for concurrent use.
type Arcs struct {
	templates []Template
	seeds     []uint64
	start     []int                     // of a sentence: its root among all words and roots
	rows      []int                     // of a sentence: its first row
	values    [len(attributes)][]uint64 // of each attribute: hashes of all words and roots
	outside   uint64
	forms     []form
	ends      []ends // by the different choices of words around an end of an arc
	scratch
}

// scratch is memory of one call, kept for the next.
type scratch struct {
	head, mod           []uint64 // of each word, what it gives to a feature as an end of an arc
	headSlots, modSlots []uint32 // alike
	shapes              []uint32
	seen                []uint64 // what is between the ends of an arc
	owners              []int32
}

// Words that are not there, and the root.
const (
	outside = "\x00outside"
	root    = "\x00root"
)

// NewArcs makes an empty set of sentences.
func NewArcs(templates []Template) *Arcs {
	a := &Arcs{templates: templates, start: []int{0}, rows: []int{0}, outside: text(outside)}
	for _, t := range templates {
		seed := uint64(0)
		for _, c := range []byte(t.key()) {
			seed = mix(seed ^ uint64(c))
		}
		a.seeds = append(a.seeds, seed)
		a.forms = append(a.forms, a.newForm(t, seed))
	}
	return a
}

// Add adds a sentence by its words' forms, lemmas and tags, of which there are as many each; it panics elsewhere. All
// digits count as 0.
func (a *Arcs) Add(forms, lemmas, tags []string) {
	a.AddSentence(&Sentence{Forms: forms, Lemmas: lemmas, Tags: tags})
}

// AddSentence is Add, with the sentence's features.
func (a *Arcs) AddSentence(s *Sentence) {
	forms := s.Forms
	if len(forms) != len(s.Lemmas) || len(forms) != len(s.Tags) || s.Features != nil && len(s.Features) != len(forms) {
		panic("templates: a sentence needs a form, a lemma and a tag for each word")
	}
	for k, words := range [...][]string{forms, s.Lemmas, s.Tags, s.Features} {
		a.values[k] = append(a.values[k], text(root))
		for _, w := range words {
			a.values[k] = append(a.values[k], text(w))
		}
		for range len(forms) - len(words) { // of features that are not known
			a.values[k] = append(a.values[k], text("_"))
		}
	}
	n := len(forms)
	a.start = append(a.start, a.start[len(a.start)-1]+n+1)
	a.rows = append(a.rows, a.rows[len(a.rows)-1]+n*n)
}

// Select is the same sentences by some of the templates, in the order given. What is added to one of the two then is
// not in the other.
func (a *Arcs) Select(templates ...int) *Arcs {
	var list []Template
	for _, k := range templates {
		list = append(list, a.templates[k])
	}
	out := NewArcs(list)
	out.start, out.rows = slices.Clip(a.start), slices.Clip(a.rows)
	for k, x := range a.values {
		out.values[k] = slices.Clip(x)
	}
	return out
}

// Templates is how many features an arc has.
func (a *Arcs) Templates() int { return len(a.templates) }

// Rows are the rows of all sentences: sentence i has rows[i] ≤ r < rows[i+1].
func (a *Arcs) Rows() []int { return a.rows }

// Hashes writes the hashes of the features of all arcs of sentence i by template k to dst, one a row. Arcs have the
// same hash where they have the same feature, and, but for chance, there alone; what lies between their ends does not
// count. Slots are quicker.
func (a *Arcs) Hashes(dst []uint64, i, k int) {
	t := &a.templates[k]
	lo, hi := a.start[i], a.start[i+1]
	n := hi - lo - 1
	if len(dst) != n*n {
		panic("templates: room is needed for every arc of the sentence")
	}
	a.head, a.mod = a.head[:0], a.mod[:0]
	for at := lo; at < hi; at++ {
		a.head = append(a.head, a.end(i, at, t.Head, a.seeds[k]))
		a.mod = append(a.mod, a.end(i, at, t.Modifier, a.seeds[k]+1))
	}
	row := 0
	for m := 1; m <= n; m++ {
		for h := range n + 1 {
			if h != m {
				dst[row] = join(a.head[h], a.mod[m], t.shape(h, m))
				row++
			}
		}
	}
}

func join(head, modifier, shape uint64) uint64 {
	return mix(head*3 + modifier + shape*0x9e3779b97f4a7c15)
}

// end is the hash of the words around the word at a place.
func (a *Arcs) end(i, at int, atoms []Atom, seed uint64) uint64 {
	x := mix(seed)
	for _, atom := range atoms {
		v := a.outside
		if w := at + atom.Offset; w >= a.start[i] && w < a.start[i+1] {
			v = a.attribute(atom.Attribute)[w]
		}
		x = mix(x ^ v)
	}
	return x
}

// attribute is the hashes of an attribute of all words.
func (a *Arcs) attribute(x Attribute) []uint64 {
	return a.values[strings.IndexByte(attributes, byte(x))]
}

// shape numbers what a template sees of an arc's direction and length.
func (t *Template) shape(h, m int) (number uint64) {
	length := m - h
	if t.Direction && length > 0 {
		number = 1
	}
	if t.Distance {
		number += 2 * bin(max(length, -length))
	}
	return number
}

// bin is 1 to 5, 6 for up to 10, and 7.
func bin(distance int) uint64 {
	switch {
	case distance <= 5:
		return uint64(distance)
	case distance <= 10:
		return 6
	}
	return 7
}

// text is a hash of a word, in which all digits are 0: FNV-1a of 64 bits.
func text(word string) uint64 {
	x := uint64(14695981039346656037)
	for k := range len(word) {
		c := word[k]
		if '0' <= c && c <= '9' {
			c = '0'
		}
		x = (x ^ uint64(c)) * 1099511628211
	}
	return x
}

// mix is the last step of SplitMix64: Steele, Lea, Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
