package model

import (
	"context"
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// ParserScore counts how many words were given their right head. It is a sum: add sentences to the zero value.
type ParserScore struct {
	structured.Attachment
	Sentences, Exact int // sentences with words that count, and those where all of these have their head
	// Of the words that count, those that hang at the root in the true tree, those that do in the guess, and in both.
	Roots, Guessed, RootsRight int
	Labels                     LabelScore // zero where relations were not guessed, or are not known
}

// Add adds a sentence: its true heads, those that were guessed, and which words do not count, as punctuation; nil where
// all do. It panics where there are not as many.
func (s *ParserScore) Add(gold, guess []int, skip func(word int) bool) {
	before := s.Attachment
	s.Attachment.Add(gold, guess, skip)
	words := s.Total - before.Total
	if words > 0 {
		s.Sentences++
		if s.Correct-before.Correct == words {
			s.Exact++
		}
	}
	for k, h := range gold {
		if skip != nil && skip(k) {
			continue
		}
		if h == 0 {
			s.Roots++
		}
		if guess[k] == 0 {
			s.Guessed++
		}
		if h == 0 && guess[k] == 0 {
			s.RootsRight++
		}
	}
}

// UAS is the unlabelled attachment score, the share of words with their right head, in percent; NaN without words.
//
// Source: Buchholz, Marsi, CoNLL-X Shared Task on Multilingual Dependency Parsing, CoNLL 2006, section 5.
func (s *ParserScore) UAS() float64 { return percent(s.Correct, s.Total) }

// ExactMatch is the share of sentences in which all words that count have their head, in percent.
func (s *ParserScore) ExactMatch() float64 { return percent(s.Exact, s.Sentences) }

// RootScore is F1 of the words at the root, in percent: the harmonic mean of the share of the guessed ones that are,
// and of those that are the share guessed.
func (s *ParserScore) RootScore() float64 { return percent(2*s.RootsRight, s.Roots+s.Guessed) }

// Score parses sentences that have heads and counts the words that get theirs; punctuation does not count. Relations
// count, too, where the parser has learnt them and all words have one.
func (m *Parser) Score(ctx context.Context, gold []templates.Sentence) (ParserScore, error) {
	guess, err := m.Parse(ctx, gold)
	if err != nil {
		return ParserScore{}, err
	}
	var relations [][]string
	if m.Relations != nil {
		if relations, err = m.Label(ctx, gold, guess); err != nil {
			return ParserScore{}, err
		}
	}
	return ScoreTrees(gold, guess, relations)
}

// ScoreTrees is ScoreHeads with relations that were guessed: nil, or where a word of a sentence has none that is known,
// heads alone are scored.
func ScoreTrees(gold []templates.Sentence, heads [][]int, relations [][]string) (a ParserScore, err error) {
	if a, err = ScoreHeads(gold, heads); err != nil || relations == nil {
		return a, err
	}
	if len(relations) != len(gold) {
		return a, fmt.Errorf("relations of %d sentences, for %d", len(relations), len(gold))
	}
	for i, s := range gold {
		switch {
		case s.Relations == nil || slices.Contains(s.Relations, "_"):
			a.Labels = LabelScore{}
			return a, nil
		case len(s.Relations) != len(s.Heads) || len(relations[i]) != len(s.Heads):
			const says = "sentence %d has %d words, %d relations, and was given %d"
			return a, fmt.Errorf(says, i+1, len(s.Heads), len(s.Relations), len(relations[i]))
		}
		guess := templates.Sentence{Heads: heads[i], Relations: relations[i]}
		a.Labels.Add(s, guess, func(k int) bool { return s.Punctuation != nil && s.Punctuation[k] })
	}
	return a, nil
}

// ScoreHeads counts the words of sentences with heads that were given theirs; punctuation does not count.
func ScoreHeads(gold []templates.Sentence, guess [][]int) (a ParserScore, err error) {
	if len(gold) != len(guess) {
		return a, fmt.Errorf("heads of %d sentences, for %d", len(guess), len(gold))
	}
	for i, s := range gold {
		switch {
		case s.Heads == nil:
			return a, fmt.Errorf("sentence %d has no heads to compare with", i+1)
		case len(s.Heads) != len(guess[i]) || s.Punctuation != nil && len(s.Punctuation) != len(s.Heads):
			return a, fmt.Errorf("sentence %d has %d words, and was given %d heads", i+1, len(s.Heads), len(guess[i]))
		}
		a.Add(s.Heads, guess[i], func(k int) bool { return s.Punctuation != nil && s.Punctuation[k] })
	}
	return a, nil
}
