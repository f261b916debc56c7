package tracenorm

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/reproduce"
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

// formOf returns a table's own form of rank-one descent, and shown the methods in it.
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

// coursesOf returns a method's courses with the replications they belong to, where it ran.
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

// methodRow returns a row of Figure 1 or 2.
func methodRow(id, method string, all []pairing) reproduce.Row {
	rep := all[0].rep
	values := map[string]any{
		"method": method, "lambda": rep.lambda, "share": rep.lambda / rep.most, "replications": float64(len(all)),
		"features": float64(rep.features), "outputs": float64(rep.outs),
	}
	for _, share := range accuracies {
		values[accuracyKey("cpu", share)] = median(each(all,
			func(p pairing) float64 { cpu, _ := p.course.reached(p.rep.best, share); return cpu }))
		values[accuracyKey("iterations", share)] = median(each(all,
			func(p pairing) float64 { _, n := p.course.reached(p.rep.best, share); return n }))
	}
	last := func(of func(course) []float64) func(pairing) float64 {
		return func(p pairing) float64 { v := of(p.course); return v[len(v)-1] }
	}
	values["accuracy"] = stat.GeometricMean(each(all, func(p pairing) float64 {
		return math.Max(accuracyFloor, (p.course.least()-p.rep.best)/math.Abs(p.rep.best))
	}), nil)
	values["evaluations"] = median(each(all, last(func(c course) []float64 { return c.Evals })))
	values["seconds"] = median(each(all, last(func(c course) []float64 { return c.CPU })))
	values["rank"] = median(each(all, last(func(c course) []float64 { return c.Rank })))
	values["rank_early"] = median(each(all, func(p pairing) float64 {
		return p.course.Rank[before(p.course.Evals, p.course.Evals[len(p.course.Evals)-1]/10)]
	}))
	values["rank_most"] = median(each(all, func(p pairing) float64 { return floats.Max(p.course.Rank) }))
	if len(all[0].course.TestError) > 0 {
		errors := each(all, last(func(c course) []float64 { return c.TestError }))
		values["test_error"], values["test_error_spread"] = stat.Mean(errors, nil), stat.StdDev(errors, nil)
	}
	values["objective"] = stat.Mean(each(all, func(p pairing) float64 { return p.course.least() }), nil)
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
	methods := ran(all, literal, sound, proxThin, proxGram, proxFree)
	r.addAccuracies(p.id+"-time", all, methods)
	r.addIterations(p.id+"-iterations", all, methods)
	if c, ok := all[0].courses[literal]; ok {
		if all[0].long != nil {
			c = *all[0].long
		}
		share := make([]float64, len(c.Objective))
		for i, v := range c.Objective {
			share[i] = math.Max(accuracyFloor, (v-all[0].best)/math.Abs(all[0].best))
		}
		r.rec.Curves = append(r.rec.Curves, reproduce.Curve{
			ID: p.id + "-staircase", Columns: []string{"iteration", "accuracy", "restricted", "atoms"},
			Values: [][]float64{c.Iter, share, c.Restricted, c.Rank},
		})
	}
	if t := r.tables[tableSpeed]; t != nil {
		for _, rival := range []string{proxThin, proxGram, proxFree} {
			t.Rows = append(t.Rows, speedRow(p.id+"/"+rival, rival, all))
		}
	}
}

// speedShares are the relative accuracies at which times are compared.
var speedShares = []float64{1e-2, 1e-3, 1e-5}

// speedRow has the sound method's times over a rival's, medians over the replications on which both arrived.
func speedRow(id, rival string, all []replication) reproduce.Row {
	values := map[string]any{"rival": rival}
	pairs := coursesOf(all, rival)
	for _, share := range speedShares {
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
