package sentences

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
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

// HasFeatures tells whether any word has morphological features.
func (b *Treebank) HasFeatures() bool {
	return slices.ContainsFunc(b.Sentences, func(s Sentence) bool {
		return slices.ContainsFunc(s.Tokens, func(t Token) bool { return t.Feats != "" && t.Feats != "_" })
	})
}

// Unparsed returns the sentences as a parser takes them: words with the tags that b.Tags says, features where the
// treebank has any, what of them is punctuation by the treebank's rule, and no heads.
func (b *Treebank) Unparsed() []templates.Sentence {
	rule, features := b.Punctuation(), b.HasFeatures()
	once := texts{}
	out := make([]templates.Sentence, len(b.Sentences))
	for i := range b.Sentences {
		s := &b.Sentences[i]
		n := len(s.Tokens)
		out[i].Forms, out[i].Lemmas, out[i].Tags = make([]string, n), make([]string, n), make([]string, n)
		if features {
			out[i].Features = make([]string, n)
		}
		out[i].Punctuation = make([]bool, n)
		for k, t := range s.Tokens {
			out[i].Forms[k], out[i].Lemmas[k] = once.of(t.Form), once.of(t.Lemma)
			out[i].Punctuation[k], out[i].Tags[k] = rule.of(t), once.of(b.Tags.Of(t))
			if features {
				out[i].Features[k] = once.of(cmp.Or(t.Feats, "_"))
			}
		}
	}
	return out
}

// Gold is Unparsed with heads, and with relations where a word of the sentence has one. A word without a head is an
// error, with its line.
func (b *Treebank) Gold() ([]templates.Sentence, error) {
	start, heads, err := b.Trees()
	if err != nil {
		return nil, err
	}
	out, once := b.Unparsed(), texts{}
	for i := range out {
		out[i].Heads = heads[start[i]:start[i+1]:start[i+1]]
		if slices.ContainsFunc(b.Sentences[i].Tokens, Token.related) {
			out[i].Relations = make([]string, len(out[i].Forms))
			for k, t := range b.Sentences[i].Tokens {
				out[i].Relations[k] = once.of(cmp.Or(t.Relation, "_"))
			}
		}
	}
	return out, nil
}

// texts are texts that are kept once, apart from the lines that they stand in, which sentences then do not hold on to.
type texts map[string]string

func (all texts) of(text string) string {
	kept, known := all[text]
	if !known {
		kept = strings.Clone(text)
		all[kept] = kept
	}
	return kept
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
	out.Sentences, out.odd = slices.Clone(b.Sentences), nil
	for i := range out.Sentences {
		s := &out.Sentences[i]
		if len(heads[i]) != len(s.Tokens) {
			return nil, fmt.Errorf("%s: %d heads, for %d words", b.At(i), len(heads[i]), len(s.Tokens))
		}
		s.Tokens, s.odd = slices.Clone(s.Tokens), false
		for k, h := range heads[i] {
			s.Tokens[k].Head = h
		}
		if k, says := treeFault(s.Tokens); says != "" {
			return nil, fmt.Errorf("%s: word %d: %s", b.At(i), k+1, says)
		}
	}
	return &out, nil
}

// WithoutRelations is the treebank without what goes with its heads: relations, and in CoNLL-U and CoNLL-X the columns
// of other heads and relations, are "_".
func (b *Treebank) WithoutRelations() *Treebank {
	out := *b
	out.Sentences = slices.Clone(b.Sentences)
	c := columnsOf[cmp.Or(b.Format, CoNLLU)]
	for i := range out.Sentences {
		s := &out.Sentences[i]
		s.Tokens = slices.Clone(s.Tokens)
		for k := range s.Tokens {
			s.Tokens[k].Relation = "_"
		}
		var text strings.Builder
		for _, l := range linesOf(s.text) {
			if l.kind == wordLine {
				cols := strings.Split(l.text, "\t")
				for _, at := range slices.Concat(c.relation, c.others) {
					if at < len(cols) {
						cols[at] = "_"
					}
				}
				l.text = strings.Join(cols, "\t")
			}
			text.WriteString(l.text + l.end)
		}
		s.text = text.String()
	}
	return &out
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
		forms, lemmas, tags = append(forms, t.Form), append(lemmas, t.Lemma), append(tags, LanguageTags.Of(t))
	}
	return forms, lemmas, tags
}

// Trees returns the heads of all words, one sentence after another, and where the sentences begin: sentence i has the
// words start[i] ≤ t < start[i+1], as structured.NewTrees takes them. A word without a head is an error.
func (b *Treebank) Trees() (start, head []int, err error) {
	if b.odd != nil {
		return nil, nil, b.odd
	}
	start = []int{0}
	for i, s := range b.Sentences {
		for k, t := range s.Tokens {
			if t.Head == NoHead {
				return nil, nil, b.fault(i, k, ", has no head: leave the sentence out, or give it one")
			}
			head = append(head, t.Head)
		}
		start = append(start, len(head))
	}
	return start, head, nil
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
