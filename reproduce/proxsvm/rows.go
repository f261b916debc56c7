package proxsvm

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
)

// paperValues returns the paper's numbers of a set.
func paperValues(s set) reproduce.Values {
	out := reproduce.Values{"lambda": s.lambda}
	for k, m := range methods {
		out["paper_loss_"+m], out["paper_passes_"+m] = s.paper.loss[k], s.paper.passes[k]
	}
	return out
}

// lossesRow returns a set's row of a form of Table 1, over the runs that are complete. The sound method may stand in
// the proximal column.
func lossesRow(
	s set, columns []string, runs [][]*plan.Result[course], best *plan.Result[solution],
) (src datasets.Source, values reproduce.Values) {
	any := false
	values = paperValues(s)
	for k, id := range columns {
		found := plan.Filled(runs[k])
		losses := reproduce.Each(found, func(c course) float64 { return floats.Min(c.Objective) })
		counts := reproduce.Each(found, func(c course) float64 { return convergence(c.Objective) })
		guesses := reproduce.Each(found, func(c course) float64 { return c.Guess })
		values["loss_"+id+"_seeds"], values["passes_"+id+"_seeds"], values["R_"+id+"_seeds"] = losses, counts, guesses
		for what, of := range map[string][]float64{
			"loss_":       losses,
			"passes_":     counts,
			"test_error_": reproduce.Each(found, func(c course) float64 { return last(c.TestError) }),
			"norm_":       reproduce.Each(found, func(c course) float64 { return c.Norm }),
			"R_":          guesses,
		} {
			values[what+id] = reproduce.Median(of)
		}
		for _, c := range found {
			any, src = true, c.Set.Source
			values["classes"], values["train"], values["test"], values["features"] =
				c.Set.Classes, c.Set.Train, c.Set.Test, c.Set.Features
		}
	}
	if !any {
		return src, nil
	}
	if b, ok := best.Get(); ok {
		values["optimum"], values["optimum_gap"], values["optimum_norm"], values["optimum_test_error"] =
			b.Objective, b.Gap, b.Norm, b.TestError
	}
	return src, values
}

// convergence returns the first pass, from 1, that had made 99 % of the way from f(0) = 1 to the least objective: NaN
// if no pass was below f(0).
func convergence(objective []float64) float64 {
	least := floats.Min(objective)
	if least >= 1 {
		return math.NaN()
	}
	for t, f := range objective {
		if f <= 1-0.99*(1-least) {
			return float64(t + 1)
		}
	}
	return math.NaN()
}

func last(v []float64) float64 { return v[len(v)-1] }

// subset stands on the grid for the set of the paper's figures that it is taken from.
const subset = "covtype-subset"

// lambdaRow returns a row of the losses of some methods at one λ, the last ones on the grid and the least ones in the
// sweep, of the last test errors, and of R: medians over the runs that are complete, and all of them.
func lambdaRow(
	table, id string, lambda float64, of []string, runs [][]*plan.Result[course], best *plan.Result[solution],
) (src datasets.Source, values reproduce.Values) {
	loss := floats.Min
	if table == tableGrid {
		loss = last
	}
	values = reproduce.Values{"set": id, "lambda": lambda}
	for k, m := range of {
		found := plan.Filled(runs[k])
		if len(found) == 0 {
			continue
		}
		src = found[0].Set.Source
		for what, of := range map[string][]float64{
			"loss_":       reproduce.Each(found, func(c course) float64 { return loss(c.Objective) }),
			"test_error_": reproduce.Each(found, func(c course) float64 { return last(c.TestError) }),
			"R_":          reproduce.Each(found, func(c course) float64 { return c.Guess }),
		} {
			values[what+m], values[what+m+"_seeds"] = reproduce.Median(of), of
		}
	}
	if src.Name == "" {
		return src, nil
	}
	if table == tableGrid && id == subset && src.Kind == datasets.Real {
		src.Kind = datasets.StandIn
	}
	if b, ok := best.Get(); ok {
		values["optimum"], values["optimum_norm"] = b.Objective, b.Norm
	}
	return src, values
}

// gridCurves returns the medians over the runs of the objective and the test error after every pass.
func gridCurves(id string, lambda float64, runs [][]*plan.Result[course]) []reproduce.Curve {
	pass := make([]float64, passes)
	for t := range pass {
		pass[t] = float64(t + 1)
	}
	losses := reproduce.Curve{ID: curveID("loss", id, lambda), Columns: []string{"pass"}, Values: [][]float64{pass}}
	errors := reproduce.Curve{ID: curveID("error", id, lambda), Columns: []string{"pass"}, Values: [][]float64{pass}}
	for k, m := range played {
		if found := plan.Filled(runs[k]); len(found) > 0 {
			losses.Columns, errors.Columns = append(losses.Columns, m), append(errors.Columns, m)
			losses.Values = append(losses.Values, medians(found, func(c course) []float64 { return c.Objective }))
			errors.Values = append(errors.Values, medians(found, func(c course) []float64 { return c.TestError }))
		}
	}
	if len(losses.Columns) == 1 {
		return nil
	}
	return []reproduce.Curve{losses, errors}
}

// medians returns the median over runs after every pass.
func medians(runs []course, of func(course) []float64) []float64 {
	out := make([]float64, passes)
	for t := range out {
		out[t] = reproduce.Median(reproduce.Each(runs, func(c course) float64 { return of(c)[t] }))
	}
	return out
}

func curveID(what, set string, lambda float64) string {
	return fmt.Sprintf("%s-%s-%.0e", what, set, lambda)
}

// validationRow has the mean error of every λ, and the λ of the least.
func validationRow(s set, parts []*plan.Result[partError]) (src datasets.Source, values reproduce.Values) {
	found := plan.Filled(parts)
	if len(found) < len(parts) {
		return src, nil
	}
	errors := make([]float64, len(decades))
	for k, p := range found {
		errors[k/validationFolds] += p.Error / validationFolds
	}
	return found[0].Source, reproduce.Values{
		"lambda_paper": s.lambda, "lambda_best": decades[floats.MinIdx(errors)], "lambdas": decades, "errors": errors,
	}
}
