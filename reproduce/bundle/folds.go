package bundle

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/toolkit/structured/rna"
)

// training says how a folding model is trained for cross-validation.
type training struct {
	Method string
	Lambda float64
	Calls  int
}

// trainings are those that are cross-validated: the method with the best certificate, at the λ in the middle.
var trainings = []training{{stabilized.id, 1e-2, 40}}

// String names the training.
func (t training) String() string { return fmt.Sprintf("%s/%g", t.Method, t.Lambda) }

// Folded counts the pairs of two folds, of which each was folded by a model trained on the other.
type Folded struct {
	Source datasets.Source
	Pairs  rna.Agreement
}

// Check tells whether the counts go together.
func (f Folded) Check() error {
	p := f.Pairs
	if p.Shared < 0 || p.Shared > p.Guessed || p.Shared > p.True {
		return fmt.Errorf("%d pairs of %d and %d are shared", p.Shared, p.Guessed, p.True)
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
	Seed     uint64
}

// addFolds adds the cross-validations.
func (s *study) addFolds() {
	for _, t := range trainings {
		t.Calls = min(t.Calls, s.extent.Calls)
		f := fold{training: t}
		for split := range splits {
			seed := s.Seed*1000 + uint64(split)
			about := plan.Task{
				Key:   foldKey{"folds", s.origin, t, seed},
				Label: fmt.Sprintf("%s, split %d: %s at λ = %g", s.title, split+1, methodOf(t.Method).title, t.Lambda),
				Cost:  s.seconds * float64(t.Calls),
				Uses:  []plan.Data{s.data},
			}
			f.of = append(f.of, plan.Add(s.Plan, about, func(ctx context.Context) (Folded, error) {
				d, err := s.data.Get(ctx)
				if err != nil {
					return Folded{}, err
				}
				pairs, err := t.crossValidate(ctx, d.examples, seed)
				return Folded{d.source, pairs}, err
			}))
		}
		s.folds = append(s.folds, f)
	}
}

// crossValidate trains on each half of the sequences, folds the other, and counts the pairs of both.
func (t training) crossValidate(ctx context.Context, all []rna.Example, seed uint64) (out rna.Agreement, err error) {
	for k := range 2 {
		in, held := half(all, seed, k)
		f, err := foldingRisk(in)
		if err != nil {
			return out, err
		}
		c, err := run(ctx, methodOf(t.Method), f, t.Lambda, 0, extent{t.Calls, t.Calls})
		if err != nil {
			return out, err
		}
		folder := rna.NewFolder(c.X)
		for _, e := range held {
			if err := context.Cause(ctx); err != nil {
				return out, err
			}
			guess, _ := folder.Fold(e.X)
			out.Add(guess, e.Y)
		}
	}
	return out, nil
}

// half returns the sequences that are trained on, and those that are held out, of half k of a split.
func half(all []rna.Example, seed uint64, k int) (in, held []rna.Example) {
	order := rand.New(rand.NewPCG(seed, 0x666f6c64)).Perm(len(all))
	for place, i := range order {
		if place%2 == k {
			held = append(held, all[i])
		} else {
			in = append(in, all[i])
		}
	}
	return in, held
}
