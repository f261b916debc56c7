package tracenorm

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

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
			addLeastError(row.Values, coursesOf(all, m))
			t.Rows = append(t.Rows, row)
		}
	}
	methods := ran(all, literal, sound, proxThin, proxFree, rescaling, alternate)
	r.addAccuracies(s.id+"-accuracy", all, methods)
	r.addErrors(s.id+"-error", all, methods)
	if t := r.tables[tableSpeed]; t != nil {
		for _, rival := range []string{proxThin, proxFree} {
			t.Rows = append(t.Rows, speedRow(s.id+"/"+rival, rival, all))
		}
	}
}

// addLeastError adds the least mean test error over the work done, and when it was.
func addLeastError(values map[string]any, all []pairing) {
	errors := errorOverWork(all)
	least, at := math.Inf(1), math.NaN()
	for i, v := range errors.mean {
		if v < least-1e-9 { // the first of those that differ by rounding alone
			least, at = v, errors.cpu[i]
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
			"set": s.id, "share": share, "lambda": paths[0][j].Lambda, "splits": float64(len(paths)),
			"most":       float64(min(p.d, p.k)),
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
			t.Rows = append(t.Rows, reproduce.Row{ID: s.id, Data: datasets.Source{
				Name: s.id, Kind: datasets.Real,
			}, Values: map[string]any{
				"set": s.id, "status": "data not available", "test_error": math.NaN(),
			}})
		}
	}
}
