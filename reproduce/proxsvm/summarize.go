package proxsvm

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// titles of the tables.
var titles = map[string]string{
	tableLiteral:     "Linear SVMs at small λ: best training loss in 100 passes",
	tableSound:       "Linear SVMs at small λ: best training loss in 100 passes, sound proximal method",
	tableGrid:        "Linear SVMs: training loss after 100 passes at λ_best, 10 λ_best and 100 λ_best",
	tableSweep:       "Linear SVMs: best training loss in 100 passes over λ",
	tableLambda:      "Linear SVMs: test error in five-fold cross-validation over λ",
	tableRegret:      "Regret beside the bounds of Theorem 1 and Corollaries 2 and 3",
	tableCertificate: "Duality gap of the averaged iterate of Pegasos",
}

// fill adds what the cells of a set allow to the tables.
func fill(
	rec *reproduce.Record, tables map[string]*reproduce.Table, c reproduce.Config, s set, d *datasets.Binary,
	found results,
) {
	for _, id := range []string{tableLiteral, tableSound} {
		if t := tables[id]; t != nil {
			if row, ok := tableRow(id, c, s, d, found); ok {
				t.Rows = append(t.Rows, row)
			}
		}
	}
	if t := tables[tableGrid]; t != nil && slices.Contains(gridSets, s.id) {
		for _, lambda := range gridLambdas(s) {
			rec.Curves = append(rec.Curves, gridCurves(s, lambda, c.Seed, found)...)
			if row, ok := lossRow(s, d, lambda, c.Seed, found, methods[:], last); ok {
				t.Rows = append(t.Rows, row)
			}
		}
	}
	if t := tables[tableSweep]; t != nil && sweeps(c, s) {
		for _, lambda := range decades {
			if row, ok := lossRow(s, d, lambda, c.Seed, found, append(methods[:], sound), least); ok {
				t.Rows = append(t.Rows, row)
			}
		}
	}
	if t := tables[tableLambda]; t != nil {
		if row, ok := validationRow(c, s, d, found); ok {
			t.Rows = append(t.Rows, row)
		}
	}
}

// paperValues returns the paper's numbers of a set.
func paperValues(s set) map[string]any {
	out := map[string]any{"lambda": s.lambda}
	for k, m := range methods {
		out["paper_loss_"+m], out["paper_passes_"+m] = s.paper.loss[k], s.paper.passes[k]
	}
	return out
}

// tableRow returns a set's row; ok is false while no seed is complete.
func tableRow(table string, c reproduce.Config, s set, d *datasets.Binary, found results) (row reproduce.Row, ok bool) {
	values := paperValues(s)
	values["classes"], values["train"], values["test"], values["features"] =
		d.Classes, d.Train.X.R, d.Test.X.R, d.Train.X.C
	for k, m := range columnsOf(table) {
		var losses, counts, errors, norms, guesses []float64
		var seconds float64
		for _, seed := range seeds(c) {
			cell, done := found[task{method: m, lambda: s.lambda, seed: seed}]
			if !done {
				continue
			}
			ok = true
			f, n := convergence(cell.Objective)
			end := len(cell.TestError) - 1
			losses, counts = append(losses, f), append(counts, n)
			errors, norms, guesses =
				append(errors, cell.TestError[end]), append(norms, cell.Norm[end]), append(guesses, cell.Guess[end])
			seconds += cell.Seconds
		}
		id := methods[k] // the sound method stands in the proximal column
		values["loss_"+id+"_seeds"], values["passes_"+id+"_seeds"] = losses, counts
		values["loss_"+id], values["passes_"+id] = median(losses), median(counts)
		values["test_error_"+id], values["norm_"+id], values["R_"+id] = median(errors), median(norms), median(guesses)
		values["nanoseconds_per_nonzero_"+id] = 1e9 * seconds / float64(max(1, len(losses))*passes*d.Train.X.NNZ())
	}
	values["optimum"], values["optimum_gap"], values["optimum_norm"], values["optimum_test_error"] =
		math.NaN(), math.NaN(), math.NaN(), math.NaN()
	if best, done := found[task{method: optimum, lambda: s.lambda}]; done {
		values["optimum"], values["optimum_gap"], values["optimum_norm"], values["optimum_test_error"] =
			best.Objective[0], best.Gap, best.Norm[0], best.TestError[0]
		values["optimum_seconds"] = best.Seconds
	}
	return reproduce.Row{ID: s.id, Data: d.Source, Values: values}, ok
}

