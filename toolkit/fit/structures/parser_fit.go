package structures

import (
	"context"
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// Fit learns from sentences with trees. When the context ends, there are an error and the best model so far.
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
	err = second.run(ctx, c.Method, L2, c.C, c.Epochs)
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
		m.Ranking = t.Start.Ranking
	}
	return m, err
}
