package onlinemkl

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// results are the cells done so far.
type results map[task]cellResult

// choice is a model of a row on a fold: a cell and the index of its C.
type choice struct {
	cell cellResult
	eta0 float64
	c    int
}

// titles of the tables.
var titles = map[string]string{
	tableEta1:      "Handwriting: accuracy per letter at η0 = 1 and the best C",
	tablePaperRule: "Handwriting: accuracy per letter, η0 by the paper's rule and the best C",
	tableBest:      "Handwriting: accuracy per letter at the best C and η0",
	tableHeldOut:   "Handwriting: accuracy per letter, C and η0 chosen on held-out words",
	tableVariants:  "Handwriting: accuracy per letter under other settings, η0 = 1 and the best C",
	tableRegret:    "Regret of online MKL and the bounds of Proposition 5",
}

func emptyTable(id string) reproduce.Table {
	mode := reproduce.Literal
	if id == tableHeldOut {
		mode = reproduce.Sound
	}
	return reproduce.Table{ID: id, Mode: mode, Title: titles[id]}
}

// fill writes the tables and curves that the cells allow to a record. A row counts the folds that are complete.
func (f results) fill(rec *reproduce.Record, c reproduce.Config, src datasets.Source) {
	for _, id := range tablesWanted(c) {
		table := emptyTable(id)
		switch id {
		case tableRegret: // not made of these cells
			continue
		case tableVariants:
			f.fillVariants(&table, c, src)
		default:
			for _, r := range rowsWanted(c) {
				if row, ok := f.summarize(id, r, literal, foldsOf(c), src); ok {
					table.Rows = append(table.Rows, row)
				}
			}
		}
		rec.Tables = append(rec.Tables, table)
	}
	first := foldsOf(c)[0]
	for _, r := range rowsWanted(c) {
		for _, holdOut := range []bool{false, true} {
			if cell, ok := f[task{first, r.id, literal.ID, 1, holdOut}]; ok {
				rec.Curves = append(rec.Curves, curves(r, first, cell, holdOut)...)
				if len(cell.SampleWords) > 0 {
					rec.Tables = append(rec.Tables, words(r, src, cell))
				}
			}
		}
	}
}

func (f results) fillVariants(table *reproduce.Table, c reproduce.Config, src datasets.Source) {
	for _, v := range variants {
		for _, id := range variantRows {
			if row, ok := f.summarize(tableEta1, specOf(id), v, foldsOfVariants(c), src); ok {
				row.ID = v.ID + "/" + id
				row.Values["variant"], row.Values["row"] = v.ID, id
				table.Rows = append(table.Rows, row)
			}
		}
	}
}

// choose picks the model that a table shows of a row on a fold; ok is false while its cells are not all done.
func (f results) choose(table, row, variant string, fold int) (best choice, ok bool) {
	if table == tableEta1 {
		cell, ok := f[task{fold, row, variant, 1, false}]
		return choice{cell, 1, argmax(cell.Accuracy)}, ok
	}
	top := math.Inf(-1)
	for k := range grid {
		at := choice{c: k}
		least := math.Inf(1)
		for _, eta0 := range rates {
			cell, done := f[task{fold, row, variant, eta0, false}]
			if !done {
				return choice{}, false
			}
			score := cell.Accuracy[k]
			switch table {
			case tablePaperRule:
				if o := cell.Objective[k][4]; o < least { // after 5 epochs
					least, at = o, choice{cell, eta0, k}
				}
				continue
			case tableHeldOut:
				held, done := f[task{fold, row, variant, eta0, true}]
				if !done {
					return choice{}, false
				}
				score = held.HeldOut[k][epochs-1]
			}
			if score > top {
				top, best = score, choice{cell, eta0, k}
			}
		}
		if table == tablePaperRule {
			if a := at.cell.Accuracy[k]; a > top {
				top, best = a, at
			}
		}
	}
	return best, true
}

