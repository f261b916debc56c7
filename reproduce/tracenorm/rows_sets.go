package tracenorm

import (
	"fmt"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
)

// addSet adds a set's rows and curves.
func (w work) addSet(s column, paths []*plan.Result[path], results []*plan.Result[replication]) {
	for _, table := range []string{tableFigure2, tableFigure2Sound} {
		for _, m := range []string{formOf(table), proxH, proxTrue, proxThin, proxFree, rescaling, alternate} {
			w.Row(table, s.id+"/"+m, func() (datasets.Source, reproduce.Values) {
				all := coursesOf(plan.Filled(results), m)
				src, values := methodValues(m, all)
				if values == nil {
					return src, nil
				}
				values["set"], values["share"] = s.id, shareOf(s, paths)
				values["test_error"], values["test_error_spread"] =
					reproduce.MeanSpread(reproduce.Each(all, func(p pairing) float64 { return last(p.course.TestError) }))
				addLeastError(values, all)
				if table == tableFigure2 {
					addEach(values, m, all)
					addErrors(values, all)
				}
				if m == alternate {
					addStarts(values, "starts", all, func(p pairing) []course { return p.rep.Starts })
					addStarts(values, "low", all, func(p pairing) []course { return p.rep.Low })
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
		methods := ran(all, literal, sound, proxH, proxTrue, proxThin, proxFree, rescaling, alternate)
		return append(ranksOf(s.id+"-ranks", all[0]), accuraciesOf(s.id+"-accuracy", all, methods),
			errorsOf(s.id+"-error", all, methods))
	})
	w.addSpeed(s.id, results, proxThin, proxFree)
}

// addLeastError adds the least mean test error over the work done, and when it was.
func addLeastError(values reproduce.Values, all []pairing) {
	at := errorOverWork(all).least()
	values["test_error_least"], values["test_error_least_at"] = at.mean, at.cpu
}

// addPaths adds the mean rank and test error along the paths of a set.
func (w work) addPaths(s column, paths []*plan.Result[path]) {
	for j, share := range s.shares {
		w.Row(tablePath, fmt.Sprintf("%s/%d", s.id, j+1), func() (src datasets.Source, values reproduce.Values) {
			all := plan.Filled(paths)
			if len(all) < len(paths) {
				return src, nil
			}
			mean := func(of func(pathPoint) float64) float64 {
				return stat.Mean(reproduce.Each(all, func(p path) float64 { return of(p.Points[j]) }), nil)
			}
			return all[0].Source, reproduce.Values{
				"set": s.id, "share": share, "lambda": all[0].Points[j].Lambda, "splits": float64(len(all)),
				"most":       float64(all[0].Most),
				"rank":       mean(func(x pathPoint) float64 { return x.Rank }),
				"test_error": mean(func(x pathPoint) float64 { return x.TestError }),
				"gap":        mean(func(x pathPoint) float64 { return x.Gap / x.Objective }),
			}
		})
	}
}
