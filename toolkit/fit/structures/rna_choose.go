package structures

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// decoding is a decoder with its γ.
type decoding struct {
	of      int // the place of the decoder in a list
	decoder model.Decoder
	gamma   float64
}

// decodings are those of decoders with every γ.
func (c RNA) decodings(decoders []model.Decoder) (out []decoding) {
	for k, d := range decoders {
		if d == model.BestScore {
			out = append(out, decoding{k, d, c.Gamma})
			continue
		}
		for _, gamma := range c.Gammas {
			out = append(out, decoding{k, d, gamma})
		}
	}
	return out
}

// trials are the pairs that every λ and every decoding finds of what is held out.
type trials struct {
	decodings []decoding
	agreement [][]rna.Agreement // λ by λ
	last      *model.RNA        // that was learned, of a half
	weights   [][]float64       // of the last model of each λ, from where learning from all goes on
}

// choice is the place of a λ, and of a decoding.
type choice struct{ lambda, decoding int }

// best is that of the largest F1 by a decoder; of equals the first.
func (t trials) best(decoder int) (best choice) {
	most := math.Inf(-1)
	for l := range t.agreement {
		if d := t.bestAt(l, decoder); t.agreement[l][d].F1() > most {
			best, most = choice{l, d}, t.agreement[l][d].F1()
		}
	}
	return best
}

// bestAt is the decoding of the largest F1 by a decoder with a λ; of equals the first.
func (t trials) bestAt(lambda, decoder int) (best int) {
	most := math.Inf(-1)
	for d, a := range t.agreement[lambda] {
		if t.decodings[d].of == decoder && a.F1() > most {
			best, most = d, a.F1()
		}
	}
	return best
}

// try learns from each half of the examples with every λ, the largest first, each from where the one before led, and
// folds the other half. With half of the sequences, twice λ is as much beside the sum of the losses.
func (c RNA) try(ctx context.Context, examples []rna.Example, decodings []decoding) (trials, error) {
	t := trials{
		decodings: decodings, agreement: make([][]rna.Agreement, len(c.Lambdas)), weights: make([][]float64, len(c.Lambdas)),
	}
	for l := range t.agreement {
		t.agreement[l] = make([]rna.Agreement, len(decodings))
	}
	first, second := c.halves(examples, 0, 0)
	for _, part := range [][2][]rna.Example{{first, second}, {second, first}} {
		w := c.start()
		for l := range c.Lambdas {
			share := float64(len(part[0])) / float64(len(examples))
			m, err := c.train(ctx, part[0], w, c.Lambdas[l]/share)
			if m != nil {
				t.last, w, t.weights[l] = m, m.Weights, m.Weights
			}
			if err != nil {
				return t, err
			}
			if err := judge(ctx, m, part[1], decodings, t.agreement[l]); err != nil {
				return t, err
			}
			p := solver.Unknown()
			p.Iter, p.Objective, p.Gap = m.Iterations, m.Objective, m.Gap
			c.watch(p, c.Lambdas[l], t.agreement[l][t.bestAt(l, 0)].F1())
		}
	}
	return t, nil
}

// halves are two random halves of the examples, of which the second may have one more. Families stay together.
func (c RNA) halves(examples []rna.Example, seed, k uint64) (first, second []rna.Example) {
	var families [][]rna.Example
	known := map[string]int{}
	for _, e := range examples {
		at := len(families)
		if c.Family != nil {
			name := c.Family(e.Name)
			if f, ok := known[name]; ok {
				at = f
			}
			known[name] = at
		}
		if at == len(families) {
			families = append(families, nil)
		}
		families[at] = append(families[at], e)
	}
	for _, at := range rand.New(rand.NewPCG(seed, k)).Perm(len(families)) {
		if len(first) < len(examples)/2 {
			first = append(first, families[at]...)
		} else {
			second = append(second, families[at]...)
		}
	}
	return first, second
}

// judge counts the pairs that a model finds of examples, by every decoding.
func judge(
	ctx context.Context, m *model.RNA, examples []rna.Example, decodings []decoding, counts []rna.Agreement,
) error {
	sequences := make([]rna.Sequence, len(examples))
	for i, e := range examples {
		sequences[i] = e.X
	}
	probable := slices.ContainsFunc(decodings, func(d decoding) bool { return d.decoder != model.BestScore })
	if probable {
		err := m.EachPairs(ctx, sequences, func(i int, probability []float64) error {
			for k, d := range decodings {
				if d.decoder == model.BestScore {
					continue
				}
				y, err := d.decoder.Structure(ctx, probability, len(sequences[i]), d.gamma)
				if err != nil {
					return err
				}
				counts[k].Add(y, examples[i].Y)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	for k, d := range decodings {
		if d.decoder != model.BestScore {
			continue
		}
		structures, err := m.Best(ctx, sequences)
		if err != nil {
			return err
		}
		for i, y := range structures {
			counts[k].Add(y, examples[i].Y)
		}
	}
	return nil
}

// learnStrengths finds those of groups, where they are asked for.
func (c *RNA) learnStrengths(ctx context.Context, examples []rna.Example) (err error) {
	if c.StrengthSteps == 0 {
		return nil
	}
	if first, second := c.halves(examples, 0, 0); len(first) == 0 || len(second) == 0 {
		return errors.New("strengths of groups need two families of sequences at least: one half folds the other")
	}
	c.Strengths, err = c.strengthen(ctx, examples)
	return err
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
	tried, err := c.try(ctx, examples, c.decodings([]model.Decoder{c.Decoder}))
	switch ended := solver.Interrupted(ctx); {
	case err != nil && tried.last != nil && ended != nil:
		tried.last.Status = statusOf(ended)
		return tried.last, ended
	case err != nil:
		return nil, err
	}
	best := tried.best(0)
	c.Choose, c.Gamma = false, tried.decodings[best.decoding].gamma
	m, err := c.train(ctx, examples, tried.weights[best.lambda], c.Lambdas[best.lambda])
	if m == nil {
		return nil, err
	}
	m.HeldOut = tried.agreement[best.lambda][best.decoding]
	return m, err
}
