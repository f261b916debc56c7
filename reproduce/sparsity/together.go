package sparsity

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/toolkit/fit"
)

// comparison is multi-task learning against a lasso for each task, both debiased, on one draw of Figure 1.
type comparison struct {
	Tasks, D, Relevant, N int
	Seed                  uint64
}

// Errors are the mean squared test errors of both, means over the tasks.
type Errors struct {
	Source          datasets.Source
	Single, Multi   float64
	Selected        float64 // by multi-task learning
	Explained       float64 // variance in percent, of multi-task learning; 0 where it is not asked for
	ExplainedSingle float64
}

func (x comparison) run(ctx context.Context) (Errors, error) {
	data := newDraw(x.Tasks, x.D, x.Relevant, x.N, x.Seed)
	from, learn := candidates{shares, ridges}, newLearner(0, 0, nil)
	out := Errors{Source: data.source}
	all, err := learn.holdOut(ctx, from, data.train, data.held)
	if err != nil {
		return out, err
	}
	out.Multi, out.Selected = meanSquaredError(all.Weights, data.test...), float64(len(all.Model.Selected()))
	for t := range data.train {
		one, err := learn.holdOut(ctx, from, data.train[t:t+1], data.held[t:t+1])
		if err != nil {
			return out, err
		}
		out.Single += meanSquaredError(one.Weights, data.test[t]) / float64(x.Tasks)
	}
	return out, nil
}

// schools is the same on a split of the school data, with τ chosen by cross-validation on the training pupils, and
// without debiasing: some schools have fewer pupils than there are features.
type schools struct {
	Split, Folds int
	Shares       []float64
	Checksums    string // of the pupils and the split
	Seed         uint64
}

func (x schools) run(ctx context.Context) (Errors, error) {
	train, test, err := datasets.LoadSchool(ctx, x.Split)
	if err != nil {
		return Errors{}, err
	}
	out := Errors{Source: train.Source}
	problem := newLearner(0, 1e-5, nil)
	learn, fresh := byTask(train), byTask(test)
	all, err := problem.crossValidate(ctx, x.Shares, x.Folds, x.Seed, learn)
	if err != nil {
		return out, err
	}
	out.Multi, out.Selected = meanSquaredError(all.Weights, fresh...), float64(len(all.Selected()))
	d, tasks := train.X.C, len(learn)
	single := make([]float64, d*tasks)
	for t := range learn {
		one, err := problem.crossValidate(ctx, x.Shares, x.Folds, x.Seed, learn[t:t+1])
		if err != nil {
			return out, err
		}
		for j, w := range one.Weights {
			single[j*tasks+t] = w
		}
	}
	out.Single = meanSquaredError(single, fresh...)
	out.Explained, out.ExplainedSingle = explained(all.Weights, fresh), explained(single, fresh)
	return out, nil
}

// explained returns the share of the variance of all targets that is explained, in percent, as is customary for this
// set.
func explained(weights []float64, tasks []fit.Data) float64 {
	var y, residual []float64
	for t, e := range tasks {
		f := predictions(weights, t, len(tasks), e.X)
		floats.Sub(f, e.Y)
		y, residual = append(y, e.Y...), append(residual, f...)
	}
	return 100 * (1 - floats.Dot(residual, residual)/float64(len(y))/stat.PopVariance(y, nil))
}
