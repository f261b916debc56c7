package tracenorm

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/reproduce"
)

// overWork is a mean over replications on a grid of evaluations of the loss, with the mean of the processor seconds
// that they took.
type overWork struct{ evals, cpu, mean []float64 }

// meanOverWork takes the mean of what of finds at a number of evaluations, from where all courses have a point to where
// the last one ends.
func meanOverWork(
	all []pairing, of func(p pairing, evals float64) float64, mean func(x, weights []float64) float64,
) overWork {
	lo, hi := 0., 0.
	for _, p := range all {
		e := p.course.Evals
		lo, hi = math.Max(lo, e[0]), math.Max(hi, e[len(e)-1])
	}
	out := overWork{evals: logGrid(lo, hi)}
	for i, at := range out.evals {
		at = math.Round(at)
		out.evals[i] = at
		cpu := each(all, func(p pairing) float64 { return p.course.CPU[before(p.course.Evals, at)-1] })
		out.cpu = append(out.cpu, stat.Mean(cpu, nil))
		out.mean = append(out.mean, mean(each(all, func(p pairing) float64 { return of(p, at) }), nil))
	}
	return out
}

// accuracyOverWork returns the geometric mean of relative accuracies, errorOverWork the mean test error.
func accuracyOverWork(all []pairing) overWork {
	return meanOverWork(all, func(p pairing, evals float64) float64 {
		return p.course.accuracy(p.course.Evals, evals, p.rep.best)
	}, stat.GeometricMean)
}

func errorOverWork(all []pairing) overWork {
	return meanOverWork(all, func(p pairing, evals float64) float64 { return p.course.errorAt(evals) }, stat.Mean)
}

// What is added to the name of a curve's column for the evaluations and the processor seconds that go with it.
const (
	evalsSuffix = "-evaluations"
	cpuSuffix   = "-cpu"
)

// addColumns adds a mean over work to a curve: its evaluations, seconds and values.
func addColumns(c *reproduce.Curve, id string, o overWork) {
	c.Columns = append(c.Columns, id+evalsSuffix, id+cpuSuffix, id)
	c.Values = append(c.Values, o.evals, o.cpu, o.mean)
}

// timesOf returns the processor seconds of a column: its own, or those of the whole curve in a record from before
// evaluations were counted, when points lay on a grid of times.
func timesOf(c *reproduce.Curve, id string) []float64 {
	if own := c.Column(id + cpuSuffix); own != nil {
		return own
	}
	return c.Values[0]
}

// startID names the column of a random start of alternating minimization, from 1.
func startID(k int) string { return fmt.Sprintf("%s-%d", alternate, k) }

// ran leaves out the methods that ran on no replication.
func ran(all []replication, methods ...string) []string {
	return slices.DeleteFunc(methods, func(m string) bool { return len(coursesOf(all, m)) == 0 })
}

// addAccuracies adds the mean accuracies of methods over their work.
func (r *runner) addAccuracies(id string, all []replication, methods []string) {
	curve := reproduce.Curve{ID: id}
	for _, m := range methods {
		addColumns(&curve, m, accuracyOverWork(coursesOf(all, m)))
	}
	r.rec.Curves = append(r.rec.Curves, curve)
}

// addErrors adds the mean test errors of methods over their work, and those of the random starts of alternating
// minimization.
func (r *runner) addErrors(id string, all []replication, methods []string) {
	curve := reproduce.Curve{ID: id}
	for _, m := range methods {
		addColumns(&curve, m, errorOverWork(coursesOf(all, m)))
	}
	for k, c := range all[0].starts {
		addColumns(&curve, startID(k+1), errorOverWork([]pairing{{all[0], c}}))
	}
	r.rec.Curves = append(r.rec.Curves, curve)
}

// addIterations adds the mean accuracies of methods over a common grid of iterations.
func (r *runner) addIterations(id string, all []replication, methods []string) {
	lo, hi := math.Inf(1), 0.
	for _, rep := range all {
		for _, m := range methods {
			if v := rep.courses[m].Iter; len(v) > 0 {
				lo, hi = math.Min(lo, v[0]), math.Max(hi, v[len(v)-1])
			}
		}
	}
	grid := logGrid(lo, hi)
	for i := range grid {
		grid[i] = math.Round(grid[i])
	}
	grid = slices.Compact(grid)
	curve := reproduce.Curve{ID: id, Columns: append([]string{"iteration"}, methods...), Values: [][]float64{grid}}
	for _, m := range methods {
		column := make([]float64, len(grid))
		for i, at := range grid {
			column[i] = stat.GeometricMean(each(coursesOf(all, m), func(p pairing) float64 {
				return p.course.accuracy(p.course.Iter, at, p.rep.best)
			}), nil)
		}
		curve.Values = append(curve.Values, column)
	}
	r.rec.Curves = append(r.rec.Curves, curve)
}
