package model

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// RNA predicts secondary structures: see package rna for what weights are of.
type RNA struct {
	Weights    []float64         `json:"-"`       // one for each of rna.Names(), or of rna.ExtendedNames()
	Loss       string            `json:"loss"`    // "hinge" or "crf"
	Lambda     float64           `json:"lambda"`  // λ
	Decoder    Decoder           `json:"decoder"` // what Predict takes, with its γ
	Gamma      float64           `json:"gamma"`
	HeldOut    rna.Agreement     `json:"-"`          // what λ and γ were chosen by; zeros where nothing was held out
	Iterations int               `json:"iterations"` // calls or steps
	Examples   int               `json:"examples"`   // learned from
	Objective  float64           `json:"-"`          // P, and what bounds P − P*; NaN where they are not known
	Gap        float64           `json:"-"`
	Elapsed    time.Duration     `json:"-"`
	Status     solver.Status     `json:"-"`
	Strengths  []float64         `json:"strengths,omitempty" model:"optional"`
	Made       map[string]string `json:"made,omitempty" model:"optional"` // of what: command, data, checksum; may be nil
}

// Decoder says which structure of a sequence is predicted.
type Decoder string

// The decoders. All but the first go by probabilities of pairs, which are those of a model learned by the crf loss: the
// margins of the hinge, taken for logarithms, are small, and make structures too much alike.
const (
	BestScore    Decoder = "best"     // of the highest score (maximum a posteriori)
	MostAccurate Decoder = "mea"      // of the largest expected accuracy: rna.MaximumExpectedAccuracy
	Centroid     Decoder = "centroid" // of the largest expected gain: rna.Centroid
)

// Decoders are all of them.
func Decoders() []Decoder { return []Decoder{BestScore, MostAccurate, Centroid} }

// Check says what is wrong with a decoder and its γ, which BestScore has none of.
func (d Decoder) Check(gamma float64) error {
	switch {
	case d == BestScore:
		return nil
	case d != MostAccurate && d != Centroid:
		return fmt.Errorf("%.60q is no decoder: there are best, mea and centroid", string(d))
	case !(gamma > 0) || math.IsInf(gamma, 1):
		return fmt.Errorf("γ = %g: it must be positive and finite", gamma)
	}
	return nil
}

// Structure is that of a sequence of n bases by probabilities of pairs, which BestScore does not go by. The end of the
// context is an error.
func (d Decoder) Structure(ctx context.Context, probability []float64, n int, gamma float64) (rna.Structure, error) {
	if d == Centroid {
		return rna.CentroidUntil(ctx, probability, n, gamma)
	}
	return rna.MaximumExpectedAccuracyUntil(ctx, probability, n, gamma)
}

// Folding is a predicted structure.
type Folding struct {
	Structure rna.Structure
	Score     float64 // its score, by BestScore
	// Accuracy is the share of bases expected to have their partner, or rightly none, by the other decoders; NaN by
	// BestScore, and of no bases.
	Accuracy float64
}

// Predict folds with the model's own decoder.
func (m *RNA) Predict(ctx context.Context, sequences []rna.Sequence) ([]Folding, error) {
	return m.Fold(ctx, sequences, m.Decoder, m.Gamma)
}

// Fold returns a structure for each sequence. γ > 0 says what a pair that is right counts beside a base that is rightly
// without partner (MostAccurate), or beside a pair that is wrong (Centroid): the larger, the more pairs.
func (m *RNA) Fold(ctx context.Context, sequences []rna.Sequence, d Decoder, gamma float64) ([]Folding, error) {
	if err := cmp.Or(d.Check(gamma), m.usable()); err != nil {
		return nil, err
	}
	out := make([]Folding, len(sequences))
	if d == BestScore {
		f := rna.NewFolder(m.Weights)
		return out, each(ctx, sequences, func(i int, x rna.Sequence) (err error) {
			out[i].Structure, out[i].Score, err = f.FoldUntil(ctx, x)
			out[i].Accuracy = math.NaN()
			return err
		})
	}
	return out, m.EachPairs(ctx, sequences, func(i int, probability []float64) error {
		y, err := d.Structure(ctx, probability, len(sequences[i]), gamma)
		if err == nil {
			out[i] = Folding{Structure: y, Accuracy: ExpectedAccuracy(y, probability)}
		}
		return err
	})
}

// Best returns the structure of the highest score for each sequence.
func (m *RNA) Best(ctx context.Context, sequences []rna.Sequence) ([]rna.Structure, error) {
	folded, err := m.Fold(ctx, sequences, BestScore, 0)
	if err != nil {
		return nil, err
	}
	out := make([]rna.Structure, len(folded))
	for i, y := range folded {
		out[i] = y.Structure
	}
	return out, nil
}

// ExpectedAccuracy is the expected share of bases whose partner, or lack of one, is the structure's.
func ExpectedAccuracy(y rna.Structure, probability []float64) float64 {
	var sum float64
	lone := rna.Unpaired(probability, len(y))
	for i, j := range y {
		if j < 0 {
			sum += lone[i]
		} else {
			sum += probability[i*len(y)+j]
		}
	}
	return sum / float64(len(y))
}

// EachPairs calls visit with the probabilities of pairs of each sequence, n×n row by row, symmetric, up to an error.
func (m *RNA) EachPairs(
	ctx context.Context, sequences []rna.Sequence, visit func(i int, probability []float64) error,
) error {
	e := rna.NewEnsemble(m.Weights)
	return each(ctx, sequences, func(i int, x rna.Sequence) error {
		probability, err := e.PairsUntil(ctx, x)
		if err == nil {
			err = visit(i, probability)
		}
		return err
	})
}

// each visits one sequence after another.
func each(ctx context.Context, sequences []rna.Sequence, visit func(i int, x rna.Sequence) error) error {
	for i, x := range sequences {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if err := visit(i, x); err != nil {
			return err
		}
	}
	return nil
}

// check tests that the shapes go together, and that numbers are.
func (m *RNA) check() error {
	h := m.HeldOut
	switch {
	case m.usable() != nil:
		return m.usable()
	case m.Strengths != nil && len(m.Strengths) != len(rna.Groups()):
		return fmt.Errorf("it has %d strengths, and there are %d groups", len(m.Strengths), len(rna.Groups()))
	case m.Loss != "hinge" && m.Loss != "crf":
		return fmt.Errorf("its loss %.60q is neither hinge nor crf", m.Loss)
	case h.Shared < 0 || h.Shared > min(h.Guessed, h.True):
		return fmt.Errorf("its held_out: %d pairs are shared by %d and %d", h.Shared, h.Guessed, h.True)
	}
	if err := m.Decoder.Check(m.Gamma); err != nil {
		return fmt.Errorf("its decoder, of gamma %g: %w", m.Gamma, err)
	}
	return errors.Join(
		notNegative([]string{"lambda", "gamma", "iterations", "examples", "nanoseconds"},
			[]float64{m.Lambda, m.Gamma, float64(m.Iterations), float64(m.Examples), float64(m.Elapsed)}),
		checkEnd(m.Status, m.Gap),
	)
}

// usable says why nothing can be folded by the weights, which a program may have set.
func (m *RNA) usable() error {
	if n := len(m.Weights); n != rna.Features && n != rna.Extended {
		return fmt.Errorf("the model has %d weights, and there are %d features, or %d", n, rna.Features, rna.Extended)
	}
	for k, w := range m.Weights {
		if !rna.Usable(m.Weights[k : k+1]) {
			return fmt.Errorf("the weight of %q is %g: nothing can be folded by it", rna.ExtendedNames()[k], w)
		}
	}
	return nil
}
