package model

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// Alternatives returns the k best trees of each sentence, two or more for a margin, and the probabilities of arcs.
func (m *Parser) Alternatives(
	ctx context.Context, sentences []templates.Sentence, k int,
) ([]structured.Alternatives, error) {
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
	out, decoder := make([]structured.Alternatives, len(sentences)), m.decoder()
	var failed error
	parser := structured.TreeParser{SingleRoot: m.SingleRoot}
	err := parser.Scores(ctx, store, start, func(i int, s *structured.TreeScores) {
		if failed == nil {
			failed = out[i].Find(ctx, decoder, s, k)
		}
	})
	if err == nil {
		err = failed
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}
