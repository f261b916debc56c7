package onlinemkl

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/toolkit/kernel"
)

// version of the computation: part of every cell's key, and to be raised when results change.
const version = 1

// grid is the paper's choice of C = 1/(λm).
var grid = []float64{0.1, 1, 10, 100, 1000, 10000}

// cellKey is all that a cell's result depends on.
type cellKey struct {
	Study   string
	Version int
	Data    datasets.Source
	Row     string
	Fold    int
	Eta0    float64
	C       []float64
	Epochs  int
	Words   int // sample words kept with their pixels
}

// cellResult is what one row learns on one fold, for every C of the grid.
type cellResult struct {
	Accuracy    []float64   // of the test letters, in percent
	Seconds     []float64   // of training: the Gram matrix and 20 epochs
	Objective   [][]float64 // λR(θ) + mean loss after each epoch
	Active      [][]int     // words with a loss in each epoch
	SampleWords []sample    // at the C of best accuracy
}

// sample is a test word and what was read.
type sample struct {
	Truth, Guess string
	Pixels       []string // a letter's 128 bits in hexadecimal
}

// best is the index of the highest accuracy, the least C of several.
func (r cellResult) best() int {
	k := 0
	for i, a := range r.Accuracy {
		if a > r.Accuracy[k] {
			k = i
		}
	}
	return k
}

// run is the study.
func run(ctx context.Context, c reproduce.Config) (*reproduce.Record, error) {
	start := time.Now()
	rec := &reproduce.Record{Study: name, Scale: c.Scale, Seed: c.Seed, Started: start, Config: c, System: reproduce.ThisSystem()}
	data, err := datasets.LoadOCR(ctx, c.Data)
	if err != nil {
		return unavailable(rec, c, err)
	}
	folds := foldsOf(c)
	table := reproduce.Table{ID: tableEta1, Mode: reproduce.Literal, Title: "Handwriting: accuracy per letter at η0 = 1 and the best C"}
	todo := wanted(c)
	for i, r := range todo {
		results := make([]cellResult, 0, len(folds))
		for k, f := range folds {
			if c.Progress != nil {
				c.Progress(i*len(folds)+k, len(todo)*len(folds), fmt.Sprintf("%s, fold %d", r.id, f))
			}
			res, err := cell(ctx, c, data, r, f)
			if err != nil {
				if k > 0 {
					table.Rows = append(table.Rows, summarize(r, data.Source, folds[:k], results))
				}
				rec.Partial, rec.Tables = true, append([]reproduce.Table{table}, rec.Tables...)
				return finish(rec, start), err
			}
			results = append(results, res)
			rec.Curves = append(rec.Curves, curve(r, f, res))
			if k == 0 {
				rec.Tables = append(rec.Tables, words(r, data.Source, res))
			}
		}
		table.Rows = append(table.Rows, summarize(r, data.Source, folds, results))
	}
	if c.Progress != nil {
		c.Progress(len(todo)*len(folds), len(todo)*len(folds), "")
	}
	rec.Tables = append([]reproduce.Table{table}, rec.Tables...)
	return finish(rec, start), nil
}

func finish(rec *reproduce.Record, start time.Time) *reproduce.Record {
	rec.Seconds = time.Since(start).Seconds()
	rec.Claims = judge(rec)
	return rec
}

// unavailable is the record of a run without its data: the rows are there, their numbers are not. Other errors than a set
// that is not found are returned as they are.
func unavailable(rec *reproduce.Record, c reproduce.Config, err error) (*reproduce.Record, error) {
	var missing *datasets.NotFoundError
	if !errors.As(err, &missing) {
		return nil, err
	}
	c.Notice("%v", err)
	table := reproduce.Table{ID: tableEta1, Mode: reproduce.Literal, Title: "Handwriting: data not available"}
	for _, r := range wanted(c) {
		table.Rows = append(table.Rows, reproduce.Row{ID: r.id, Data: datasets.Source{Name: "ocr", Kind: datasets.Real}, Values: map[string]any{
			"accuracy": math.NaN(), "accuracy_std": math.NaN(), "train_seconds": math.NaN(), "status": "data not available",
		}})
	}
	rec.Tables = []reproduce.Table{table}
	return finish(rec, rec.Started), nil
}

// foldsOf are the training folds asked for: the first at quick scale, all ten at paper scale, or those of the config.
func foldsOf(c reproduce.Config) []int {
	switch {
	case len(c.Folds) > 0:
		return c.Folds
	case c.Scale == reproduce.Paper:
		return []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	}
	return []int{0}
}

