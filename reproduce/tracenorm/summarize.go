package tracenorm

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// titles of the tables.
var titles = map[string]string{
	tableFigure1:      "Figure 1: processor time and iterations to a relative accuracy",
	tableFigure1Sound: "Figure 1: processor time and iterations to a relative accuracy, sound method",
	tableFigure2:      "Figure 2: optimization and test error on three sets",
	tableFigure2Sound: "Figure 2: optimization and test error on three sets, sound method",
	tableReadings:     "Two readings of the paper's λ",
	tableSpeed:        "Time of the sound method over that of Prox++",
	tablePath:         "Regularization paths: rank and test error",
	tableGauges:       "Gauges of a matrix, by the atoms and by formula",
}

// accuracies are the relative accuracies whose times stand in the tables.
var accuracies = []float64{1e-2, 1e-3, 1e-4, 1e-5, 1e-6}

func accuracyKey(what string, share float64) string { return fmt.Sprintf("%s_%.0e", what, share) }

// formOf is a table's own form of rank-one descent, and shown the methods in it.
func formOf(table string) string {
	if modeOf(table) == reproduce.Sound {
		return sound
	}
	return literal
}

func shown(table string, all []replication) (out []string) {
	for _, m := range []string{formOf(table), proxThin, proxGram, proxFree, rescaling, alternate} {
		if len(coursesOf(all, m)) > 0 {
			out = append(out, m)
		}
	}
	return out
}

// coursesOf are a method's courses with the replications they belong to, where it ran.
func coursesOf(all []replication, method string) (out []pairing) {
	for _, rep := range all {
		if c, ok := rep.courses[method]; ok {
			out = append(out, pairing{rep, c})
		}
	}
	return out
}

type pairing struct {
	rep    replication
	course course
}

// each collects a number of every pairing.
func each(all []pairing, of func(pairing) float64) []float64 {
	out := make([]float64, len(all))
	for i, p := range all {
		out[i] = of(p)
	}
	return out
}

// methodRow is a row of Figure 1 or 2.
func methodRow(id, method string, all []pairing) reproduce.Row {
	rep := all[0].rep
	values := map[string]any{
		"method": method, "lambda": rep.lambda, "share": rep.lambda / rep.most, "replications": float64(len(all)),
		"features": float64(rep.features), "outputs": float64(rep.outs),
	}
	for _, share := range accuracies {
		values[accuracyKey("cpu", share)] = median(each(all, func(p pairing) float64 { cpu, _ := p.course.reached(p.rep.best, share); return cpu }))
		values[accuracyKey("iterations", share)] = median(each(all, func(p pairing) float64 { _, n := p.course.reached(p.rep.best, share); return n }))
	}
	last := func(of func(course) []float64) func(pairing) float64 {
		return func(p pairing) float64 { v := of(p.course); return v[len(v)-1] }
	}
	values["accuracy"] = geometric(each(all, func(p pairing) float64 {
		return math.Max(accuracyFloor, (p.course.least()-p.rep.best)/math.Abs(p.rep.best))
	}))
	values["seconds"] = median(each(all, last(func(c course) []float64 { return c.CPU })))
	values["rank"] = median(each(all, last(func(c course) []float64 { return c.Rank })))
	values["rank_early"] = median(each(all, func(p pairing) float64 {
		return p.course.Rank[before(p.course.CPU, p.course.CPU[len(p.course.CPU)-1]/10)]
	}))
	values["rank_most"] = median(each(all, func(p pairing) float64 { return floats.Max(p.course.Rank) }))
	if len(all[0].course.TestError) > 0 {
		errors := each(all, last(func(c course) []float64 { return c.TestError }))
		values["test_error"], values["test_error_spread"] = arithmetic(errors), spreadOf(errors)
	}
	values["objective"] = arithmetic(each(all, func(p pairing) float64 { return p.course.least() }))
	values["gap"] = median(each(all, func(p pairing) float64 {
		if p.course.Gap < 0 {
			return math.NaN()
		}
		return p.course.Gap / math.Abs(p.rep.best)
	}))
	return reproduce.Row{ID: id, Data: rep.source, Values: values}
}

