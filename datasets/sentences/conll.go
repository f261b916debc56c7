// Package sentences reads and writes sentences of words with their tags and dependency trees: the formats of CoNLL, and
// plain columns.
package sentences

import (
	"fmt"
	"slices"

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

	least int  // a word's line has so many
	most  int  // or so many, where that is not 0
	same  bool // all words of a file have as many, and not those of a sentence alone
	own   int  // columns of a sentence that was in no file
}

var columnsOf = map[CoNLL]columns{
	CoNLLU: {
		form: []int{1}, lemma: []int{2}, upos: []int{3}, xpos: []int{4}, feats: []int{5}, head: []int{6},
		relation: []int{7}, least: 2, most: 10, same: true, own: 10,
	},
	CoNLLX: {
		form: []int{1}, lemma: []int{2}, upos: []int{3}, xpos: []int{4}, feats: []int{5}, head: []int{6},
		relation: []int{7}, least: 2, most: 10, same: true, own: 10,
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
}

// Trees returns the heads of all words, one sentence after another, and where the sentences begin: sentence i has the
// words start[i] ≤ t < start[i+1], as structured.NewTrees takes them. A word without a head is an error.
func (b *Treebank) Trees() (start, head []int, err error) {
	start = []int{0}
	for i, s := range b.Sentences {
		for k, t := range s.Tokens {
			if t.Head == NoHead {
				return nil, nil, b.missing(i, k)
			}
			head = append(head, t.Head)
		}
		start = append(start, len(head))
	}
	return start, head, nil
}

// missing says which word has no head, and where.
func (b *Treebank) missing(i, k int) error {
	const says = "word %d, %q, has no head: leave the sentence out, or give it one"
	form := source.Brief(b.Sentences[i].Tokens[k].Form)
	for _, l := range linesOf(b.Sentences[i].text) {
		if l.kind == wordLine && l.id == k+1 {
			return &source.SyntaxError{File: b.Source.Name, Line: b.Sentences[i].line + l.n, Msg: fmt.Sprintf(says, k+1, form)}
		}
	}
	return fmt.Errorf("sentence %d: "+says, i+1, k+1, form)
}

// treeFault looks for what makes heads of words no tree: the word it concerns, from 0, and what is wrong; "" for
// nothing. Unknown heads are none.
func treeFault(tokens []Token) (at int, says string) {
	for k, t := range tokens {
		if t.Head > len(tokens) {
			return k, fmt.Sprintf("head %d, in a sentence of %d words", t.Head, len(tokens))
		}
	}
	seen := make([]int, len(tokens)) // the word from which a walk to the root came by, from 1
	for k := range tokens {
		m := k
		for m >= 0 && seen[m] == 0 {
			seen[m] = k + 1
			m = tokens[m].Head - 1
		}
		if m >= 0 && seen[m] == k+1 {
			return m, cycle(tokens, m)
		}
	}
	return 0, ""
}

// cycle names a few words of a cycle.
func cycle(tokens []Token, m int) string {
	const few = 5
	round := []int{m + 1}
	for h := tokens[m].Head; len(round) < few && !slices.Contains(round, h); h = tokens[h-1].Head {
		round = append(round, h)
	}
	const says = "word %d is its own ancestor, the words %v form a cycle: heads must lead to 0, the root"
	return fmt.Sprintf(says, m+1, round)
}
