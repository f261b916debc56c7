package onlinemkl

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// TestUnseenLetter trains on a fold that lacks a letter and scores test words that have it.
func TestUnseenLetter(t *testing.T) {
	t.Parallel()
	f := split(handwriting(t, 30, 10, 5), 0)
	seen := map[int]bool{}
	for _, y := range f.train.sequences.Y {
		seen[y] = true
	}
	if len(seen) == dataset.OCRLabels {
		t.Fatal("three words hold all letters: the test tests nothing")
	}
	for _, r := range rows {
		m, err := f.learn(t.Context(), job{row: r, variant: literal, c: 0.01, eta0: 1})
		if err != nil {
			t.Fatal(err)
		}
		scores, err := f.score(t.Context(), &f.test, r.sources, []*model{m})
		if err != nil || floats.HasNaN(scores.Data) {
			t.Errorf("%s: scores of unseen letters, error %v", r.id, err)
		}
	}
}

// TestModelsOfTheGrid: those learned side by side are those learned one by one, in the order of the grid.
func TestModelsOfTheGrid(t *testing.T) {
	t.Parallel()
	f := split(handwriting(t, 60, 10, 6), 0)
	j := job{row: specOf("mkl-lb"), variant: literal, eta0: 1}
	all, err := f.learnAll(t.Context(), j)
	if err != nil {
		t.Fatal(err)
	}
	for k, c := range grid {
		j.c = c
		one, err := f.learn(t.Context(), j)
		if err != nil || !floats.Equal(all[k].transition, one.transition) || !floats.Equal(all[k].objective, one.objective) {
			t.Errorf("C = %g: objectives %v and %v, error %v", c, all[k].objective, one.objective, err)
		}
	}
}

// TestScoresAreThoseOfTraining compares the scores computed afresh for the training letters with those kept during
// training.
func TestScoresAreThoseOfTraining(t *testing.T) {
	t.Parallel()
	f := split(handwriting(t, 100, 10, 6), 2)
	for _, r := range rows {
		blocks, err := f.blocks(t.Context(), job{row: r, variant: literal})
		if err != nil {
			t.Fatal(err)
		}
		chain := structures.Chain{Lambda: 1e-3, Epochs: 3, OneGroup: !r.learn}
		trained, err := chain.Train(t.Context(), blocks, &f.train.sequences,
			nil)
		if err != nil {
			t.Fatal(err)
		}
		group, m := trained.Params, &model{weights: trained.Weights(), transition: trained.Transition().Data}
		fresh, err := f.score(t.Context(), &f.train, r.sources, []*model{m})
		if err != nil {
			t.Fatal(err)
		}
		for i := range f.train.sequences.Y {
			kept := make([]float64, dataset.OCRLabels)
			group.Scores(kept, structured.Emission, i)
			if !floats.EqualApprox(kept, fresh.Row(i), 1e-9) { // sums in another order
				t.Fatalf("%s, letter %d: kept %v, fresh %v", r.id, i, kept, fresh.Row(i))
			}
		}
	}
}

// TestNormsAreTheModels: of the averaged model too, the norm of the transitions is that of those it reads words with.
func TestNormsAreTheModels(t *testing.T) {
	t.Parallel()
	f := split(handwriting(t, 40, 10, 7), 0)
	for _, v := range variants {
		if v.Copied { // no group is the transitions'
			continue
		}
		m, err := f.learn(t.Context(), job{row: specOf("mkl-lb"), variant: v, c: 100, eta0: 1})
		if err != nil {
			t.Fatal(err)
		}
		norms := m.norms[epochs-1]
		got, want := norms[len(norms)-1], floats.Norm(m.transition, 2)
		if len(m.norms) != epochs || math.Abs(got-want) > 1e-9*want || want == 0 {
			t.Errorf("%s: transitions of norm %g, the model's have %g", v.ID, got, want)
		}
	}
}
