package proxsvm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
	"gonum.org/v1/gonum/floats"
)

// gridSets have the learning curves of Figures 1 and 2, sweepSets the sweep over λ, batchSets the sizes of batches,
// theorySets the regret; the certificate is that of a9a. The part of covtype is on the grid at quick scale alone.
var (
	gridSets   = []string{"combined", "covtype", subset, "ijcnn1", "w8a", synthetic.id}
	sweepSets  = []string{"a9a", subset, "ijcnn1", "w8a", synthetic.id}
	batchSets  = []string{"w8a", synthetic.id}
	theorySets = []string{"a9a", "covtype", subset, "w8a", synthetic.id}
)

// certified is the set of the certificate and its λ.
var certified = set{id: "a9a", lambda: 1e-4}

// decades are the λ of the sweep and of the cross-validation.
var decades = []float64{1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2}

// work adds to a draft the tasks on one set, and the rows and curves that are made of them.
type work struct {
	*reproduce.Draft
	set
	named any // what names the data: the checksums of files, or the config of a generator
	data  *plan.Shared[*dataset.Binary]
}

// draft plans the study set by set, so that a set is let go when its tasks are done. The shape is that of the synthetic
// set.
func draft(d *reproduce.Draft, shape generate.LowCurvatureConfig) error {
	for _, s := range setsWanted(d.Config) {
		w := work{Draft: d, set: s}
		var missing *datasets.NotFoundError
		switch err := w.find(shape); {
		case errors.As(err, &missing):
			d.Notice("data set %s is not at hand: run `proxlab data info %s` to see where it is looked for", s.id, s.id)
			for _, table := range []string{tableLiteral, tableSound, tableReadings} {
				d.Missing(table, s.id, s.id, paperFields.Values(s.trained()))
			}
			continue
		case err != nil:
			return err
		}
		w.losses(tableLiteral, methods[:], methods[:])
		w.losses(tableReadings, allMethods, allMethods)
		w.losses(tableSound, methods[:], []string{pegasos, adaptive, sound})
		if slices.Contains(gridSets, s.id) && (s.id != subset || d.Scale == reproduce.Quick) {
			w.over(tableGrid, gridLambdas(s), played, seeds(d.Config, gridRuns))
		}
		if slices.Contains(sweepSets, s.id) && (d.Scale == reproduce.Paper || slices.Contains(quickSweep, s.id)) {
			w.over(tableSweep, decades, allMethods, seeds(d.Config, sweepRuns))
		}
		if slices.Contains(batchSets, s.id) {
			w.batches()
		}
		w.validation()
		if slices.Contains(theorySets, s.id) {
			w.regret()
		}
		if s.id == certified.id || s.id == synthetic.id {
			w.certificate()
		}
	}
	return nil
}

// find says which data the set has, without loading them.
func (w *work) find(shape generate.LowCurvatureConfig) error {
	load := func(ctx context.Context) (*dataset.Binary, error) { return datasets.LoadBinary(ctx, w.id) }
	w.named = shape
	if w.id == synthetic.id {
		load = func(ctx context.Context) (*dataset.Binary, error) { return generate.LowCurvature(ctx, shape) }
	} else {
		sums, err := datasets.AtHand(w.id)
		if err != nil {
			return err
		}
		w.named = sums
		if e, err := datasets.Find(w.id); err == nil && !e.Verifiable() {
			w.Notice("data set %s is unverified: no checksum of it is known, and no claim is judged by it", w.id)
		}
	}
	w.data = plan.Share(w.bytes(), load)
	return nil
}

// quickSweep are the sets of the sweep at quick scale, where one is enough.
var quickSweep = []string{subset, synthetic.id}

// The runs of the paper scale, beside those of a set: at most, of the sound method, by which no claim is judged; of
// every method at every λ of the sweep, which is drawn alone; of every size of batches; and at every λ of the grid.
const (
	soundRuns = 5
	sweepRuns = 3
	batchRuns = 10
	gridRuns  = 10
)

