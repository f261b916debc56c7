package structures

import (
	"context"
	"errors"

	"github.com/proxlab/proxlab/toolkit/fit/structures/internal/groups"
	"github.com/proxlab/proxlab/toolkit/fit/structures/internal/trials"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// try learns from each half of the examples with every λ, the largest first, each from where the one before led, and
// folds the other half. With half of the sequences, twice λ is as much beside the sum of the losses.
func (c RNA) try(ctx context.Context, examples []rna.Example, decodings []trials.Decoding) (trials.Trials, error) {
	t := trials.New(len(c.Lambdas), decodings)
	first, second := groups.Halves(examples, c.Family, 0, 0)
	for _, part := range [][2][]rna.Example{{first, second}, {second, first}} {
		w := c.start()
		for l := range c.Lambdas {
			share := float64(len(part[0])) / float64(len(examples))
			m, err := c.train(ctx, part[0], w, c.Lambdas[l]/share)
			if m != nil {
				t.Last, w, t.Weights[l] = m, m.Weights, m.Weights
			}
			if err != nil {
				return t, err
			}
			if err := trials.Judge(ctx, m, part[1], decodings, t.Agreement[l]); err != nil {
				return t, err
			}
			p := solver.Unknown()
			p.Iter, p.Objective, p.Gap = m.Iterations, m.Objective, m.Gap
			c.watch(p, c.Lambdas[l], t.Agreement[l][t.BestAt(l, 0)].F1())
		}
	}
	return t, nil
}

// learnStrengths finds those of groups, where they are asked for: each half of the examples teaches, the other is held
// out.
func (c *RNA) learnStrengths(ctx context.Context, examples []rna.Example) (err error) {
	if c.StrengthSteps == 0 {
		return nil
	}
	first, second := groups.Halves(examples, c.Family, 0, 0)
	if len(second) == 0 || len(first) == 0 {
		return errors.New("strengths of groups need two families of sequences at least: one half folds the other")
	}
	var halves []*groups.Half
	for _, part := range [][2][]rna.Example{{first, second}, {second, first}} {
		half, err := c.half(part[0], part[1], c.Lambda*float64(len(examples))/float64(len(part[0])))
		if err != nil {
			return err
		}
		halves = append(halves, half)
	}
	c.Strengths, err = groups.Strengthen(ctx, halves, c.StrengthSteps, func(loss float64) {
		if c.Watch != nil {
			c.Watch(RNAStep{Progress: solver.Unknown(), Lambda: c.Lambda, Trial: true, HeldOut: notKnown, HeldOutLoss: loss})
		}
	})
	return err
}

// half is how one half of the examples teaches.
func (c RNA) half(train, test []rna.Example, lambda float64) (*groups.Half, error) {
	taught, err := c.likelihood(train)
	heldOut, failed := c.likelihood(test)
	if err := errors.Join(err, failed); err != nil {
		return nil, err
	}
	c.Choose, c.Watch = false, nil
	return &groups.Half{
		Prior:  func(s []float64) groups.Prior { return c.prior(lambda, s) },
		Taught: taught.Subgradient, HeldOut: heldOut.Subgradient, Counts: groups.Counts(train, groups.Features(c.Energies)),
		Train: func(ctx context.Context, s, start []float64) ([]float64, error) {
			c.Strengths = s
			m, err := c.train(ctx, train, start, lambda)
			if m == nil {
				return nil, err
			}
			return m.Weights, err
		},
	}, nil
}

// Fit learns from sequences with structures. When the context ends, there are an error and the best model so far: while
// λ is chosen, one of half of the sequences.
func (c RNA) Fit(ctx context.Context, examples []rna.Example) (*model.RNA, error) {
	if err := c.check(examples); err != nil {
		return nil, err
	}
	c = c.complete()
	if err := c.learnStrengths(ctx, examples); err != nil {
		return nil, err
	}
	if !c.Choose {
		return c.train(ctx, examples, c.start(), c.Lambda)
	}
	if len(examples) < 2 {
		return nil, errors.New("a choice of λ needs two sequences at least: one half folds the other")
	}
	tried, err := c.try(ctx, examples, trials.Decodings([]model.Decoder{c.Decoder}, c.Gammas, c.Gamma))
	switch ended := solver.Interrupted(ctx); {
	case err != nil && tried.Last != nil && ended != nil:
		tried.Last.Status = statusOf(ended)
		return tried.Last, ended
	case err != nil:
		return nil, err
	}
	best := tried.Best(0)
	c.Choose, c.Gamma = false, tried.Decodings[best.Decoding].Gamma
	m, err := c.train(ctx, examples, tried.Weights[best.Lambda], c.Lambdas[best.Lambda])
	if m == nil {
		return nil, err
	}
	m.HeldOut = tried.Agreement[best.Lambda][best.Decoding]
	return m, err
}
