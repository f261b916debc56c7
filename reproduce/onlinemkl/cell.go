package onlinemkl

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/toolkit/fit"
)

// version of the computation: part of every cell's key, and to be raised when results change.
const version = 2

// cellKey is all that a cell's result depends on.
type cellKey struct {
	Study   string
	Version int
	Data    datasets.Source
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

// cellResult is what one row learns on one fold at one η0, for every C of the grid.
type cellResult struct {
	Accuracy    []float64     // of the test letters, in percent; nil where words were held out
	Seconds     []float64     // of training: Gram matrices and 20 epochs
	Objective   [][]float64   // λR(θ) + mean loss after each epoch; empty for variants and with words held out
	Active      [][]int       // words with a loss in each epoch
	Norms       [][][]float64 // ‖θ_k‖ of each group after each epoch
	HeldOut     [][]float64   `json:",omitempty"` // accuracy on the held-out words after each epoch, in percent
	H           float64       // width of the spline
	SampleWords []sample      `json:",omitempty"` // at the C of best accuracy
}

// sample is a test word and what was read.
type sample struct {
	Truth, Guess string
	Pixels       []string // a letter's 128 bits in hexadecimal
}

// study is a run in progress. Only the fold at work is held in memory.
type study struct {
	config reproduce.Config
	data   *datasets.OCR
	number int
	fold   *fold
}

// use makes a fold the one at work.
func (s *study) use(number int) error {
	if s.fold != nil && s.number == number {
		return nil
	}
	s.number, s.fold = number, split(s.data, number)
	if len(s.fold.train.words) == 0 || len(s.fold.test.words) == 0 {
		return fmt.Errorf("fold %d of %s leaves no words to train or to test on", number, s.data.Source)
	}
	return nil
}

// cell does one task, or finds it done.
func (s *study) cell(ctx context.Context, t task) (cellResult, error) {
	r := specOf(t.row)
	v := variants[slices.IndexFunc(variants, func(v variant) bool { return v.ID == t.variant })]
	words := 0
	if t.variant == literal.ID && t.eta0 == 1 && !t.holdOut {
		words = sampleWords(s.config)
	}
	key := cellKey{name, version, s.data.Source, r.id, v, t.fold, t.eta0, grid, epochs, t.holdOut, words, s.config.Seed}
	return reproduce.Cell(s.config, key, func() (cellResult, error) {
		if err := s.use(t.fold); err != nil {
			return cellResult{}, err
		}
		models, err := s.trainAll(ctx, r, v, t)
		if err != nil {
			return cellResult{}, err
		}
		res := cellResult{H: s.fold.h}
		for _, m := range models {
			res.Seconds = append(res.Seconds, m.seconds)
			res.Objective = append(res.Objective, m.objective)
			res.Active = append(res.Active, m.active)
			res.Norms = append(res.Norms, m.norms)
			if t.holdOut {
				res.HeldOut = append(res.HeldOut, m.heldOut)
			}
		}
		if t.holdOut {
			return res, nil
		}
		return res, s.test(ctx, &res, v.sourcesOf(r), models, words)
	})
}

// trainAll trains one model for every C, several at a time.
func (s *study) trainAll(ctx context.Context, r row, v variant, t task) ([]*model, error) {
	models := make([]*model, len(grid))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for k, c := range grid {
		g.Go(func() (err error) {
			models[k], err = s.fold.learn(ctx, job{r, v, c, t.eta0, t.holdOut, s.config.Seed})
			return err
		})
	}
	return models, g.Wait()
}

// test fills in the accuracies on the test folds, and sample words at the best C.
func (s *study) test(ctx context.Context, res *cellResult, sources []source, models []*model, words int) error {
	test := &s.fold.test
	scores, err := s.fold.score(ctx, test, sources, models)
	if err != nil {
		return err
	}
	guesses := make([][]int, len(models))
	for k, m := range models {
		guesses[k] = predict(test, m, scores, k*datasets.OCRLabels)
		res.Accuracy = append(res.Accuracy, fit.Accuracy(guesses[k], test.sequences.Y))
	}
	res.SampleWords = samples(s.data, test, guesses[argmax(res.Accuracy)], words)
	return nil
}

// argmax returns the index of the largest value, the first of several.
func argmax(x []float64) int {
	k := 0
	for i, v := range x {
		if v > x[k] {
			k = i
		}
	}
	return k
}

// sampleWords returns how many words a cell keeps to show. At paper scale none: those records are kept with the
// project, and the set's licence does not let it redistribute letters.
func sampleWords(c reproduce.Config) int {
	if c.Scale == reproduce.Paper {
		return 0
	}
	return 6
}

// samples returns n words spread over the test set.
func samples(data *datasets.OCR, s *set, guess []int, n int) []sample {
	var out []sample
	for i := range n {
		k := (2*i + 1) * len(s.words) / (2 * n)
		w, lo := s.words[k], s.sequences.Start[k]
		p := sample{Truth: data.Text(w)}
		for j, l := range data.Letters[w.Start:w.End] {
			p.Guess += string(rune('a' + guess[lo+j]))
			p.Pixels = append(p.Pixels, fmt.Sprintf("%016x%016x", l.Bits[1], l.Bits[0]))
		}
		out = append(out, p)
	}
	return out
}