// summarize returns a row of a table over the folds that are complete; ok is false when none is.
func (f results) summarize(table string, r row, v variant, folds []int, src datasets.Source) (reproduce.Row, bool) {
	var (
		accuracies, cs, etas, seconds, numbers, hs []float64
		betas                                      [][]float64
		byRate                                     = make([][]float64, len(rates)) // mean accuracy at each η0 and C
	)
	for _, fold := range folds {
		ch, ok := f.choose(table, r.id, v.ID, fold)
		if !ok {
			continue
		}
		accuracies = append(accuracies, ch.cell.Accuracy[ch.c])
		cs, etas, seconds = append(cs, grid[ch.c]), append(etas, ch.eta0), append(seconds, ch.cell.Seconds[ch.c])
		numbers, hs = append(numbers, float64(fold)), append(hs, ch.cell.H)
		betas = append(betas, shares(ch.cell.Norms[ch.c][epochs-1]))
		for i, eta0 := range rates {
			if cell, ok := f[task{fold, r.id, v.ID, eta0, false}]; ok {
				if byRate[i] == nil {
					byRate[i] = make([]float64, len(grid))
				}
				for k, a := range cell.Accuracy {
					byRate[i][k] += a
				}
			}
		}
	}
	n := float64(len(accuracies))
	if n == 0 {
		return reproduce.Row{}, false
	}
	mean, std := stat.MeanStdDev(accuracies, nil)
	if n < 2 {
		std = math.NaN() // one fold has no spread
	}
	values := map[string]any{
		"accuracy":       mean,
		"accuracy_std":   std,
		"train_seconds":  stat.Mean(seconds, nil),
		"C":              cs,
		"eta0":           etas,
		"folds":          numbers,
		"accuracies":     accuracies,
		"grid":           grid,
		"paper_accuracy": r.paper.accuracy,
		"paper_std":      r.paper.std,
		"paper_seconds":  r.paper.seconds,
	}
	for i, a := range byRate {
		for k := range a {
			a[k] /= n
		}
		if a != nil {
			values[fmt.Sprintf("accuracy_by_C_eta0_%g", rates[i])] = a
		}
	}
	if r.usesSpline() {
		values["h"] = hs
	}
	if r.learn {
		values["beta"] = columnMeans(betas)
		values["groups"] = groupNames(r, v)
	}
	return reproduce.Row{ID: r.id, Data: src, Values: values}, true
}

// shares returns β_k = ‖θ_k‖/Σ_l ‖θ_l‖; zeros for the zero model.
func shares(norms []float64) []float64 {
	var sum float64
	for _, b := range norms {
		sum += b
	}
	out := make([]float64, len(norms))
	for k, b := range norms {
		if sum > 0 {
			out[k] = b / sum
		}
	}
	return out
}

func columnMeans(rows [][]float64) []float64 {
	out := make([]float64, len(rows[0]))
	for _, r := range rows {
		for k, v := range r {
			out[k] += v / float64(len(rows))
		}
	}
	return out
}

// groupNames returns the groups of a row that learns kernels.
func groupNames(r row, v variant) []string {
	var out []string
	for _, s := range v.sourcesOf(r) {
		out = append(out, s.id)
	}
	if !v.Copied {
		out = append(out, "transitions")
	}
	return out
}

// shownC is the index of the C whose curves are kept: 100, where accuracy has levelled off in every row.
const shownC = 3

// curves returns, after each epoch on one fold, a row's objective for every C, and at C = 100 the shares of its groups
// or its accuracy on held-out words.
func curves(r row, fold int, cell cellResult, holdOut bool) []reproduce.Curve {
	epoch := make([]float64, epochs)
	for e := range epoch {
		epoch[e] = float64(e + 1)
	}
	named := func(what string, columns []string, values ...[]float64) reproduce.Curve {
		return reproduce.Curve{
			ID:      fmt.Sprintf("%s-%s-fold-%d", what, r.id, fold),
			Columns: append([]string{"epoch"}, columns...), Values: append([][]float64{epoch}, values...),
		}
	}
	if holdOut {
		return []reproduce.Curve{named("heldout", []string{"accuracy"}, cell.HeldOut[shownC])}
	}
	var cs []string
	for _, c := range grid {
		cs = append(cs, fmt.Sprintf("C = %g", c))
	}
	out := []reproduce.Curve{named("objective", cs, cell.Objective...)}
	if r.learn {
		beta := make([][]float64, len(cell.Norms[shownC][0]))
		for _, norms := range cell.Norms[shownC] {
			for k, b := range shares(norms) {
				beta[k] = append(beta[k], b)
			}
		}
		out = append(out, named("beta", groupNames(r, literal), beta...))
	}
	return out
}

// words returns the table of sample words of a row.
func words(r row, src datasets.Source, cell cellResult) reproduce.Table {
	t := reproduce.Table{
		ID:    figureWords + "-" + r.id,
		Mode:  reproduce.Literal,
		Title: "Words as written and as read: " + r.title,
	}
	for i, w := range cell.SampleWords {
		t.Rows = append(t.Rows, reproduce.Row{ID: fmt.Sprintf("word-%d", i+1), Data: src, Values: map[string]any{
			"truth": w.Truth, "guess": w.Guess, "pixels": w.Pixels,
		}})
	}
	return t
}