// addPanel adds a panel's rows and curves.
func (r *runner) addPanel(p panel, all []replication) {
	for _, table := range []string{tableFigure1, tableFigure1Sound} {
		t := r.tables[table]
		if t == nil {
			continue
		}
		for _, m := range shown(table, all) {
			row := methodRow(p.id+"/"+m, m, coursesOf(all, m))
			row.Values["panel"] = p.id
			t.Rows = append(t.Rows, row)
		}
	}
	methods := slices.DeleteFunc([]string{literal, sound, proxThin, proxGram, proxFree}, func(m string) bool { return len(coursesOf(all, m)) == 0 })
	r.addCurve(p.id+"-time", "cpu", all, methods, func(c course) []float64 { return c.CPU })
	r.addCurve(p.id+"-iterations", "iteration", all, methods, func(c course) []float64 { return c.Iter })
	if c, ok := all[0].courses[literal]; ok {
		share := make([]float64, len(c.Objective))
		for i, v := range c.Objective {
			share[i] = math.Max(accuracyFloor, (v-all[0].best)/math.Abs(all[0].best))
		}
		r.rec.Curves = append(r.rec.Curves, reproduce.Curve{
			ID: p.id + "-staircase", Columns: []string{"iteration", "accuracy", "restricted", "atoms"}, Values: [][]float64{c.Iter, share, c.Restricted, c.Rank},
		})
	}
	if t := r.tables[tableSpeed]; t != nil {
		for _, rival := range []string{proxThin, proxGram, proxFree} {
			t.Rows = append(t.Rows, speedRow(p.id+"/"+rival, rival, all))
		}
	}
}

// speedRow has the sound method's times over a rival's, medians over the replications on which both arrived.
func speedRow(id, rival string, all []replication) reproduce.Row {
	values := map[string]any{"rival": rival}
	pairs := coursesOf(all, rival)
	for _, share := range []float64{1e-3, 1e-5} {
		ratio := each(pairs, func(p pairing) float64 {
			ours, _ := p.rep.courses[sound].reached(p.rep.best, share)
			theirs, _ := p.course.reached(p.rep.best, share)
			return ours / theirs
		})
		values[accuracyKey("ratio", share)] = median(ratio)
		bound := each(pairs, func(p pairing) float64 { // where the rival had not arrived: at most
			ours, _ := p.rep.courses[sound].reached(p.rep.best, share)
			return ours / p.course.CPU[len(p.course.CPU)-1]
		})
		values[accuracyKey("bound", share)] = median(bound)
	}
	values["replications"] = float64(len(pairs))
	return reproduce.Row{ID: id, Data: all[0].source, Values: values}
}

// addCurve adds the mean accuracies over a common grid of an axis.
func (r *runner) addCurve(id, axis string, all []replication, methods []string, of func(course) []float64) {
	lo, hi := math.Inf(1), 0.
	for _, rep := range all {
		for _, m := range methods {
			if v := of(rep.courses[m]); len(v) > 0 {
				lo, hi = math.Min(lo, v[0]), math.Max(hi, v[len(v)-1])
			}
		}
	}
	grid := logGrid(math.Max(lo, 1e-4), hi)
	if axis == "iteration" {
		for i := range grid {
			grid[i] = math.Round(grid[i])
		}
		grid = slices.Compact(grid)
	}
	curve := reproduce.Curve{ID: id, Columns: append([]string{axis}, methods...), Values: [][]float64{grid}}
	for _, m := range methods {
		column := make([]float64, len(grid))
		for i, at := range grid {
			column[i] = geometric(each(coursesOf(all, m), func(p pairing) float64 { return p.course.accuracy(of(p.course), at, p.rep.best) }))
		}
		curve.Values = append(curve.Values, column)
	}
	r.rec.Curves = append(r.rec.Curves, curve)
}

// addSet adds a set's rows and curves.
func (r *runner) addSet(s setPlan, share float64, all []replication) {
	for _, table := range []string{tableFigure2, tableFigure2Sound} {
		t := r.tables[table]
		if t == nil {
			continue
		}
		for _, m := range shown(table, all) {
			row := methodRow(s.id+"/"+m, m, coursesOf(all, m))
			row.Values["set"], row.Values["share"] = s.id, share
			if m == alternate && len(all[0].starts) > 0 {
				addStarts(row.Values, all[0])
			}
			r.addErrorCourse(row.Values, coursesOf(all, m))
			t.Rows = append(t.Rows, row)
		}
	}
	methods := slices.DeleteFunc([]string{literal, sound, proxThin, proxFree, rescaling, alternate}, func(m string) bool { return len(coursesOf(all, m)) == 0 })
	r.addCurve(s.id+"-accuracy", "cpu", all, methods, func(c course) []float64 { return c.CPU })
	grid := r.rec.Curves[len(r.rec.Curves)-1].Values[0]
	curve := reproduce.Curve{ID: s.id + "-error", Columns: append([]string{"cpu"}, methods...), Values: [][]float64{grid}}
	for _, m := range methods {
		curve.Values = append(curve.Values, errorCurve(coursesOf(all, m), grid))
	}
	for k, c := range all[0].starts {
		curve.Columns = append(curve.Columns, fmt.Sprintf("%s-%d", alternate, k+1))
		curve.Values = append(curve.Values, errorCurve([]pairing{{all[0], c}}, grid))
	}
	r.rec.Curves = append(r.rec.Curves, curve)
	if t := r.tables[tableSpeed]; t != nil {
		for _, rival := range []string{proxThin, proxFree} {
			t.Rows = append(t.Rows, speedRow(s.id+"/"+rival, rival, all))
		}
	}
}

