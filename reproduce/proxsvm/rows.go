package proxsvm

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
)

// of is what a row of runs says, over those that are complete; none without any. The sound method may stand in the
// proximal column.
func (x trained) of(
	f reproduce.Fields[trained], methods []string, runs [][]*plan.Result[course], best *plan.Result[solution],
) (src datasets.Source, values reproduce.Values) {
	x.runs = map[string][]course{}
	for k, m := range methods {
		x.runs[m] = plan.Filled(runs[k])
	}
	c, ok := x.first()
	if !ok {
		return src, nil
	}
	if b, ok := best.Get(); ok {
		x.best = &b
	}
	return c.Set.Source, f.Values(x)
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
// sweep, of the last test errors, and of R.
func lambdaRow(
	table, id string, lambda float64, of []string, runs [][]*plan.Result[course], best *plan.Result[solution],
) (datasets.Source, reproduce.Values) {
	x, fields := trained{id: id, lambda: lambda, least: floats.Min}, sweepFields
	if table == tableGrid {
		x.least, fields = last, gridFields
	}
	src, values := x.of(fields, of, runs, best)
	if table == tableGrid && id == subset && src.Kind == datasets.Real {
		src.Kind = datasets.StandIn
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
	return found[0].Source, chosenFields().Values(chosen{s.lambda, errors})
}
