package model

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/templates"
)

// LabelScore counts how many words were given their right head and relation, by universal parts of relations, those
// before a colon, alone: beside the words without punctuation all of them, by which the script conll18_ud_eval counts.
// It is a sum: add sentences to the zero value.
type LabelScore struct {
	Total, Right int // the words without punctuation; those with their head and relation
	// Of all words, punctuation too, those with their head, and with head and relation.
	Words, Heads, All int
	// The words that have a relation of content in the true tree, those that have one in the guess, and those of the first
	// with their head and relation.
	Content, Guessed, ContentRight int
}

// Add adds a sentence: its true heads and relations, those that were guessed, and which words are punctuation; nil
// where none is.
func (s *LabelScore) Add(gold, guess templates.Sentence, skip func(word int) bool) {
	count := func(n *int, yes bool) {
		if yes {
			*n++
		}
	}
	for k, h := range gold.Heads {
		relation, other := templates.UniversalRelation(gold.Relations[k]), templates.UniversalRelation(guess.Relations[k])
		counts, head := skip == nil || !skip(k), guess.Heads[k] == h
		right := head && relation == other
		s.Words++
		count(&s.Heads, head)
		count(&s.All, right)
		count(&s.Total, counts)
		count(&s.Right, counts && right)
		count(&s.Content, templates.IsContent(relation))
		count(&s.Guessed, templates.IsContent(other))
		count(&s.ContentRight, templates.IsContent(relation) && right)
	}
}

// LAS is the labelled attachment score, the share of words with their right head and relation, in percent, without
// punctuation; NaN without words.
//
// Source: Buchholz, Marsi, CoNLL-X Shared Task on Multilingual Dependency Parsing, CoNLL 2006, section 5.
func (s *LabelScore) LAS() float64 { return percent(s.Right, s.Total) }

// AllUAS is the UAS of the shared task of 2018, of all words, punctuation too, in percent.
//
// Source: Zeman et al., CoNLL 2018 Shared Task: Multilingual Parsing from Raw Text to Universal Dependencies, section
// 5, and its script conll18_ud_eval.
func (s *LabelScore) AllUAS() float64 { return percent(s.Heads, s.Words) }

// AllLAS is its LAS, of all words, too.
func (s *LabelScore) AllLAS() float64 { return percent(s.All, s.Words) }

// ContentLAS is its score of words of content: F1 of those with head and relation, the harmonic mean of their shares of
// the words that have a relation of content and of those guessed to have one, in percent.
func (s *LabelScore) ContentLAS() float64 { return percent(2*s.ContentRight, s.Content+s.Guessed) }

func percent(part, all int) float64 {
	if all == 0 {
		return math.NaN()
	}
	return 100 * float64(part) / float64(all)
}
