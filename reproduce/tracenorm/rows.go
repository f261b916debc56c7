package tracenorm

import (
	"fmt"
	"math"
	"slices"

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

// rowOf is what a row of Figures 1 and 2 says; none where the method did not run.
func rowOf(f reproduce.Fields[raced], x raced) (src datasets.Source, values reproduce.Values) {
	if len(x.all) == 0 {
		return src, nil
	}
	if x.share == 0 {
		x.share = x.rep().Lambda / x.rep().Most
	}
	return x.rep().Source, f.Values(x)
}

// addPanel adds a panel's rows and curves.
func (w work) addPanel(p panel, results []*plan.Result[replication]) {
	for _, table := range []string{tableFigure1, tableFigure1Sound} {
		for _, m := range []string{formOf(table), proxH, proxTrue, proxThin, proxGram, proxFree} {
			w.Row(table, p.id+"/"+m, func() (datasets.Source, reproduce.Values) {
				fields := figure1Fields
				if table == tableFigure1 {
					fields = literal1Fields
				}
				return rowOf(fields, raced{method: m, where: p.id, all: coursesOf(plan.Filled(results), m)})
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
			return all[0].rep.Source, speedFields().Values(raced{method: rival, all: all})
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
