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
		cpu := reproduce.Each(all, func(p pairing) float64 { return p.course.CPU[before(p.course.Evals, at)-1] })
		out.cpu = append(out.cpu, stat.Mean(cpu, nil))
		out.mean = append(out.mean, mean(reproduce.Each(all, func(p pairing) float64 { return of(p, at) }), nil))
	}
	return out
}

// accuracyOverWork returns the geometric mean of relative accuracies, errorOverWork the mean test error.
func accuracyOverWork(all []pairing) overWork {
	return meanOverWork(all, func(p pairing, evals float64) float64 {
		return p.course.accuracy(p.course.Evals, evals, p.rep.Best)
	}, stat.GeometricMean)
}

func errorOverWork(all []pairing) overWork {
	return meanOverWork(all, func(p pairing, evals float64) float64 { return p.course.errorAt(evals) }, stat.Mean)
}

// moment is a point of a mean over work.
type moment struct{ evals, cpu, mean float64 }

// least returns where the mean is least: the first of those points that differ by rounding alone.
func (o overWork) least() moment {
	out := moment{math.NaN(), math.NaN(), math.Inf(1)}
	for i, v := range o.mean {
		if v < out.mean-1e-9 {
			out = moment{o.evals[i], o.cpu[i], v}
		}
	}
	return out
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

// lowID names the column of a start at low rank.
func lowID(k int) string { return fmt.Sprintf("%s-low-%d", alternate, k) }

// ran leaves out the methods that ran on no replication.
func ran(all []replication, methods ...string) []string {
	return slices.DeleteFunc(methods, func(m string) bool { return len(coursesOf(all, m)) == 0 })
}

// accuraciesOf returns the mean accuracies of methods over their work.
func accuraciesOf(id string, all []replication, methods []string) reproduce.Curve {
	curve := reproduce.Curve{ID: id}
	for _, m := range methods {
		addColumns(&curve, m, accuracyOverWork(coursesOf(all, m)))
	}
	return curve
}

// errorsOf returns the mean test errors of methods over their work, and those of the random starts of alternating
// minimization.
func errorsOf(id string, all []replication, methods []string) reproduce.Curve {
	curve := reproduce.Curve{ID: id}
	for _, m := range methods {
		addColumns(&curve, m, errorOverWork(coursesOf(all, m)))
	}
	starts := all[0].Starts
	if c, ok := all[0].Courses[alternate]; ok && len(starts) == 0 {
		starts = []course{c}
	}
	for k, c := range starts {
		addColumns(&curve, startID(k+1), errorOverWork([]pairing{{all[0], c}}))
	}
	for k, c := range all[0].Low {
		addColumns(&curve, lowID(k+1), errorOverWork([]pairing{{all[0], c}}))
	}
	return curve
}

// iterationsOf returns the mean accuracies of methods over a common grid of iterations.
func iterationsOf(id string, all []replication, methods []string) reproduce.Curve {
	lo, hi := math.Inf(1), 0.
	for _, rep := range all {
		for _, m := range methods {
			if v := rep.Courses[m].Iter; len(v) > 0 {
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
			column[i] = stat.GeometricMean(reproduce.Each(coursesOf(all, m), func(p pairing) float64 {
				return p.course.accuracy(p.course.Iter, at, p.rep.Best)
			}), nil)
		}
		curve.Values = append(curve.Values, column)
	}
	return curve
}

// ranksOf returns the rank over the iterations of the literal method and of iterative rescaling on the first split, and
// the former's number of atoms.
func ranksOf(id string, rep replication) (out []reproduce.Curve) {
	for _, m := range []string{literal, rescaling} {
		if c, ok := rep.Courses[m]; ok {
			out = append(out, reproduce.Curve{
				ID: id + "-" + m, Columns: []string{"iteration", "rank", "atoms"}, Values: [][]float64{c.Iter, c.Rank, c.Atoms},
			})
		}
	}
	return out
}

// staircaseOf returns the literal method's own course on a replication, iteration by iteration: Ψ above the optimum.
func staircaseOf(id string, rep replication) []reproduce.Curve {
	c, ok := rep.Courses[literal]
	if !ok || c.Steps == nil {
		return nil
	}
	iterations := make([]float64, len(c.Steps.CPU))
	for i := range iterations {
		iterations[i] = float64(i + 1)
	}
	return []reproduce.Curve{{
		ID: id, Columns: []string{"iteration", literal + cpuSuffix, "accuracy", "restricted"},
		Values: [][]float64{
			iterations, c.Steps.CPU, reproduce.Each(c.Steps.Objective, rep.above), c.Steps.Restricted,
		},
	}}
}