func errorCurve(all []pairing, grid []float64) []float64 {
	out := make([]float64, len(grid))
	for i, at := range grid {
		out[i] = arithmetic(each(all, func(p pairing) float64 { return p.course.errorAt(at) }))
	}
	return out
}

// addErrorCourse adds the least mean test error over time, when it was, and the last.
func (r *runner) addErrorCourse(values map[string]any, all []pairing) {
	hi := 0.
	for _, p := range all {
		hi = math.Max(hi, p.course.CPU[len(p.course.CPU)-1])
	}
	grid := logGrid(math.Max(1e-4, hi/1e4), hi)
	means := errorCurve(all, grid)
	least, at := math.Inf(1), math.NaN()
	for i, v := range means {
		if v < least {
			least, at = v, grid[i]
		}
	}
	values["test_error_least"], values["test_error_least_at"] = least, at
}

// addStarts adds what alternating minimization reached from its random starts.
func addStarts(values map[string]any, rep replication) {
	var accuracy, errors []float64
	for _, c := range rep.starts {
		accuracy = append(accuracy, math.Max(accuracyFloor, (c.least()-rep.best)/math.Abs(rep.best)))
		errors = append(errors, c.TestError[len(c.TestError)-1])
	}
	values["starts_accuracy"], values["starts_error"] = accuracy, errors
}

// addPath adds the mean rank and test error along the paths of a set.
func (r *runner) addPath(s setPlan, p *problem, paths [][]pathPoint) {
	t := r.tables[tablePath]
	if t == nil {
		return
	}
	for j, share := range s.shares {
		mean := func(of func(pathPoint) float64) float64 {
			var sum float64
			for _, points := range paths {
				sum += of(points[j])
			}
			return sum / float64(len(paths))
		}
		t.Rows = append(t.Rows, reproduce.Row{ID: fmt.Sprintf("%s/%d", s.id, j+1), Data: p.source, Values: map[string]any{
			"set": s.id, "share": share, "lambda": paths[0][j].Lambda, "splits": float64(len(paths)), "most": float64(min(p.d, p.k)),
			"rank":       mean(func(x pathPoint) float64 { return x.Rank }),
			"test_error": mean(func(x pathPoint) float64 { return x.TestError }),
			"gap":        mean(func(x pathPoint) float64 { return x.Gap / x.Objective }),
		}})
	}
}

// addMissing says that a set is not at hand.
func (r *runner) addMissing(s setPlan) {
	for _, id := range []string{tableFigure2, tableFigure2Sound} {
		if t := r.tables[id]; t != nil {
			t.Rows = append(t.Rows, reproduce.Row{ID: s.id, Data: datasets.Source{Name: s.id, Kind: datasets.Real}, Values: map[string]any{
				"set": s.id, "status": "data not available", "test_error": math.NaN(),
			}})
		}
	}
}

// readings solves the first replication of Figure 1 for each reading of the paper's two numbers, to a gap or for a while.
func (r *runner) readings(ctx context.Context, t *reproduce.Table) error {
	config := r.plan.classes
	config.Seed = r.c.Seed
	p, err := fromClasses(datasets.GaussianClasses(config))
	if err != nil {
		return err
	}
	for _, x := range []struct {
		id       string
		lambda   float64
		relative bool
	}{
		{"heavy-absolute", heavyShare, false}, {"heavy-relative", heavyShare * p.lambdaMax, true},
		{"light-absolute", lightValue, false}, {"light-relative", lightValue * p.lambdaMax, true},
	} {
		key := pathKey{name, version, p.source, "reading", []float64{x.lambda}, pathTol, pathIterations}
		point, err := reproduce.Cell(r.c, key, func() (pathPoint, error) {
			for st, err := range (solver.FactoredDescent{}).Iterations(ctx, p.x, p.loss, x.lambda) {
				if err != nil {
					return pathPoint{}, err
				}
				if st.Gap <= pathTol*st.Objective || st.Iter >= pathIterations/2 && !math.IsInf(st.Gap, 1) {
					w := st.X(nil)
					o := p.look(w, true)
					return pathPoint{x.lambda, o.loss + x.lambda*o.trace, st.Gap, float64(o.rank), o.testError}, nil
				}
			}
			return pathPoint{}, context.Cause(ctx)
		})
		if err != nil {
			return err
		}
		t.Rows = append(t.Rows, reproduce.Row{ID: x.id, Data: p.source, Values: map[string]any{
			"lambda": x.lambda, "share": x.lambda / p.lambdaMax, "objective": point.Objective, "at_zero": math.Log(float64(p.k)), "rank": point.Rank,
			"gap": point.Gap / point.Objective, "test_error": point.TestError,
		}})
	}
	return nil
}
