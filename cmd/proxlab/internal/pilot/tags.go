// Package pilot chooses what a parser sees by learning from a part of the sentences first.
package pilot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/datasets/sentences"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// Tags are compared by so many sentences at most, and epochs.
const pilotSentences, pilotEpochs = 2000, 3

// Tags learns from up to 2,000 of the sentences by XPOS and UPOS as one, and by UPOS alone, and returns UPOS where
// that gives more words of what is held out, of dev or every tenth sentence, their head and relation (or their head,
// where relations are not learnt), by more than two standard errors of the sum of differences sentence by sentence:
// more sentences than these favour the finer tags. Where words have no features, or the two are the same, it is both as
// one: features say what a treebank's own tags say. An interrupt chooses these as well.
func Tags(
	ctx context.Context, w io.Writer, c structures.Parser, bank, held *sentences.Treebank,
) (sentences.Tags, error) {
	const part = 10
	if held == nil && len(bank.Sentences) < part || !tagsDiffer(bank) {
		return sentences.BothTags, nil
	}
	some := *bank
	some.Sentences = nil
	step := (len(bank.Sentences)-1)/pilotSentences + 1
	for i := 0; i < len(bank.Sentences); i += step {
		some.Sentences = append(some.Sentences, bank.Sentences[i])
	}
	if held == nil {
		judge := *bank
		judge.Sentences, some.Sentences = nil, nil
		for i, s := range bank.Sentences {
			if i%part == part-1 {
				judge.Sentences = append(judge.Sentences, s)
			} else if i%step == 0 {
				some.Sentences = append(some.Sentences, s)
			}
		}
		held = &judge
	}
	c.Epochs, c.Watch = pilotEpochs, nil
	if c.Labels != nil {
		labels := *c.Labels
		labels.Watch, c.Labels = nil, &labels
	}
	var right [2][]float64 // words, sentence by sentence
	words := 0.
	for k, kind := range []sentences.Tags{sentences.BothTags, sentences.UniversalTags} {
		some.Tags, held.Tags = kind, kind
		gold, err := some.Gold()
		if err == nil {
			c.HeldOut, err = held.Gold()
		}
		if err == nil {
			right[k], words, err = rightWords(ctx, c, gold)
		}
		switch {
		case errors.Is(err, context.Canceled):
			return sentences.BothTags, nil
		case err != nil:
			return sentences.BothTags, err
		}
	}
	n := float64(len(right[0]))
	both, coarse := floats.Sum(right[0]), floats.Sum(right[1])
	floats.Sub(right[1], right[0])
	chosen, spread := sentences.BothTags, math.Sqrt(n*stat.Variance(right[1], nil))
	if coarse-both > 2*spread {
		chosen = sentences.UniversalTags
	}
	fmt.Fprintf(w, "tags: from %d sentences %.2f %% of the words held out are right by XPOS and UPOS as one, "+
		"%.2f by UPOS alone (standard error of the difference %.2f): %s\n", len(some.Sentences), 100*both/words,
		100*coarse/words, 100*spread/words, chosen)
	return chosen, nil
}

// rightWords learns, and counts the words that get head and relation in each sentence that is held out, and all words.
func rightWords(
	ctx context.Context, c structures.Parser, gold []templates.Sentence,
) (right []float64, words float64, err error) {
	m, err := c.Fit(ctx, gold)
	if err != nil {
		return nil, 0, err
	}
	heads, err := m.Parse(ctx, c.HeldOut)
	if err != nil {
		return nil, 0, err
	}
	var relations [][]string
	if m.Relations != nil {
		if relations, err = m.Label(ctx, c.HeldOut, heads); err != nil {
			return nil, 0, err
		}
	}
	for i := range heads {
		var of [][]string
		if relations != nil {
			of = relations[i : i+1]
		}
		s, err := model.ScoreTrees(c.HeldOut[i:i+1], heads[i:i+1], of)
		if err != nil {
			return nil, 0, err
		}
		count := s.Correct
		if of != nil {
			count = s.Labels.Right
		}
		right, words = append(right, float64(count)), words+float64(s.Total)
	}
	return right, words, nil
}

// tagsDiffer tells whether XPOS says more of some word than UPOS does, where words have features besides.
func tagsDiffer(b *sentences.Treebank) bool {
	return b.HasFeatures() && slices.ContainsFunc(b.Sentences, func(s sentences.Sentence) bool {
		return slices.ContainsFunc(s.Tokens, func(t sentences.Token) bool {
			return sentences.BothTags.Of(t) != sentences.UniversalTags.Of(t)
		})
	})
}
