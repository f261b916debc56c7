package tracenorm

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
)

// accuracies are the relative accuracies at which times and iterations are looked at, compared those at which the times
// of the sound method are, and judged those at which claims are judged.
var (
	accuracies = []float64{1e-2, 1e-3, 1e-4, 1e-5, 1e-6}
	compared   = []float64{1e-2, 1e-3, 1e-5}
	judged     = []float64{1e-2, 1e-3, 1e-4}
)

func accuracyKey(what string, share float64) string { return fmt.Sprintf("%s_%.0e", what, share) }

// formOf returns a table's own form of rank-one descent.
func formOf(table string) string {
	if table == tableFigure1Sound || table == tableFigure2Sound {
		return sound
	}
	return literal
}

// pairing is a course with the replication it belongs to.
type pairing struct {
	rep    replication
	course course
}

// coursesOf returns a method's courses, where it ran.
func coursesOf(all []replication, method string) (out []pairing) {
	for _, rep := range all {
		if c, ok := rep.Courses[method]; ok {
			out = append(out, pairing{rep, c})
		}
	}
	return out
}

// methodValues returns what rows of Figures 1 and 2 have in common, nil where the method did not run.
func methodValues(method string, all []pairing) (src datasets.Source, values reproduce.Values) {
	if len(all) == 0 {
		return src, nil
	}
	median := func(of func(p pairing) float64) float64 { return reproduce.Median(reproduce.Each(all, of)) }
	rep := all[0].rep
	values = reproduce.Values{
		"method": method, "lambda": rep.Lambda, "share": rep.Lambda / rep.Most, "replications": float64(len(all)),
		"features": float64(rep.Features), "outputs": float64(rep.Outputs),
		"seconds":     median(func(p pairing) float64 { return last(p.course.CPU) }),
		"evaluations": median(func(p pairing) float64 { return last(p.course.Evals) }),
		"rank":        median(func(p pairing) float64 { return last(p.course.Rank) }),
		"rank_most":   median(func(p pairing) float64 { return floats.Max(p.course.Rank) }),
		"atoms":       median(func(p pairing) float64 { return last(p.course.Atoms) }),
		"accuracy": stat.GeometricMean(reproduce.Each(all, func(p pairing) float64 {
			return p.rep.above(p.course.least())
		}), nil),
		"objective": reproduce.Mean(all, func(p pairing) float64 { return p.course.least() }),
		"gap":       median(func(p pairing) float64 { return p.course.Gap / math.Abs(p.rep.Best) }),
	}
	if method == proxH || method == proxTrue {
		values["lipschitz"] = map[string]float64{proxH: rep.Printed, proxTrue: rep.Lipschitz}[method]
	}
	for _, share := range accuracies {
		for what, of := range reachedIn {
			values[accuracyKey(what, share)] = median(func(p pairing) float64 { return of(p, share) })
		}
	}
	return rep.Source, values
}

// reachedIn is in how many processor seconds, and iterations, a course came within a share of the best objective.
var reachedIn = map[string]func(p pairing, share float64) float64{
	inSeconds: func(p pairing, share float64) float64 {
		cpu, _ := p.course.reached(p.rep.Best, share)
		return cpu
	},
	inIterations: func(p pairing, share float64) float64 {
		_, n := p.course.reached(p.rep.Best, share)
		return n
	},
}

func last(v []float64) float64 { return v[len(v)-1] }

// addPanel adds a panel's rows and curves.
func (w work) addPanel(p panel, results []*plan.Result[replication]) {
	for _, table := range []string{tableFigure1, tableFigure1Sound} {
		for _, m := range []string{formOf(table), proxH, proxTrue, proxThin, proxGram, proxFree} {
			w.Row(table, p.id+"/"+m, func() (datasets.Source, reproduce.Values) {
				src, values := methodValues(m, coursesOf(plan.Filled(results), m))
				if values != nil {
					values["panel"] = p.id
				}
				if values != nil && table == tableFigure1 {
					addEach(values, m, coursesOf(plan.Filled(results), m))
					addSteps(values, coursesOf(plan.Filled(results), m))
				}
				return src, values
			})
		}
	}
	w.Curves(func() []reproduce.Curve {
		all := plan.Filled(results)
		if len(all) == 0 {
			return nil
		}
		methods := ran(all, literal, sound, proxH, proxTrue, proxThin, proxGram, proxFree)
		return append([]reproduce.Curve{
			accuraciesOf(p.id+"-time", all, methods), iterationsOf(p.id+"-iterations", all, methods),
		}, staircaseOf(p.id+"-staircase", all[0])...)
	})
	w.addSpeed(p.id, results, proxThin, proxGram, proxFree)
}

// addSpeed adds the rows of the sound method's times over those of rivals.
func (w work) addSpeed(where string, results []*plan.Result[replication], rivals ...string) {
	for _, rival := range rivals {
		w.Row(tableSpeed, where+"/"+rival, func() (src datasets.Source, values reproduce.Values) {
			all := coursesOf(plan.Filled(results), rival)
			if len(all) == 0 {
				return src, nil
			}
			values = reproduce.Values{"rival": rival, "replications": float64(len(all))}
			for _, share := range compared {
				values[accuracyKey("ratio", share)], values[accuracyKey("bound", share)] = speed(all, share)
			}
			return all[0].rep.Source, values
		})
	}
}

// speed returns the median of the sound method's times over a rival's, of the replications on which both arrived where
// those are half of them; and the bound that holds where the rival had not arrived when its work was done.
func speed(all []pairing, share float64) (ratio, bound float64) {
	ours := func(p pairing) float64 {
		cpu, _ := p.rep.Courses[sound].reached(p.rep.Best, share)
		return cpu
	}
	both := slices.DeleteFunc(reproduce.Each(all, func(p pairing) float64 {
		theirs, _ := p.course.reached(p.rep.Best, share)
		return ours(p) / theirs
	}), math.IsNaN)
	ratio = math.NaN()
	if 2*len(both) >= len(all) {
		ratio = reproduce.Median(both)
	}
	return ratio, reproduce.Median(reproduce.Each(all, func(p pairing) float64 { return ours(p) / last(p.course.CPU) }))
}