// convergence returns the least of the objectives, and the first pass, from 1, that had made 99 % of the way from f(0)
// = 1 to it: NaN if no pass was below f(0).
func convergence(objective []float64) (least, pass float64) {
	least = floats.Min(objective)
	if least >= 1 {
		return least, math.NaN()
	}
	for t, f := range objective {
		if f <= 1-0.99*(1-least) {
			return least, float64(t + 1)
		}
	}
	return least, math.NaN()
}

// median of values of which NaN counts as beyond all others; for an even number, the mean of the middle two.
func median(v []float64) float64 {
	v = slices.Clone(v)
	slices.SortFunc(v, func(a, b float64) int {
		switch {
		case math.IsNaN(a) && math.IsNaN(b):
			return 0
		case math.IsNaN(a), a > b:
			return 1
		case math.IsNaN(b), a < b:
			return -1
		}
		return 0
	})
	n := len(v)
	if n == 0 {
		return math.NaN()
	}
	return (v[(n-1)/2] + v[n/2]) / 2
}

// least and last sum up a run: its best objective, and the one it ends with.
func least(objective []float64) float64 { return floats.Min(objective) }
func last(objective []float64) float64  { return objective[len(objective)-1] }

// lossRow returns a row of the losses of some methods at one λ.
func lossRow(
	s set, d *datasets.Binary, lambda float64, seed uint64, found results, of []string, sum func([]float64) float64,
) (row reproduce.Row, ok bool) {
	values := map[string]any{"set": s.id, "lambda": lambda}
	for _, m := range of {
		values["loss_"+m], values["test_error_"+m] = math.NaN(), math.NaN()
		if cell, done := found[task{method: m, lambda: lambda, seed: seed}]; done {
			values["loss_"+m], values["test_error_"+m] = sum(cell.Objective), last(cell.TestError)
			ok = true
		}
	}
	values["optimum"] = math.NaN()
	if best, done := found[task{method: optimum, lambda: lambda}]; done {
		values["optimum"] = best.Objective[0]
	}
	return reproduce.Row{ID: fmt.Sprintf("%s/%g", s.id, lambda), Data: d.Source, Values: values}, ok
}

// gridCurves returns the objective and the test error after every pass of the three methods.
func gridCurves(s set, lambda float64, seed uint64, found results) []reproduce.Curve {
	pass := make([]float64, passes)
	for t := range pass {
		pass[t] = float64(t + 1)
	}
	losses := reproduce.Curve{ID: curveID("loss", s.id, lambda), Columns: []string{"pass"}, Values: [][]float64{pass}}
	errors := reproduce.Curve{ID: curveID("error", s.id, lambda), Columns: []string{"pass"}, Values: [][]float64{pass}}
	for _, m := range methods {
		if cell, ok := found[task{method: m, lambda: lambda, seed: seed}]; ok {
			losses.Columns, losses.Values = append(losses.Columns, m), append(losses.Values, cell.Objective)
			errors.Columns, errors.Values = append(errors.Columns, m), append(errors.Values, cell.TestError)
		}
	}
	if len(losses.Columns) == 1 {
		return nil
	}
	return []reproduce.Curve{losses, errors}
}

func curveID(what, set string, lambda float64) string {
	return fmt.Sprintf("%s-%s-%.0e", what, set, lambda)
}

// validationRow has the mean error of every λ, and the λ of the least.
func validationRow(c reproduce.Config, s set, d *datasets.Binary, found results) (row reproduce.Row, ok bool) {
	errors := make([]float64, len(decades))
	for k, lambda := range decades {
		for fold := range validationFolds {
			cell, done := found[task{method: validator(d.Train.X.C), lambda: lambda, seed: c.Seed, fold: fold + 1}]
			if !done {
				return row, false
			}
			errors[k] += last(cell.TestError) / validationFolds
		}
	}
	return reproduce.Row{ID: s.id, Data: d.Source, Values: map[string]any{
		"lambda_paper": s.lambda, "lambda_best": decades[floats.MinIdx(errors)], "lambdas": decades, "errors": errors,
	}}, true
}
