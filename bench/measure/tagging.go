package main

import (
	"context"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/sentences"
	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// tolerance is that of the conditional random field's certificate, which is loose: the objective is several times
// closer to its minimum.
const tolerance = 5e-4

// tagging learns labels of sequences from one file of columns, the last of which is the label, and tells the share of
// labels of another file that it finds, as Value. Every other column is a feature, as it stands.
func tagging(ctx context.Context, crf bool, files []string) (task, error) {
	if len(files) != 2 {
		return nil, fmt.Errorf("%d files: one to learn from and one held out", len(files))
	}
	learnt, columns, err := tagged(ctx, files[0])
	if err != nil {
		return nil, err
	}
	held, _, err := tagged(ctx, files[1])
	if err != nil {
		return nil, err
	}
	c := structures.Tagger{CRF: crf, C: []float64{1}, Tolerance: tolerance}
	for k := range columns {
		atom := templates.WordAtom{Field: templates.ColumnField, Size: k + 1}
		c.Templates = append(c.Templates, templates.Word{Atoms: []templates.WordAtom{atom}})
	}
	return func() (taken, finish, error) {
		m, err := c.Fit(ctx, learnt)
		if err != nil {
			return taken{}, nil, err
		}
		t := taken{
			Objective: known(m.Progress.Objective), Gap: known(m.Progress.Gap), Status: string(m.Status),
			Iterations: m.Progress.Iter,
		}
		return t, func(t *taken) error {
			guess, err := m.Predict(ctx, held.Words)
			if err != nil {
				return err
			}
			t.Value = known(measures.ScoreTags(held.Labels, guess).Accuracy())
			return nil
		}, nil
	}, nil
}

// tagged reads sequences, and how many columns there are before the label.
func tagged(ctx context.Context, file string) (structures.Tagged, int, error) {
	lines, err := datasets.OpenWordLines(ctx, file, sentences.PlainColumns)
	if err != nil {
		return structures.Tagged{}, 0, err
	}
	columns := math.MaxInt
	for _, s := range lines.Sentences {
		columns = min(columns, len(s[0]))
	}
	labels, err := lines.Labels(columns)
	return structures.Tagged{Words: lines.Sentences, Labels: labels}, columns - 1, err
}
