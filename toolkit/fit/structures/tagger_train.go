package structures

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/measures"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/risk"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/structured/second"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// train learns with one C.
func (p *tagging) train(ctx context.Context, constant float64) (*model.Tagger, error) {
	begin := time.Now()
	lambda := 1 / (constant * float64(p.data.Len()))
	if p.start == nil || !p.CRF {
		if err := p.online(ctx, constant, lambda); err != nil {
			return nil, err
		}
	}
	m := p.model(constant)
	if p.CRF && context.Cause(ctx) == nil {
		if err := p.batch(ctx, m, lambda); err != nil {
			return nil, err
		}
	}
	m.Progress.Elapsed = time.Since(begin)
	n := len(p.pairs.Output)
	m.Weights, m.Following.Data = p.start[:n:n], p.start[n:]
	p.start = append([]float64(nil), p.start...)
	if p.NoTransitions {
		m.Following = linalg.NewDense(len(p.labels), len(p.labels), nil)
	}
	return m, nil
}

// model is the shell of one.
func (p *tagging) model(constant float64) *model.Tagger {
	c := len(p.labels)
	m := &model.Tagger{
		Templates: p.Templates, Form: p.Form, Labels: p.labels, Features: p.keys, Pairs: p.pairs, Known: p.known,
		Loss: "hinge", C: constant, Sentences: p.data.Len(), HeldOut: math.NaN(),
		Following: linalg.NewDense(second.Height(c, p.Order), c, nil), Progress: solver.Unknown(), Status: p.status,
	}
	if p.CRF {
		m.Loss = "crf"
	}
	if p.marking != nil {
		m.Segments = p.segments.Most
	}
	m.Progress.Iter = p.passes
	return m
}

// online fills start by passes of online steps: the mean of the weights over all of them.
func (p *tagging) online(ctx context.Context, constant, lambda float64) error {
	epochs, step := 10, 1.
	if p.CRF { // a beginning
		epochs, step = 2, 3
	}
	if p.Epochs > 0 {
		epochs = p.Epochs
	}
	block := params.NewSeen(structured.Emission, p.x, p.pairs, len(p.labels))
	// A word has as many features of value 1 as there are templates: a step on all changes its score by so much.
	chain := Chain{
		Lambda: lambda, OneGroup: true, CRF: p.CRF, Epochs: epochs, Average: true, Shuffle: true, Seed: p.Seed,
		Eta0: step / float64(len(p.Templates)), NoTransitions: p.NoTransitions, ConstantRate: true,
	}
	chain.oracle, chain.before = p.oracle(), second.Height(len(p.labels), p.Order)
	if p.Watch != nil {
		chain.Watch = func(e ChainEpoch) {
			p.Watch(TaggerStep{constant, true, e.Iter, e.MeanLoss, math.NaN(), math.NaN(), math.NaN()})
		}
	}
	if n := len(p.pairs.Output); p.warm != nil {
		chain.start = func(all toolkit.Params) {
			block.SetWeights(p.warm[:n])
			var u toolkit.Update
			for k, v := range p.warm[n:] {
				u.Add(structured.Transition, k/len(p.labels), k%len(p.labels), v)
			}
			all.Add(1, &u)
		}
	}
	trained, err := chain.Train(ctx, []params.Block{block}, p.data, nil)
	if trained == nil {
		return err
	}
	p.passes, p.status = trained.Progress.Iter, trained.Status
	p.start = trained.Blocks[0].(Weighted).Weights()
	if !p.NoTransitions {
		p.start = append(p.start, trained.Transition().Data...)
	}
	return nil
}

// Weighted is a block that copies its weights: where Tagger goes on from.
type Weighted interface{ Weights() []float64 }

var (
	_ Weighted = (*params.Explicit)(nil)
	_ Weighted = (*params.Seen)(nil)
)

