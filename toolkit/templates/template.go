// Package templates makes features of the possible arcs of a dependency tree out of the words around their ends. A
// template names what is put together, and each arc has one feature for each template.
package templates

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Attribute is what is looked at of a word.
type Attribute byte

// The attributes.
const (
	Form  Attribute = 'w'
	Lemma Attribute = 'l'
	Tag   Attribute = 'p'
	Morph Attribute = 'f'
)

// attributes are all of them, in the order of Arcs.values.
const attributes = "wlpf"

// MaxOffset bounds how far from an end of an arc a word may be.
const MaxOffset = 9

// Atom is an attribute of the word so many places to the right of an end of an arc: to the left where Offset is
// negative.
type Atom struct {
	Attribute Attribute
	Offset    int
}

// Template is a conjunction: of words around the head and around the modifier, and of the direction and the length of
// the arc. Two arcs have the same feature where all of these are equal. Its text is a list of
//
//	h.w h.l h.p   the head's form, lemma and tag; h.p-1, h.p+2: those of the words beside it
//	h.f           its morphological features, all as one, as "Case=Nom|Number=Sing"
//	m.w m.l m.p   the same of the modifier, and m.f
//	b.w b.l b.p   one of these of the words between the two
//	dir           whether the head is on the left
//	dist          the distance between the two: 1, 2, 3, 4, 5, up to 10, or more
//
// with spaces between them, as "h.w m.p m.p+1 dir"; that of a template without any of these is "any". An arc has one
// feature by a template, but by one that looks between its ends, as "h.p b.p m.p dir", one for each different word,
// lemma or tag that is there, and none where nothing is.
type Template struct {
	Head, Modifier      []Atom
	Between             Attribute // 0 for none
	Direction, Distance bool
}

// String is the template's text.
func (t Template) String() string {
	var words []string
	for k, atoms := range [][]Atom{t.Head, t.Modifier} {
		for _, a := range atoms {
			word := "hm"[k:k+1] + "." + string(a.Attribute)
			if a.Offset != 0 {
				word += fmt.Sprintf("%+d", a.Offset)
			}
			words = append(words, word)
		}
	}
	if t.Between != 0 {
		words = append(words, "b."+string(t.Between))
	}
	if t.Direction {
		words = append(words, "dir")
	}
	if t.Distance {
		words = append(words, "dist")
	}
	if len(words) == 0 {
		return "any"
	}
	return strings.Join(words, " ")
}

// Morphological tells whether a template looks at features of words.
func (t Template) Morphological() bool {
	return slices.ContainsFunc(slices.Concat(t.Head, t.Modifier), func(a Atom) bool { return a.Attribute == Morph })
}

// Parse reads a template's text.
func Parse(text string) (Template, error) {
	var t Template
	words := strings.Fields(text)
	if len(words) == 0 {
		return t, fmt.Errorf("an empty template: write %q for the one feature that all arcs have", "any")
	}
	for i, word := range words {
		switch {
		case slices.Contains(words[:i], word):
			return t, fmt.Errorf("%q stands there twice", word)
		case word == "any" && len(words) == 1:
		case word == "dir":
			t.Direction = true
		case word == "dist":
			t.Distance = true
		case word == "b.w" || word == "b.l" || word == "b.p":
			if t.Between != 0 {
				return t, fmt.Errorf("%q is the second thing to look at between the ends of an arc: there can be one", word)
			}
			t.Between = Attribute(word[2])
		default:
			a, err := parseAtom(word)
			if err != nil {
				return t, err
			}
			if word[0] == 'h' {
				t.Head = append(t.Head, a)
			} else {
				t.Modifier = append(t.Modifier, a)
			}
		}
	}
	return t, nil
}

// parseAtom reads h.p-1.
func parseAtom(word string) (a Atom, err error) {
	const says = "%.40q is no field of a template: there are h.w, h.l, h.p, h.f, m.w, m.l, m.p, m.f, these with a " +
		"place from -%d to +%d behind them, b.w, b.l, b.p, dir and dist"
	unknown := fmt.Errorf(says, word, MaxOffset, MaxOffset)
	if len(word) < 3 || word[0] != 'h' && word[0] != 'm' || word[1] != '.' || strings.IndexByte(attributes, word[2]) < 0 {
		return a, unknown
	}
	a.Attribute = Attribute(word[2])
	if word = word[3:]; word == "" {
		return a, nil
	}
	a.Offset, err = strconv.Atoi(word)
	if err != nil || a.Offset == 0 || a.Offset < -MaxOffset || a.Offset > MaxOffset || word[0] != '+' && word[0] != '-' {
		return a, unknown
	}
	return a, nil
}

// ParseList reads templates, one a line; empty lines and what follows # do not count. Errors refer to the text as name,
// with the line.
func ParseList(text, name string) ([]Template, error) {
	var out []Template
	seen := map[string]int{}
	for n, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		t, err := Parse(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n+1, err)
		}
		key := t.key()
		if before := seen[key]; before > 0 {
			return nil, fmt.Errorf("%s:%d: the template of line %d again", name, n+1, before)
		}
		seen[key] = n + 1
		out = append(out, t)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: there are no templates", name)
	}
	return out, nil
}

// key is the same for templates that differ in the order of their fields alone.
func (t Template) key() string {
	words := strings.Fields(t.String())
	slices.Sort(words)
	return strings.Join(words, " ")
}

// Reconstructed is a set of 507 templates. Martins et al., 2010, conjoin "the words, lemmas, and parts-of-speech of the
// head h and the modifier m, as well as the parts-of-speech of the surrounding words, and the distance and direction of
// attachment" into as many, and list none of them; 507 = 13·13·3 suggests thirteen choices of words at each end, by no
// more, the direction, or direction and distance. Which thirteen is a guess.
func Reconstructed() []Template {
	w, l := Atom{Form, 0}, Atom{Lemma, 0}
	p := func(offset int) Atom { return Atom{Tag, offset} }
	ends := [][]Atom{
		nil,
		{w}, {l}, {p(0)}, {w, p(0)}, {l, p(0)},
		{p(-1), p(0)}, {p(0), p(1)}, {p(-1), p(0), p(1)}, {p(-1)}, {p(1)}, {p(-2), p(-1), p(0)}, {p(0), p(1), p(2)},
	}
	var out []Template
	for _, head := range ends {
		for _, modifier := range ends {
			for arc := range 3 {
				out = append(out, Template{Head: head, Modifier: modifier, Direction: arc > 0, Distance: arc > 1})
			}
		}
	}
	return out
}
