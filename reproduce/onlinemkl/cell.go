package onlinemkl

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/toolkit/fit/measures"
)

// cell is a row under a variant on one fold, at one η0 and all C.
type cell struct {
	fold    int
	row     string
	variant string
	eta0    float64 // ruled for that of the paper's rule
	holdOut bool
}

// String names a cell for people.
func (c cell) String() string {
	s := fmt.Sprintf("fold %d, %s, η0 = %g", c.fold, c.row, c.eta0)
	if c.eta0 == ruled {
		s = fmt.Sprintf("fold %d, %s, η0 by the rule", c.fold, c.row)
	}
	if c.variant != literal.ID {
		s += ", " + c.variant
	}
	if c.holdOut {
		s += ", held out"
	}
	return s
}

// cellKey is all that a cell's result depends on.
type cellKey struct {
	Data    origin
	Row     string
	Variant variant
	Fold    int
	Eta0    float64
	C       []float64
	Epochs  int
	HoldOut bool
	Words   int // sample words kept with their pixels
	Seed    uint64
}

// Learned is what one row learns on one fold at one η0, for every C of the grid.
type Learned struct {
	Source      datasets.Source
	Eta0        float64
	Accuracy    []float64     // of the test letters, in percent; nil where words were held out
	Objective   [][]float64   // λR(θ) + mean loss after each epoch; empty for variants and with words held out
	Norms       [][][]float64 // ‖θ_k‖ of each group after each epoch; of averages, NaN but after the last
	HeldOut     [][]float64   // accuracy on the held-out words after each epoch, in percent; nil without any
	H           float64       // width of the spline
	SampleWords []Sample      // at the C of best accuracy
}

// Sample is a test word and what was read.
type Sample struct {
	Truth, Guess string
	Pixels       []string // a letter's 128 bits in hexadecimal
}

// Check tells whether there is a course for every C, and a point of it for every epoch.
func (l Learned) Check() error {
	if len(l.Norms) != len(grid) || len(l.Objective) != len(grid) || len(l.Accuracy)+len(l.HeldOut) != len(grid) {
		return fmt.Errorf("%d courses, %d accuracies and %d on words held out, for %d C",
			len(l.Norms), len(l.Accuracy), len(l.HeldOut), len(grid))
	}
	for k := range grid {
		n := len(l.Objective[k])
		if len(l.Norms[k]) != epochs || n != 0 && n != epochs || l.HeldOut != nil && len(l.HeldOut[k]) != epochs {
			return fmt.Errorf("the course at C = %g has not %d points", grid[k], epochs)
		}
	}
	return nil
}

// add adds the task of a cell to the plan.
func (s *study) add(c cell) {
	words := 0
	if c.variant == literal.ID && c.eta0 == 1 && !c.holdOut {
		words = sampleWords(s.Scale)
	}
	v := variants[slices.IndexFunc(variants, func(v variant) bool { return v.ID == c.variant })]
	r, in, n := specOf(c.row), s.fold(c.fold), s.from.letters()
	about := plan.Task{
		Key:   cellKey{s.from, c.row, v, c.fold, c.eta0, grid, epochs, c.holdOut, words, s.Seed},
		Label: c.String(),
		Cost:  cost(v.sourcesOf(r), c.holdOut) * n / 5000,
		// Half of it is the scores of the letters tested on, nine times those trained on.
		Memory: float64(len(grid)) * n * dataset.OCRLabels * 8 * 18,
		Uses:   []plan.Data{s.data, in},
	}
	s.cells[c] = plan.Add(s.Plan, about, func(ctx context.Context) (Learned, error) {
		f, err := in.Get(ctx)
		if err != nil {
			return Learned{}, err
		}
		j := job{row: r, variant: v, eta0: c.eta0, holdOut: c.holdOut, seed: s.Seed}
		if c.eta0 == ruled {
			if j.eta0, err = f.byRule(ctx, j); err != nil {
				return Learned{}, err
			}
		}
		models, err := f.learnAll(ctx, j)
		if err != nil {
			return Learned{}, err
		}
		out := Learned{Source: f.data.Source, Eta0: j.eta0, H: f.h}
		for _, m := range models {
			out.Objective = append(out.Objective, m.objective)
			out.Norms = append(out.Norms, m.norms)
			if c.holdOut {
				out.HeldOut = append(out.HeldOut, m.heldOut)
			}
		}
		if c.holdOut {
			return out, nil
		}
		err = f.try(ctx, &out, v.sourcesOf(r), models, words)
		return out, err
	}).Checked(func(l Learned) error { return l.of(c, groupsOf(r, v), words) })
}