// batch goes on from start by L-BFGS.
func (p *tagging) batch(ctx context.Context, m *model.Tagger, lambda float64) error {
	const memory, most = 6, 1000 // steps
	r := newChainRisk(ctx, p, lambda)
	tolerance := cmp.Or(p.Tolerance, 0.5)
	diagonal := make([]float64, len(p.start))
	if err := r.curvature(diagonal, p.start); err != nil {
		m.Status = statusOf(err)
		return nil
	}
	l := risk.LBFGS{Mu: lambda, Memory: memory, Diagonal: diagonal}
	for st, err := range l.Descend(ctx, p.start, r.at) {
		switch {
		case err != nil && context.Cause(ctx) != nil:
			m.Status = statusOf(err)
			return nil
		case err != nil:
			return err
		}
		m.Progress.Iter, m.Progress.Evals, m.Progress.Objective = st.Iter, st.Evals, st.Objective
		m.Progress.Gap = r.gap(st.Gradient, p.start)
		if p.Watch != nil {
			p.Watch(TaggerStep{m.C, false, st.Iter, math.NaN(), st.Objective, m.Progress.Gap, math.NaN()})
		}
		switch {
		case m.Progress.Gap <= tolerance*st.Objective:
			m.Status = solver.Converged
			return nil
		case st.Iter > 0 && st.Step == 0:
			m.Status = solver.Stalled
			return nil
		case st.Iter == most:
			m.Status = solver.IterationLimit
			return nil
		}
	}
	return nil
}

// Fit learns from sentences. When the context ends while training, there are an error and the model so far.
func (c Tagger) Fit(ctx context.Context, data Tagged) (*model.Tagger, error) {
	if c.Start != nil {
		if err := c.goesOn(); err != nil {
			return nil, err
		}
		c.Templates = c.Start.Templates
	}
	if c.Templates == nil {
		var err error
		if c.Templates, _, err = templates.ReadWords(strings.NewReader(templates.DefaultWords), "default"); err != nil {
			return nil, err
		}
	}
	if len(c.C) == 0 {
		c.C = []float64{3}
		if c.CRF {
			c.C = []float64{1}
		}
	}
	if err := c.check(data); err != nil {
		return nil, err
	}
	if c.Segments {
		var err error
		if c, data, err = c.marked(data); err != nil {
			return nil, err
		}
	}
	if c.HeldOut != nil || len(c.C) == 1 {
		return c.choose(ctx, data, c.HeldOut) // which needs the words no more, once it has their features
	}
	learnt, rest := data.split()
	if len(rest.Words) == 0 || len(learnt.Words) == 0 {
		return nil, errors.New("a choice between several C needs two sentences at least")
	}
	best, err := c.choose(ctx, learnt, &rest)
	if err != nil {
		return best, err
	}
	c.C = []float64{best.C}
	m, err := c.choose(ctx, data, nil)
	if m != nil {
		m.HeldOut = best.HeldOut
	}
	return m, err
}

// goesOn tells whether the tagger to go on from is one of these settings.
func (c Tagger) goesOn() error {
	switch {
	case c.Templates != nil && !slices.EqualFunc(c.Templates, c.Start.Templates, sameTemplate) || c.Form != c.Start.Form:
		return errors.New("the tagger to go on from has other templates, or words in another column")
	case (c.Order == 2) != (c.Start.Order() == 2):
		return errors.New("of the tagger and the one to go on from, one is of second order")
	case c.Segments != (c.Start.Segments > 0):
		return errors.New("of the tagger and the one to go on from, one has segments and the other words")
	}
	return nil
}

func sameTemplate(a, b templates.Word) bool { return a.String() == b.String() }

// split holds every tenth sentence out, the second of two.
func (d Tagged) split() (learnt, rest Tagged) {
	for i := range d.Words {
		to := &learnt
		if i%10 == 1 {
			to = &rest
		}
		to.Words, to.Labels = append(to.Words, d.Words[i]), append(to.Labels, d.Labels[i])
	}
	return learnt, rest
}

// choose learns with every C, each from where the one before led, and returns the model of the most right labels.
func (c Tagger) choose(ctx context.Context, data Tagged, heldOut *Tagged) (best *model.Tagger, err error) {
	p, err := c.prepare(ctx, data)
	if err != nil {
		return nil, err
	}
	grid := slices.Clone(c.C)
	slices.Sort(grid)
	for k, constant := range grid {
		m, err := p.train(ctx, constant)
		if err != nil {
			return nil, err
		}
		if heldOut != nil {
			guess, err := m.Predict(context.WithoutCancel(ctx), heldOut.Words) // of the model so far, too
			if err != nil {
				return nil, err
			}
			m.HeldOut = measures.ScoreTags(heldOut.Labels, guess).Accuracy()
			if c.Watch != nil {
				c.Watch(TaggerStep{C: constant, Pass: m.Progress.Iter, HeldOut: m.HeldOut})
			}
		}
		if best == nil || m.HeldOut > best.HeldOut {
			best = m
		}
		if err := solver.Interrupted(ctx); err != nil {
			if k < len(grid)-1 { // there may be a better one
				best.Status = statusOf(err)
			}
			return best, err
		}
	}
	return best, nil
}
