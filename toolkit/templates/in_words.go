package templates

import (
	"fmt"
	"slices"
	"strings"
)

// InWords says what a template puts together: "lemma of the head, tags of the modifier and the word after it, side" for
// "h.l m.p m.p+1 dir". The side is that of the head, Direction.
func (t Template) InWords() string {
	var parts []string
	for _, a := range []struct {
		Attribute
		name string
	}{{Form, "word"}, {Lemma, "lemma"}, {Tag, "tag"}, {Morph, "feature"}} {
		head, modifier := offsets(t.Head, a.Attribute), offsets(t.Modifier, a.Attribute)
		if n := len(head) + len(modifier); n == 0 {
			continue
		} else if n > 1 {
			a.name += "s"
		}
		places := slices.Concat(around("head", head), around("modifier", modifier))
		parts = append(parts, a.name+" of "+strings.Join(places, " and of "))
	}
	switch t.Between {
	case Form:
		parts = append(parts, "a word between")
	case Lemma:
		parts = append(parts, "a lemma between")
	case Tag:
		parts = append(parts, "a tag between")
	}
	if t.Direction {
		parts = append(parts, "side")
	}
	if t.Distance {
		parts = append(parts, "distance")
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

// offsets are those of the atoms that look at an attribute, in rising order.
func offsets(atoms []Atom, attribute Attribute) (out []int) {
	for _, a := range atoms {
		if a.Attribute == attribute {
			out = append(out, a.Offset)
		}
	}
	slices.Sort(out)
	return out
}

// around names places beside an end of an arc: together, where they are the end and words next to it.
func around(end string, offsets []int) (places []string) {
	if len(offsets) == 0 {
		return nil
	}
	words := func(n int) string {
		if n == 1 {
			return "the word"
		}
		return fmt.Sprintf("the %d words", n)
	}
	first, last := offsets[0], offsets[len(offsets)-1]
	if last-first == len(offsets)-1 && first <= 0 && last >= 0 {
		switch {
		case first == 0 && last == 0:
			return []string{"the " + end}
		case last == 0:
			return []string{"the " + end + " and " + words(-first) + " before it"}
		case first == 0:
			return []string{"the " + end + " and " + words(last) + " after it"}
		}
		return []string{"the " + end + ", " + words(-first) + " before and " + words(last) + " after it"}
	}
	for _, k := range offsets {
		switch {
		case k == 0:
			places = append(places, "the "+end)
		case k == -1:
			places = append(places, "the word before the "+end)
		case k == 1:
			places = append(places, "the word after the "+end)
		case k < 0:
			places = append(places, fmt.Sprintf("the word %d before the %s", -k, end))
		default:
			places = append(places, fmt.Sprintf("the word %d after the %s", k, end))
		}
	}
	return places
}