// of tells whether there is a norm of every group, an objective and words where they were asked for, and which words
// the accuracies are of.
func (l Learned) of(c cell, groups, words int) error {
	if len(l.SampleWords) != words || c.holdOut != (l.Accuracy == nil) {
		return fmt.Errorf("%d words of %d, %d accuracies", len(l.SampleWords), words, len(l.Accuracy))
	}
	if c.eta0 != ruled && l.Eta0 != c.eta0 || !slices.Contains(rates, l.Eta0) {
		return fmt.Errorf("η0 = %g of a cell at %g", l.Eta0, c.eta0)
	}
	for _, w := range l.SampleWords {
		if len(w.Pixels) != len(w.Truth) || len(w.Guess) != len(w.Truth) {
			return fmt.Errorf("the word %q was read as %q from %d letters", w.Truth, w.Guess, len(w.Pixels))
		}
	}
	watched := c.variant == literal.ID && !c.holdOut
	for k := range grid {
		if watched != (len(l.Objective[k]) > 0) {
			return fmt.Errorf("%d objectives at C = %g", len(l.Objective[k]), grid[k])
		}
		for e, norms := range l.Norms[k] {
			if len(norms) != groups {
				return fmt.Errorf("%d norms after epoch %d, of %d groups", len(norms), e+1, groups)
			}
		}
	}
	return nil
}

// cost is about how many seconds a cell takes on the real set.
func cost(sources []source, holdOut bool) float64 {
	out := 2.
	for _, s := range sources {
		if s.form != explicit {
			out += 5
		}
	}
	if holdOut { // nothing is tested
		out /= 3
	}
	return out
}

// learnAll trains one model for every C, several at a time.
func (f *fold) learnAll(ctx context.Context, j job) ([]*model, error) {
	models := make([]*model, len(grid))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for k, c := range grid {
		one := j
		one.c = c
		g.Go(func() (err error) {
			models[k], err = f.learn(ctx, one)
			return err
		})
	}
	return models, g.Wait()
}

// try fills in the accuracies on the test folds, and sample words at the best C.
func (f *fold) try(ctx context.Context, out *Learned, sources []source, models []*model, words int) error {
	scores, err := f.score(ctx, &f.test, sources, models)
	if err != nil {
		return err
	}
	guesses := make([][]int, len(models))
	for k, m := range models {
		guesses[k] = predict(&f.test, m, scores, k*dataset.OCRLabels)
		out.Accuracy = append(out.Accuracy, measures.Accuracy(guesses[k], f.test.sequences.Y))
	}
	out.SampleWords = samples(f.data, &f.test, guesses[floats.MaxIdx(out.Accuracy)], words)
	return nil
}

// sampleWords returns how many words a cell keeps to show. At paper scale none: those records are kept with the
// project, and the set's licence does not let it redistribute letters.
func sampleWords(s reproduce.Scale) int {
	if s == reproduce.Paper {
		return 0
	}
	return 6
}

// samples returns n words spread over the test set.
func samples(data *dataset.OCR, s *set, guess []int, n int) []Sample {
	var out []Sample
	for i := range n {
		k := (2*i + 1) * len(s.words) / (2 * n)
		w, lo := s.words[k], s.sequences.Start[k]
		p := Sample{Truth: data.Text(w)}
		for j, l := range data.Letters[w.Start:w.End] {
			p.Guess += string(rune('a' + guess[lo+j]))
			p.Pixels = append(p.Pixels, fmt.Sprintf("%016x%016x", l.Bits[1], l.Bits[0]))
		}
		out = append(out, p)
	}
	return out
}
