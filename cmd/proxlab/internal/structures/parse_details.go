package structures

import (
	"context"
	"encoding/json"
	"math"
	"slices"

	"github.com/proxlab/proxlab/internal/outfile"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// ParseDetails are what a model says of a sentence beside its tree: a line of JSON each.
type ParseDetails struct {
	Sentence int          `json:"sentence"` // from 1
	Margin   *float64     `json:"margin"`   // the best tree's score above the second's; null where there is one tree
	Trees    []ParsedTree `json:"trees"`    // the best first; none of a sentence that is too long
	Arcs     []ParsedArc  `json:"arcs"`     // of probability 0.01 and more
}

// ParsedTree is one of the best trees.
type ParsedTree struct {
	Score float64 `json:"score"`
	Heads []int   `json:"heads"` // of each word, 0 for the root
}

// ParsedArc is an arc with its probability.
type ParsedArc struct {
	Word        int     `json:"word"`
	Head        int     `json:"head"`
	Probability float64 `json:"probability"`
}

// writeDetails writes the margin, the best trees and the probabilities of arcs of each sentence.
func writeDetails(ctx context.Context, path string, m *model.Parser, all []templates.Sentence, trees int) error {
	found, err := m.Alternatives(ctx, shortOf(all), max(2, trees))
	if err != nil {
		return err
	}
	var text []byte
	for i, s := range all {
		d := ParseDetails{Sentence: i + 1}
		if !tooLong(s) {
			d.fill(&found[0], trees)
			found = found[1:]
		}
		line, err := json.Marshal(d)
		if err != nil {
			return err
		}
		text = append(append(text, line...), '\n')
	}
	return outfile.Write(ctx, path, text, 0o666)
}

// fill takes what was found of a sentence.
func (d *ParseDetails) fill(a *structured.Alternatives, trees int) {
	if margin := a.Margin(); !math.IsInf(margin, 0) {
		d.Margin = &margin
	}
	for _, t := range a.Best[:min(trees, len(a.Best))] {
		d.Trees = append(d.Trees, ParsedTree{t.Score, t.Heads})
	}
	const least = 0.01
	for word := 1; word <= len(a.Best[0].Heads); word++ {
		for head := range len(a.Best[0].Heads) + 1 {
			if p := a.Posterior(head, word); head != word && p >= least {
				d.Arcs = append(d.Arcs, ParsedArc{word, head, p})
			}
		}
	}
}

// tooLong tells whether a sentence has too many words.
func tooLong(s templates.Sentence) bool { return len(s.Forms) > templates.MostWords }

// shortOf are the sentences that do not.
func shortOf(all []templates.Sentence) []templates.Sentence {
	return slices.DeleteFunc(slices.Clone(all), tooLong)
}
