package sentences

import (
	"fmt"
	"slices"
)

// related tells whether a word has a relation.
func (t Token) related() bool { return t.Relation != "" && t.Relation != "_" }

// HasRelations tells whether any word has a relation to its head.
func (b *Treebank) HasRelations() bool {
	return slices.ContainsFunc(b.Sentences, func(s Sentence) bool { return slices.ContainsFunc(s.Tokens, Token.related) })
}

// CheckRelations tells of the first word that ok refuses for its relation, with its line.
func (b *Treebank) CheckRelations(ok func(relation string) error) error {
	for i, s := range b.Sentences {
		for k, t := range s.Tokens {
			if err := ok(t.Relation); err != nil {
				return b.fault(i, k, ": "+err.Error())
			}
		}
	}
	return nil
}

// WithRelations is the treebank with other relations, of which each sentence has one for each word, "_" for none. All
// else stays.
func (b *Treebank) WithRelations(relations [][]string) (*Treebank, error) {
	if len(relations) != len(b.Sentences) {
		return nil, fmt.Errorf("relations of %d sentences, for %d", len(relations), len(b.Sentences))
	}
	out := *b
	out.Sentences = slices.Clone(b.Sentences)
	for i := range out.Sentences {
		s := &out.Sentences[i]
		if len(relations[i]) != len(s.Tokens) {
			return nil, fmt.Errorf("%s: %d relations, for %d words", b.At(i), len(relations[i]), len(s.Tokens))
		}
		s.Tokens = slices.Clone(s.Tokens)
		for k, r := range relations[i] {
			s.Tokens[k].Relation = r
		}
	}
	return &out, nil
}
