// Package sentences reads and writes sentences of words with their tags and dependency trees: the formats of CoNLL, and
// plain columns.
package sentences

import (
	"fmt"

	"github.com/proxlab/proxlab/datasets/source"
)

// CoNLL names a format of annotated sentences: one word a line, columns separated by tabs, an empty line after every
// sentence.
type CoNLL string

// The formats. CoNLL-U and CoNLL-X have the same columns; the first has multiword tokens and empty nodes as well.
const (
	CoNLLU    CoNLL = "conllu"    // ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC
	CoNLLX    CoNLL = "conllx"    // ID FORM LEMMA CPOSTAG POSTAG FEATS HEAD DEPREL PHEAD PDEPREL
	CoNLL2008 CoNLL = "conll2008" // ID FORM LEMMA GPOS PPOS SPLIT_FORM SPLIT_LEMMA PPOSS HEAD DEPREL PRED ARG…
	// ID FORM LEMMA PLEMMA POS PPOS FEAT PFEAT HEAD PHEAD DEPREL PDEPREL FILLPRED PRED APRED…
	CoNLL2009 CoNLL = "conll2009"
)

// columns says where a format has what: places from 0 of columns, the first of which that is there and not "_" counts.
type columns struct {
	form, lemma, upos, xpos, feats, head, relation []int

	others []int // all of other heads and relations

	least int  // a word's line has so many
	most  int  // or so many, where that is not 0
	same  bool // all words of a file have as many, and not those of a sentence alone
	own   int  // columns of a sentence that was in no file
}

var columnsOf = map[CoNLL]columns{
	CoNLLU: {
		form: []int{1}, lemma: []int{2}, upos: []int{3}, xpos: []int{4}, feats: []int{5}, head: []int{6},
		relation: []int{7}, others: []int{8}, least: 2, most: 10, same: true, own: 10,
	},
	CoNLLX: {
		form: []int{1}, lemma: []int{2}, upos: []int{3}, xpos: []int{4}, feats: []int{5}, head: []int{6},
		relation: []int{7}, others: []int{8, 9}, least: 2, most: 10, same: true, own: 10,
	},
	CoNLL2008: {
		form: []int{5, 1}, lemma: []int{6, 2}, xpos: []int{7, 4, 3}, head: []int{8}, relation: []int{9},
		least: 10, own: 11,
	},
	CoNLL2009: {
		form: []int{1}, lemma: []int{2, 3}, xpos: []int{4, 5}, feats: []int{6, 7}, head: []int{8}, relation: []int{10},
		least: 12, own: 14,
	},
}

func unknownFormat(f CoNLL) error {
	return fmt.Errorf("the format %q is none of conllu, conllx, conll2008, conll2009", source.Brief(string(f)))
}

// Token is a word of a sentence: its form, lemma, universal or coarse tag, the treebank's own tag, and features, "_"
// for what is not there; its head, a word of the sentence counted from 1, the root 0, or NoHead; and its relation to
// that.
type Token struct {
	Form, Lemma, UPOS, XPOS, Feats string
	Head                           int
	Relation                       string
}

// NoHead is the head of a word of which it is not known.
const NoHead = -1

// field is one of the strings of a token and where a format has it.
type field struct {
	value *string
	at    []int
}

func (t *Token) fields(c columns) [6]field {
	return [6]field{
		{&t.Form, c.form}, {&t.Lemma, c.lemma}, {&t.UPOS, c.upos}, {&t.XPOS, c.xpos}, {&t.Feats, c.feats},
		{&t.Relation, c.relation},
	}
}

// Sentence is the words of a sentence, without multiword tokens and empty nodes, which are kept as text. The heads are
// those of a tree, or of a part of one where heads are not known.
type Sentence struct {
	Tokens []Token
	odd    bool   // its heads are no tree
	line   int    // of the file, where its text begins
	text   string // its lines and those before it, as they stand; "" for a sentence that was in no file
}

// Treebank is sentences with dependency trees.
type Treebank struct {
	Source    source.Source
	Format    CoNLL
	Sentences []Sentence
	Tags      Tags   // those that Unparsed and Gold give to words; "" for LanguageTags
	rest      string // what stands after the last sentence
	odd       error  // why the heads of a sentence are no tree, which ReadUnparsed leaves to those who ask for them
}

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

// Of is the tag of a word.
func (t Tags) Of(w Token) string {
	own, coarse := w.XPOS, w.UPOS
	switch missing := func(tag string) bool { return tag == "_" || tag == "" }; {
	case missing(own) || t == UniversalTags && !missing(coarse):
		return coarse
	case t == BothTags && !missing(coarse) && coarse != own:
		return own + "/" + coarse
	}
	return own
}
