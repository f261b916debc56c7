// Package trials judges RNA that was held out by several decoders, and finds the best of several λ and γ.
package trials

import (
	"context"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// Decoding is a decoder with its γ; Of is the place of the decoder in a list.
type Decoding struct {
	Of      int
	Decoder model.Decoder
	Gamma   float64
}

// Decodings are those of decoders with every γ of some; of BestScore, with one.
func Decodings(decoders []model.Decoder, gammas []float64, gamma float64) (out []Decoding) {
	for k, d := range decoders {
		if d == model.BestScore {
			out = append(out, Decoding{k, d, gamma})
			continue
		}
		for _, gamma := range gammas {
			out = append(out, Decoding{k, d, gamma})
		}
	}
	return out
}

// Trials are the pairs that every λ and every decoding finds of what is held out.
type Trials struct {
	Decodings []Decoding
	Agreement [][]rna.Agreement // λ by λ
	Last      *model.RNA        // that was learned, of a half
	Weights   [][]float64       // of the last model of each λ, from where learning from all goes on
}

// New makes those of so many λ.
func New(lambdas int, decodings []Decoding) Trials {
	t := Trials{decodings, make([][]rna.Agreement, lambdas), nil, make([][]float64, lambdas)}
	for l := range t.Agreement {
		t.Agreement[l] = make([]rna.Agreement, len(decodings))
	}
	return t
}

// Choice is the place of a λ, and of a decoding.
type Choice struct{ Lambda, Decoding int }

// Best is that of the largest F1 by a decoder; of equals the first.
func (t Trials) Best(decoder int) (best Choice) {
	most := math.Inf(-1)
	for l := range t.Agreement {
		if d := t.BestAt(l, decoder); t.Agreement[l][d].F1() > most {
			best, most = Choice{l, d}, t.Agreement[l][d].F1()
		}
	}
	return best
}

// BestAt is the decoding of the largest F1 by a decoder with a λ; of equals the first.
func (t Trials) BestAt(lambda, decoder int) (best int) {
	most := math.Inf(-1)
	for d, a := range t.Agreement[lambda] {
		if t.Decodings[d].Of == decoder && a.F1() > most {
			best, most = d, a.F1()
		}
	}
	return best
}

// Judge counts the pairs that a model finds of examples, by every decoding.
func Judge(
	ctx context.Context, m *model.RNA, examples []rna.Example, decodings []Decoding, counts []rna.Agreement,
) error {
	sequences := make([]rna.Sequence, len(examples))
	for i, e := range examples {
		sequences[i] = e.X
	}
	probable := slices.ContainsFunc(decodings, func(d Decoding) bool { return d.Decoder != model.BestScore })
	if probable {
		err := m.EachPairs(ctx, sequences, func(i int, probability []float64) error {
			for k, d := range decodings {
				if d.Decoder == model.BestScore {
					continue
				}
				y, err := d.Decoder.Structure(ctx, probability, len(sequences[i]), d.Gamma)
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
		if d.Decoder != model.BestScore {
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
