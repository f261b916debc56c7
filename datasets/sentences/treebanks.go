package sentences

import (
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/templates"
)

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
