package model

import (
	"context"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// Alternatives is what a parser says of the trees of a sentence beside the best.
type Alternatives struct {
	Best []structured.ScoredTree // the k best, the best first; fewer where there are no more
	// Arcs are the probabilities of all arcs under p(y) ∝ exp(score(y)), laid out as structured.TreeScores has them: over
	// all trees, those with crossing arcs too. Scores that were learnt by margins are not probabilities of being right.
	Arcs []float64
}

// Margin is what the score of the best tree is above that of the second; +Inf where there is one tree.
func (a *Alternatives) Margin() float64 {
	if len(a.Best) < 2 {
		return math.Inf(1)
	}
	return a.Best[0].Score - a.Best[1].Score
}

// Posterior is the probability of the arc from a head, a word from 1 or the root, 0, to a word from 1.
func (a *Alternatives) Posterior(head, word int) float64 {
	n := len(a.Best[0].Heads)
	return a.Arcs[(word-1)*(n+1)+head]
}

// Alternatives returns the k best trees of each sentence, two or more for a margin, and the probabilities of arcs.
func (m *Parser) Alternatives(ctx context.Context, sentences []templates.Sentence, k int) ([]Alternatives, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("the parser is not whole: %w", err)
	}
	if err := templates.CheckAll(sentences); err != nil {
		return nil, err
	}
	if k < 1 {
		return nil, fmt.Errorf("the best %d trees: ask for one at least", k)
	}
	store, start := m.arcs(sentences)
	out, decoder := make([]Alternatives, len(sentences)), m.decoder()
	var marginals structured.MatrixTree
	var failed error
	parser := structured.TreeParser{SingleRoot: m.SingleRoot}
	err := parser.Scores(ctx, store, start, func(i int, s *structured.TreeScores) {
		if failed != nil {
			return
		}
		out[i].Arcs = make([]float64, len(s.Arc))
		marginals.Marginals(out[i].Arcs, s)
		out[i].Best, failed = structured.BestTrees(ctx, decoder, s, k)
	})
	if err == nil {
		err = failed
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}
