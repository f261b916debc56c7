package structures

import (
	"context"
	"errors"

	"github.com/proxlab/proxlab/toolkit/fit/structures/internal/groups"
	"github.com/proxlab/proxlab/toolkit/fit/structures/internal/trials"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// RNASplits are random halvings of RNAs, of which each half is folded by what the other half taught.
type RNASplits struct {
	// Splits is how many; 0 for 5. Split k depends on Seed and k alone, and the first is First: splits can be done one by
	// one.
	Splits int
	First  int
	Seed   uint64
	// Decoders are what is predicted with; nil for all. Where RNA.Choose is set, γ of each is chosen on the half that
	// is learnt from, and λ by the first of them.
	Decoders []model.Decoder
}

// RNASplit is what became of a split.
type RNASplit struct {
	Split   int
	Trained [2]*model.RNA // on the first half, and on the second
	Results []RNAResult   // of each decoder
}

// RNAResult are the pairs that a decoder finds, of both halves together.
type RNAResult struct {
	Decoder model.Decoder
	Gammas  [2]float64 // with what the first half taught, and with what the second did
	rna.Agreement
}

// CrossValidate learns from each half of every split, and folds the other half; nothing is chosen there.
func (c RNA) CrossValidate(ctx context.Context, examples []rna.Example, o RNASplits) ([]RNASplit, error) {
	if err := c.check(examples); err != nil {
		return nil, err
	}
	if len(examples) < 4 {
		return nil, errors.New("two halves that can be halved need four sequences")
	}
	c = c.complete()
	if o.Splits == 0 {
		o.Splits = 5
	}
	if o.Decoders == nil {
		o.Decoders = model.Decoders()
	}
	out := make([]RNASplit, o.Splits)
	for k := range out {
		s := &out[k]
		s.Split = o.First + k
		for _, d := range o.Decoders {
			s.Results = append(s.Results, RNAResult{Decoder: d})
		}
		first, second := groups.Halves(examples, c.Family, o.Seed+1, uint64(s.Split))
		for h, part := range [2][2][]rna.Example{{first, second}, {second, first}} {
			if err := c.foldOther(ctx, s, h, part[0], part[1]); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// foldOther learns from one half and folds the other.
func (c RNA) foldOther(ctx context.Context, s *RNASplit, h int, train, test []rna.Example) error {
	decodings := make([]trials.Decoding, len(s.Results))
	decoders := make([]model.Decoder, len(s.Results))
	for k, r := range s.Results {
		decoders[k] = r.Decoder
		decodings[k] = trials.Decoding{Of: k, Decoder: r.Decoder, Gamma: c.Gamma}
	}
	lambda, w := c.Lambda, c.start()
	if err := c.learnStrengths(ctx, train); err != nil {
		return err
	}
	if c.Choose {
		tried, err := c.try(ctx, train, trials.Decodings(decoders, c.Gammas, c.Gamma))
		if err != nil {
			return err
		}
		best := tried.Best(0)
		lambda, w = c.Lambdas[best.Lambda], tried.Weights[best.Lambda]
		for k := range decodings {
			decodings[k] = tried.Decodings[tried.BestAt(best.Lambda, k)]
		}
	}
	c.Choose = false
	m, err := c.train(ctx, train, w, lambda)
	if err != nil {
		return err
	}
	s.Trained[h] = m
	counts := make([]rna.Agreement, len(decodings))
	if err := trials.Judge(ctx, m, test, decodings, counts); err != nil {
		return err
	}
	for k := range counts {
		r := &s.Results[k]
		r.Gammas[h] = decodings[k].Gamma
		r.Shared, r.Guessed, r.True = r.Shared+counts[k].Shared, r.Guessed+counts[k].Guessed, r.True+counts[k].True
	}
	return nil
}
