package bundle

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// training says how a folding model is trained for cross-validation: by its margin, with the stabilized method, or by
// its likelihood. With Lambda = 0 λ, and γ of the decoders by probabilities, are chosen within the half that is learnt
// from.
type training struct {
	CRF    bool
	Lambda float64
	Calls  int
}

// trainings are those that are cross-validated: by the margin at the λ in the middle, and the best of both kinds that
// chooses for itself.
var trainings = []training{{false, 1e-2, 40}, {false, 0, 80}, {true, 0, 80}}

// name is its part of the id of a row.
func (t training) name() string {
	kind, lambda := "margin", "chosen"
	if t.CRF {
		kind = "likelihood"
	}
	if t.Lambda > 0 {
		lambda = power(t.Lambda)
	}
	return kind + "/" + lambda
}

// decoders are what it predicts with: probabilities of pairs are those of the likelihood.
func (t training) decoders() []model.Decoder {
	if t.CRF {
		return model.Decoders()
	}
	return []model.Decoder{model.BestScore}
}

// Folded counts the pairs of two folds, of which each was folded by a model trained on the other, by decoder.
type Folded struct {
	Source datasets.Source
	Pairs  []rna.Agreement
}

// Check tells whether the counts go together.
func (f Folded) Check() error {
	for _, p := range f.Pairs {
		if p.Shared < 0 || p.Shared > p.Guessed || p.Shared > p.True {
			return fmt.Errorf("%d pairs of %d and %d are shared", p.Shared, p.Guessed, p.True)
		}
	}
	return nil
}

// of tells whether there are counts for each decoder.
func (f Folded) of(decoders []model.Decoder) error {
	if len(f.Pairs) != len(decoders) {
		return fmt.Errorf("counts of %d decoders, not %d", len(f.Pairs), len(decoders))
	}
	return nil
}

// splits is the number of random splits of the sequences into two folds.
const splits = 5

// fold is a training with its results by split.
type fold struct {
	training
	of []*plan.Result[Folded]
}

// foldKey is all that a cross-validation depends on.
type foldKey struct {
	Stage    string
	Data     origin
	Training training
	Decoders []model.Decoder
	Seed     uint64
	Split    int
}

// addFolds adds the cross-validations.
func (s *study) addFolds() {
	for _, t := range trainings {
		t.Calls = min(t.Calls, s.extent.Calls)
		f := fold{training: t}
		for split := range splits {
			about := plan.Task{
				Key:   foldKey{"folds", s.origin, t, t.decoders(), s.Seed, split},
				Label: fmt.Sprintf("%s, split %d: %s", s.title, split+1, t.name()),
				Cost:  s.seconds * float64(t.Calls),
				Uses:  []plan.Data{s.data},
			}
			f.of = append(f.of, plan.Add(s.Plan, about, func(ctx context.Context) (Folded, error) {
				d, err := s.data.Get(ctx)
				if err != nil {
					return Folded{}, err
				}
				pairs, err := t.crossValidate(ctx, d.examples, s.Seed, split)
				return Folded{d.source, pairs}, err
			}).Checked(func(found Folded) error { return found.of(t.decoders()) }))
		}
		s.folds = append(s.folds, f)
	}
}

// crossValidate trains on each half of the sequences, folds the other, and counts the pairs of both.
func (t training) crossValidate(
	ctx context.Context, all []rna.Example, seed uint64, split int,
) (pairs []rna.Agreement, err error) {
	c := structures.RNA{CRF: t.CRF, Lambda: t.Lambda, Choose: t.Lambda == 0, Calls: t.Calls}
	splits := structures.RNASplits{Splits: 1, First: split, Seed: seed, Decoders: t.decoders()}
	done, err := c.CrossValidate(ctx, all, splits)
	if err != nil {
		return nil, err
	}
	for _, r := range done[0].Results {
		pairs = append(pairs, r.Agreement)
	}
	return pairs, nil
}