func wanted(c reproduce.Config) []row {
	var out []row
	for _, r := range rows {
		if c.Wants(r.id, tableEta1, figureC, figureObjective, figureWords) {
			out = append(out, r)
		}
	}
	return out
}

// cell trains one row on one fold for every C, or finds that done.
func cell(ctx context.Context, c reproduce.Config, data *datasets.OCR, r row, trainOn int) (cellResult, error) {
	key := cellKey{name, version, data.Source, r.id, trainOn, eta0, grid, epochs, sampleWords(c)}
	return reproduce.Cell(c, key, func() (cellResult, error) {
		f := split(data, trainOn)
		if len(f.train.words) == 0 || len(f.test.words) == 0 {
			return cellResult{}, fmt.Errorf("fold %d of %s leaves no words to train or to test on", trainOn, data.Source)
		}
		start := time.Now()
		gram, err := kernel.Gram(ctx, r.kernel, f.train.pixels)
		if err != nil {
			return cellResult{}, err
		}
		gramSeconds := time.Since(start).Seconds()
		var res cellResult
		models := make([]*model, len(grid))
		for k, value := range grid {
			if models[k], err = train(ctx, r, &f.train, gram, value, eta0); err != nil {
				return cellResult{}, err
			}
			res.Seconds = append(res.Seconds, gramSeconds+models[k].seconds)
			res.Objective = append(res.Objective, models[k].objective)
			res.Active = append(res.Active, models[k].active)
		}
		scores, err := kernel.Expand(ctx, r.kernel, f.test.pixels, f.train.pixels, sideBySide(models))
		if err != nil {
			return cellResult{}, err
		}
		guesses := make([][]int, len(models))
		for k, m := range models {
			guesses[k] = predict(&f.test, m, scores, k*datasets.OCRLabels)
			res.Accuracy = append(res.Accuracy, accuracy(guesses[k], f.test.sequences.Y))
		}
		res.SampleWords = samples(data, &f.test, guesses[res.best()], sampleWords(c))
		return res, nil
	})
}

// sampleWords is how many words a cell keeps to show. At paper scale none: those records are kept with the project, and
// the set's licence does not let it redistribute letters.
func sampleWords(c reproduce.Config) int {
	if c.Scale == reproduce.Paper {
		return 0
	}
	return 6
}

// samples are n words spread over the test set.
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

// summarize is a row of the table over its folds.
func summarize(r row, src datasets.Source, folds []int, results []cellResult) reproduce.Row {
	var acc, cs, etas, secs, nums []float64
	mean := make([]float64, len(grid))
	for i, res := range results {
		k := res.best()
		acc, cs, etas, secs = append(acc, res.Accuracy[k]), append(cs, grid[k]), append(etas, eta0), append(secs, res.Seconds[k])
		nums = append(nums, float64(folds[i]))
		for j, a := range res.Accuracy {
			mean[j] += a / float64(len(results))
		}
	}
	m, sd := stat.MeanStdDev(acc, nil)
	if len(acc) < 2 {
		sd = math.NaN() // one fold has no spread
	}
	return reproduce.Row{ID: r.id, Data: src, Values: map[string]any{
		"accuracy": m, "accuracy_std": sd, "train_seconds": stat.Mean(secs, nil), "C": cs, "eta0": etas, "folds": nums,
		"accuracies": acc, "grid": grid, "accuracy_by_C": mean,
		"paper_accuracy": r.paper.accuracy, "paper_std": r.paper.std, "paper_seconds": r.paper.seconds,
	}}
}

// curve is the objective after each epoch, one column for each C.
func curve(r row, fold int, res cellResult) reproduce.Curve {
	c := reproduce.Curve{ID: fmt.Sprintf("objective-%s-fold-%d", r.id, fold), Columns: []string{"epoch"}, Values: [][]float64{nil}}
	for e := range epochs {
		c.Values[0] = append(c.Values[0], float64(e+1))
	}
	for k, value := range grid {
		c.Columns = append(c.Columns, fmt.Sprintf("C = %g", value))
		c.Values = append(c.Values, res.Objective[k])
	}
	return c
}

// words is the table of sample words of a row.
func words(r row, src datasets.Source, res cellResult) reproduce.Table {
	t := reproduce.Table{ID: figureWords + "-" + r.id, Mode: reproduce.Literal, Title: "Words as written and as read: " + r.title}
	for i, w := range res.SampleWords {
		t.Rows = append(t.Rows, reproduce.Row{ID: fmt.Sprintf("word-%d", i+1), Data: src, Values: map[string]any{
			"truth": w.Truth, "guess": w.Guess, "pixels": w.Pixels,
		}})
	}
	return t
}
