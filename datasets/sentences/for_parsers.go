package sentences

import (
	"fmt"
	"slices"
	"unicode"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// PunctuationRule says which words are punctuation, which scores of parsers leave out.
type PunctuationRule string

// The rules: that of Universal Dependencies, where all words have universal tags, and that of the CoNLL-X shared task
// elsewhere.
const (
	ByTag       PunctuationRule = "UPOS = PUNCT"
	ByCharacter PunctuationRule = "all characters are punctuation of Unicode"
)

// universal are the tags of Universal Dependencies, version 2.
var universal = []string{
	"ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM",
	"VERB", "X",
}

// Punctuation is the rule that goes with the treebank.
func (b *Treebank) Punctuation() PunctuationRule {
	for _, s := range b.Sentences {
		for _, t := range s.Tokens {
			if !slices.Contains(universal, t.UPOS) {
				return ByCharacter
			}
		}
	}
	return ByTag
}

// of tells whether a word is punctuation.
func (r PunctuationRule) of(t Token) bool {
	if r == ByTag {
		return t.UPOS == "PUNCT"
	}
	for _, c := range t.Form {
		if !unicode.IsPunct(c) {
			return false
		}
	}
	return t.Form != "" && t.Form != "_"
}

// Unparsed returns the sentences as a parser takes them: words with the tags that b.Tags says, what of them is
// punctuation by the treebank's rule, and no heads.
func (b *Treebank) Unparsed() []templates.Sentence {
	rule := b.Punctuation()
	out := make([]templates.Sentence, len(b.Sentences))
	for i := range b.Sentences {
		s := &b.Sentences[i]
		out[i].Forms, out[i].Lemmas, out[i].Tags = s.Words()
		out[i].Punctuation = make([]bool, len(s.Tokens))
		for k, t := range s.Tokens {
			out[i].Punctuation[k], out[i].Tags[k] = rule.of(t), b.Tags.of(t)
		}
	}
	return out
}

// Gold is Unparsed with heads. A word without one is an error, with its line.
func (b *Treebank) Gold() ([]templates.Sentence, error) {
	start, heads, err := b.Trees()
	if err != nil {
		return nil, err
	}
	out := b.Unparsed()
	for i := range out {
		out[i].Heads = heads[start[i]:start[i+1]:start[i+1]]
	}
	return out, nil
}

// HasHeads tells whether any word has a head.
func (b *Treebank) HasHeads() bool {
	return slices.ContainsFunc(b.Sentences, func(s Sentence) bool {
		return slices.ContainsFunc(s.Tokens, func(t Token) bool { return t.Head != NoHead })
	})
}

// SeveralRoots says where the first sentence is in which several words hang at the root; "" where there is none.
func (b *Treebank) SeveralRoots() string {
	for i, s := range b.Sentences {
		roots := 0
		for _, t := range s.Tokens {
			if t.Head == 0 {
				roots++
			}
		}
		if roots > 1 {
			return b.At(i)
		}
	}
	return ""
}

// WithHeads is the treebank with other heads, of which each sentence has one for each word. All else stays, to the byte
// where WriteCoNLL writes it.
func (b *Treebank) WithHeads(heads [][]int) (*Treebank, error) {
	if len(heads) != len(b.Sentences) {
		return nil, fmt.Errorf("heads of %d sentences, for %d", len(heads), len(b.Sentences))
	}
	out := *b
	out.Sentences = slices.Clone(b.Sentences)
	for i := range out.Sentences {
		s := &out.Sentences[i]
		if len(heads[i]) != len(s.Tokens) {
			return nil, fmt.Errorf("%s: %d heads, for %d words", b.At(i), len(heads[i]), len(s.Tokens))
		}
		s.Tokens = slices.Clone(s.Tokens)
		for k, h := range heads[i] {
			s.Tokens[k].Head = h
		}
		if k, says := treeFault(s.Tokens); says != "" {
			return nil, fmt.Errorf("%s: word %d: %s", b.At(i), k+1, says)
		}
	}
	return &out, nil
}

// At says where sentence i, counted from 0, begins: file and line, or its number where it was in no file.
func (b *Treebank) At(i int) string {
	s := &b.Sentences[i]
	for _, l := range linesOf(s.text) {
		if l.kind == wordLine {
			return fmt.Sprintf("%s:%d", b.Source.Name, s.line+l.n)
		}
	}
	return fmt.Sprintf("%s: sentence %d", b.Source.Name, i+1)
}

// CheckSame tells where two treebanks, as one of true trees and one of guessed ones, do not have the same words.
func (b *Treebank) CheckSame(other *Treebank) error {
	for i := range min(len(b.Sentences), len(other.Sentences)) {
		ours, theirs := b.Sentences[i].Tokens, other.Sentences[i].Tokens
		if len(ours) != len(theirs) {
			return fmt.Errorf("%s: %d words, and %d at %s", other.At(i), len(theirs), len(ours), b.At(i))
		}
		for k, t := range ours {
			if form := theirs[k].Form; form != t.Form {
				return fmt.Errorf("%s: word %d is %q, and %q at %s",
					other.At(i), k+1, source.Brief(form), source.Brief(t.Form), b.At(i))
			}
		}
	}
	if n, m := len(b.Sentences), len(other.Sentences); n != m {
		return fmt.Errorf("%s has %d sentences, and %s %d", other.Source.Name, m, b.Source.Name, n)
	}
	return nil
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

// Treebanks is a treebank in its three parts. Relevant are the templates that a synthetic one was made with; nil where
// nobody knows.
type Treebanks struct {
	Source           source.Source
	Train, Dev, Test *Treebank
	Relevant         []templates.Template
}

// Words are the forms, lemmas and tags of a sentence, as templates.Arcs takes them: the treebank's own tags, and where
// there is none the universal one.
func (s *Sentence) Words() (forms, lemmas, tags []string) {
	for _, t := range s.Tokens {
		forms, lemmas, tags = append(forms, t.Form), append(lemmas, t.Lemma), append(tags, LanguageTags.of(t))
	}
	return forms, lemmas, tags
}