// batchSizes are k of Algorithm 3, beside 1.
var batchSizes = []int{10}

// seeds returns n seeds at paper scale and one at quick scale, from the config's seed on.
func seeds(c reproduce.Config, n int) []uint64 {
	if c.Scale != reproduce.Paper {
		n = 1
	}
	out := make([]uint64, n)
	for i := range out {
		out[i] = c.Seed + uint64(i)
	}
	return out
}

// otherRuns is how many runs the readings of Algorithm 3 have at most by which runs end alike: more on a small set.
func (s set) otherRuns() int { return max(20, int(12/s.millions)) }

// gridLambdas returns λ_best, 10 λ_best and 100 λ_best, without rounding errors.
func gridLambdas(s set) []float64 {
	out := make([]float64, 3)
	for k := range out {
		out[k] = math.Pow(10, math.Round(math.Log10(s.lambda))+float64(k))
	}
	return out
}

// losses plans a set's row of a form of Table 1, with the methods that are in its columns.
func (w work) losses(table string, columns, of []string) {
	if !w.Wants(table) {
		return
	}
	best := w.optimum(w.lambda)
	runs := w.runsOf(of, w.lambda, seeds(w.Config, w.runs), 0)
	fields := table1
	if table == tableReadings {
		fields = readAs
	}
	w.Row(table, w.id, func() (datasets.Source, reproduce.Values) {
		return w.set.trained().of(fields, columns, runs, best)
	})
}

// batches plans the rows of Table 1 again, for batches of several examples.
func (w work) batches() {
	if !w.Wants(tableBatches) {
		return
	}
	best := w.optimum(w.lambda)
	for _, k := range batchSizes {
		runs := w.runsOf(methods[:], w.lambda, seeds(w.Config, batchRuns), k)
		w.Row(tableBatches, fmt.Sprintf("%s/%d", w.id, k), func() (datasets.Source, reproduce.Values) {
			x := w.set.trained()
			x.batch = k
			return x.of(inBatches, methods[:], runs, best)
		})
	}
}

// runsOf plans runs of some methods, method by method.
func (w work) runsOf(of []string, lambda float64, seeds []uint64, batch int) [][]*plan.Result[course] {
	runs := make([][]*plan.Result[course], len(of))
	for k, m := range of {
		n := len(seeds)
		switch m {
		case sound:
			n = min(n, soundRuns)
		case anew, through:
			n = min(n, w.otherRuns())
		}
		for _, seed := range seeds[:n] {
			runs[k] = append(runs[k], w.run(m, lambda, seed, batch))
		}
	}
	return runs
}

// over plans the rows of methods over some λ, and the learning curves of the grid.
func (w work) over(table string, lambdas []float64, of []string, seeds []uint64) {
	if !w.Wants(table) {
		return
	}
	for _, lambda := range lambdas {
		runs := w.runsOf(of, lambda, seeds, 0)
		best := w.optimum(lambda)
		w.Row(table, fmt.Sprintf("%s/%g", w.id, lambda), func() (datasets.Source, reproduce.Values) {
			return lambdaRow(table, w.id, lambda, of, runs, best)
		})
		if table == tableGrid {
			w.Curves(func() []reproduce.Curve { return gridCurves(w.id, lambda, runs) })
		}
	}
}

// trained is what is known of the set before a run, of which the least loss will count.
func (s set) trained() trained {
	return trained{id: s.id, lambda: s.lambda, paper: s.paper, least: floats.Min}
}

// validation plans the choice of λ by cross-validation.
func (w work) validation() {
	if !w.Wants(tableLambda) {
		return
	}
	var parts []*plan.Result[partError]
	for _, lambda := range decades {
		for part := range validationFolds {
			parts = append(parts, w.part(lambda, part))
		}
	}
	w.Row(tableLambda, w.id, func() (datasets.Source, reproduce.Values) { return validationRow(w.set, parts) })
}
