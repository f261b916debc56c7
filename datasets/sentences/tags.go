package sentences

import "fmt"

// Tags says what a parser takes for the tag of a word.
type Tags string

// The choices. Where a word has one tag alone, or twice the same, all are that one.
const (
	LanguageTags  Tags = "xpos" // the treebank's own, XPOS
	UniversalTags Tags = "upos" // the universal one, or a coarse one
	BothTags      Tags = "both" // XPOS/UPOS: of English verbs, say, what form they have and which are auxiliaries
)

// AllTags are the choices.
func AllTags() []Tags { return []Tags{LanguageTags, UniversalTags, BothTags} }

// Check tells whether t is a choice; "" is LanguageTags.
func (t Tags) Check() error {
	switch t {
	case "", LanguageTags, UniversalTags, BothTags:
		return nil
	}
	return fmt.Errorf("the tags %.40q are none of %v", string(t), AllTags())
}

// of is the tag of a word.
func (t Tags) of(w Token) string {
	own, coarse := w.XPOS, w.UPOS
	switch missing := func(tag string) bool { return tag == "_" || tag == "" }; {
	case missing(own) || t == UniversalTags && !missing(coarse):
		return coarse
	case t == BothTags && !missing(coarse) && coarse != own:
		return own + "/" + coarse
	}
	return own
}
