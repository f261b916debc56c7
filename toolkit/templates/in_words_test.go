package templates_test

import (
	"testing"

	"github.com/proxlab/proxlab/toolkit/templates"
)

func TestInWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"any":                   "nothing",
		"dir":                   "side",
		"h.l":                   "lemma of the head",
		"h.w h.p m.p dir":       "word of the head, tags of the head and of the modifier, side",
		"h.p-2 h.p-1 h.p m.p-1": "tags of the head and the 2 words before it and of the word before the modifier",
		"m.p-1 m.p m.p+1 dist":  "tags of the modifier, the word before and the word after it, distance",
		"h.p h.p+1 m.l":         "lemma of the modifier, tags of the head and the word after it",
		"h.p-3 h.p+1 m.p m.p+2": "tags of the word 3 before the head and of the word after the head and of the modifier " +
			"and of the word 2 after the modifier",
		"h.f m.p m.f":     "tag of the modifier, features of the head and of the modifier",
		"h.p b.l m.p dir": "tags of the head and of the modifier, a lemma between, side",
	} {
		x, err := templates.Parse(text)
		if err != nil || x.InWords() != want {
			t.Errorf("%s: %q, error %v", text, x.InWords(), err)
		}
	}
	all := map[string]string{} // whatever templates differ in is said
	for _, x := range templates.Reconstructed() {
		if other, ok := all[x.InWords()]; ok {
			t.Errorf("%s and %s are both %q", x, other, x.InWords())
		}
		all[x.InWords()] = x.String()
	}
}
