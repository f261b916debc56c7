package structured

import "math"

// Attachment counts how many words of trees were given their right head. It is a sum: add sentences to the zero value.
type Attachment struct {
	Words, Right     int // of the words that count, how many there are, and have their head
	Sentences, Exact int // sentences with words that count, and those where all of these have their head
	// Of the words that count, those that hang at the root in the true tree, those that do in the guess, and in both.
	Roots, Guessed, RootsRight int
}

// Add adds a sentence: its true heads, those that were guessed, and which words do not count, as punctuation; nil where
// all do. It panics where these are not as many.
func (a *Attachment) Add(truth, guess []int, skip []bool) {
	if len(truth) != len(guess) || skip != nil && len(skip) != len(truth) {
		panic("structured: a head is needed for each word, in truth and guess")
	}
	before := *a
	for k, h := range truth {
		if skip != nil && skip[k] {
			continue
		}
		a.Words++
		if guess[k] == h {
			a.Right++
		}
		if h == 0 {
			a.Roots++
		}
		if guess[k] == 0 {
			a.Guessed++
		}
		if h == 0 && guess[k] == 0 {
			a.RootsRight++
		}
	}
	if words := a.Words - before.Words; words > 0 {
		a.Sentences++
		if a.Right-before.Right == words {
			a.Exact++
		}
	}
}

// UAS is the unlabelled attachment score, the share of words with their right head, in percent; NaN without words.
//
// Source: Buchholz, Marsi, CoNLL-X Shared Task on Multilingual Dependency Parsing, CoNLL 2006, section 5.
func (a Attachment) UAS() float64 { return percent(a.Right, a.Words) }

// ExactMatch is the share of sentences in which all words that count have their head, in percent.
func (a Attachment) ExactMatch() float64 { return percent(a.Exact, a.Sentences) }

// RootScore is F1 of the words at the root, in percent: the harmonic mean of the share of the guessed ones that are, and
// of those that are the share guessed.
func (a Attachment) RootScore() float64 { return percent(2*a.RootsRight, a.Roots+a.Guessed) }

func percent(part, all int) float64 {
	if all == 0 {
		return math.NaN()
	}
	return 100 * float64(part) / float64(all)
}
