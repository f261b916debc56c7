package model

import (
	"context"
	"errors"
	"fmt"

	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// Label returns the relation of each word to its head in trees of sentences, as Parse finds them: the dependents of a
// head, from left to right, get the labels of the best chain.
//
// Source: McDonald, Lerman, Pereira, Multilingual Dependency Analysis with a Two-Stage Discriminative Parser, CoNLL-X
// 2006, section 3.
func (m *Parser) Label(ctx context.Context, sentences []templates.Sentence, heads [][]int) ([][]string, error) {
	if m.Relations == nil {
		return nil, errors.New("the parser has learnt no relations")
	}
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("the parser is not whole: %w", err)
	}
	if err := templates.CheckAll(sentences); err != nil {
		return nil, err
	}
	if len(heads) != len(sentences) {
		return nil, fmt.Errorf("heads of %d sentences, for %d", len(heads), len(sentences))
	}
	var lines [][][]string
	var words [][]int
	out, of := make([][]string, len(sentences)), []int(nil)
	for i := range sentences {
		s := &sentences[i]
		if len(heads[i]) != len(s.Forms) {
			return nil, fmt.Errorf("sentence %d: %d heads, for %d words", i+1, len(heads[i]), len(s.Forms))
		}
		if err := structured.CheckTree(heads[i], false); err != nil {
			return nil, fmt.Errorf("sentence %d: %w", i+1, err)
		}
		out[i] = make([]string, len(heads[i]))
		group, at := templates.Dependents(s, heads[i])
		lines, words = append(lines, group...), append(words, at...)
		for range at {
			of = append(of, i)
		}
	}
	labels, err := m.Relations.Predict(ctx, lines)
	if err != nil {
		return nil, err
	}
	for g, list := range labels {
		for k, label := range list {
			out[of[g]][words[g][k]] = label
		}
	}
	return out, nil
}
