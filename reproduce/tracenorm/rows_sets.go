package tracenorm

import (
	"fmt"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
)

// addSet adds a set's rows and curves.
func (w work) addSet(s column, paths []*plan.Result[path], results []*plan.Result[replication]) {
	for _, table := range []string{tableFigure2, tableFigure2Sound} {
		for _, m := range []string{formOf(table), proxH, proxTrue, proxThin, proxFree, rescaling, alternate} {
			w.Row(table, s.id+"/"+m, func() (datasets.Source, reproduce.Values) {
				fields := figure2Fields
				if table == tableFigure2 {
					fields = literal2Fields
				}
				return rowOf(fields, raced{m, s.id, shareOf(s, paths), coursesOf(plan.Filled(results), m)})
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

// addPaths adds the mean rank and test error along the paths of a set.
func (w work) addPaths(s column, paths []*plan.Result[path]) {
	for j, share := range s.shares {
		w.Row(tablePath, fmt.Sprintf("%s/%d", s.id, j+1), func() (src datasets.Source, values reproduce.Values) {
			all := plan.Filled(paths)
			if len(all) < len(paths) {
				return src, nil
			}
			return all[0].Source, pathFields.Values(along{s.id, share, j, all})
		})
	}
}
