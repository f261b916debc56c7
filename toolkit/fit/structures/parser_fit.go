package structures

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// Fit learns from sentences with trees. When the context ends, there are an error and the best model so far, which has
// relations only where it ended after heads were learnt.
func (c Parser) Fit(ctx context.Context, treebank []templates.Sentence) (*model.Parser, error) {
	if err := c.check(treebank); err != nil {
		return nil, err
	}
	always := len(c.Always)
	c = c.withDefaults()
	t, err := c.training(treebank)
	if err != nil {
		return nil, err
	}
	m, err := t.heads(ctx, always)
	if err != nil || c.Labels == nil {
		return m, err
	}
	return m, t.label(ctx, m)
}

// label learns relations, from all sentences that heads are learnt from.
func (t *parserTraining) label(ctx context.Context, m *model.Parser) (err error) {
	c := *t.Labels
	c.Form, c.HeldOut, c.Cut = 0, nil, cmp.Or(c.Cut, 2)
	if t.Start != nil && c.Start == nil {
		c.Start = t.Start.Relations
	}
	if c.Templates == nil && c.Start == nil {
		c.Templates = templates.Relations(slices.ContainsFunc(m.Templates, templates.Template.Morphological))
	}
	var data Tagged
	for i := range t.learn {
		s := &t.learn[i]
		lines, words := templates.Dependents(s, s.Heads)
		data.Words = append(data.Words, lines...)
		for _, list := range words {
			labels := make([]string, len(list))
			for k, w := range list {
				labels[k] = s.Relations[w]
			}
			data.Labels = append(data.Labels, labels)
		}
	}
	m.Relations, err = c.Fit(ctx, data)
	if m.Relations == nil {
		m.Status = statusOf(err)
		return err
	}
	m.Relations.Known = []uint64{} // who asks for relations asks for no words
	if err == nil && len(t.heldOut) > 0 {
		m.HeldOut, err = m.Score(ctx, t.heldOut)
	}
	if err != nil {
		m.Status = statusOf(err)
	}
	return err
}

// heads learns to find trees, with so many templates besides.
func (t *parserTraining) heads(ctx context.Context, always int) (*model.Parser, error) {
	c := t.Parser
	if c.Start != nil && (c.Select == 0 || c.Start.Ranking != nil || len(c.Start.Templates) <= c.Select+always) {
		return t.goOn(ctx)
	}
	if c.Select == 0 {
		s := t.newStage(1, slices.Concat(c.Templates, c.Always))
		return s.result(ctx, s.run(ctx, c.Method, c.Penalty, c.C, c.Epochs))
	}
	t.stages = 2
	first := t.newStage(1, c.Templates)
	if err := first.run(ctx, Proximal, c.Penalty, c.RankC, c.RankEpochs); err != nil {
		return nil, err
	}
	if err := context.Cause(ctx); err != nil {
		first.status = statusOf(err)
		return first.result(ctx, nil)
	}
	order, ranking := first.rank()
	order = order[:c.Select]
	before := first.model(order) // all that is kept of the first, whose tables are large
	second := t.newStage(2, append(slices.Clone(before.Templates), c.Always...))
	second.before = before
	err := second.run(ctx, c.Method, L2, c.C, c.Epochs)
	if second.best == nil && err == nil { // interrupted so early that the first has seen more
		before.Status = second.status
		return before, solver.Interrupted(ctx)
	}
	m, err := second.result(ctx, err)
	if m != nil {
		m.Ranking = ranking
	}
	return m, err
}

// goOn is the last stage from Start on, which is the best until an epoch is better.
func (t *parserTraining) goOn(ctx context.Context) (*model.Parser, error) {
	s, penalty := t.newStage(1, t.Templates), t.Penalty
	if t.Select > 0 {
		penalty = L2
	}
	if len(t.heldOut) > 0 {
		best := *t.Start
		var err error
		best.HeldOut, err = t.Start.Score(ctx, t.heldOut)
		switch ended := context.Cause(ctx); {
		case ended != nil:
			best.HeldOut, best.Status = t.Start.HeldOut, statusOf(ended)
			return &best, solver.Interrupted(ctx)
		case err != nil:
			return nil, fmt.Errorf("held out, by the parser to go on from: %w", err)
		}
		s.best = &best
	}
	m, err := s.result(ctx, s.run(ctx, t.Method, penalty, t.C, t.Epochs))
	if m != nil {
		m.Ranking, m.Relations = t.Start.Ranking, t.Start.Relations
	}
	return m, err
}
