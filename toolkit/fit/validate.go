package fit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"

	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// Validation is what cross-validation found, model by model: those of a grid's paths one after another.
type Validation struct {
	Lambdas, Mus []float64
	// Begins are the places at which paths begin.
	Begins []int
	// Error is the mean over folds of the mean error on what a fold holds out, weighted as the examples are, and
	// StdError its standard error: the standard deviation over folds by the root of their number, those of one dealing
	// where there are several, since dealings judge by the same examples. Errors are those of the folds.
	Error, StdError []float64
	Errors          [][]float64 // by model and fold
	// Accuracy is the share of labels that are right, in percent; nil for the squared loss.
	Accuracy []float64
	Measure  string // what the error is
	// Best is the place of the least error, and OneStdError that of the simplest model of the same path within one
	// standard error of it: the one of the largest λ, or of the largest μ without a penalty.
	Best, OneStdError int
	// Fits is how many models were learnt, and Converged how many of them to the tolerance.
	Fits, Converged int
}

// CrossValidate learns on all but one of some folds and judges on that, fold by fold and λ by λ, which fall, each
// from the model of the λ before. Examples are dealt out at random, label by label and task by task, as Seed says.
// See Validate.
func (p *Prepared) CrossValidate(ctx context.Context, lambdas []float64, folds int) (*Validation, error) {
	if len(lambdas) == 0 {
		return nil, errors.New("there is no λ to validate")
	}
	split, err := p.Split(Splits{Folds: folds})
	if err != nil {
		return nil, err
	}
	return p.Validate(ctx, Grid{LambdaPath(lambdas, p.Mu)}, split)
}

// Validate learns on the examples that each fold trains on, path by path of a grid, and judges by those it holds out.
// Features are standardized on each fold's own examples.
//
// The error is the mean squared error for the squared loss, the deviance for that of Poisson, and the loss itself for
// others. Source of the rule of one standard error: Breiman, Friedman, Olshen, Stone, Classification and Regression
// Trees, 1984, section 3.4.3.
func (p *Prepared) Validate(ctx context.Context, grid Grid, folds []Fold) (*Validation, error) {
	if err := grid.check(p.Penalty != nil); err != nil {
		return nil, err
	}
	if err := p.checkFolds(folds); err != nil {
		return nil, err
	}
	if p.data.Y == nil {
		return nil, errors.New("cross-validation deals examples out, and this loss has its own: give it a method Bind")
	}
	v := &Validation{Measure: model.ErrorName(check.NameOf(p.Loss), linkOf(p.Loss))}
	var all []Strength
	all, v.Begins = grid.flat()
	for _, s := range all {
		v.Lambdas, v.Mus = append(v.Lambdas, s.Lambda), append(v.Mus, s.Mu)
	}
	parts := make([]*Validation, len(folds)*len(grid)) // by fold and path
	known := make([]foldMoments, len(folds))
	copy(known, p.momentsOfFolds(folds))
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for k := range parts {
		f, path := k/len(grid), grid[k%len(grid)]
		group.Go(func() (err error) {
			if parts[k], err = p.judge(inner, path, folds[f], known[f]); err != nil {
				err = fmt.Errorf("fold %d: %w", f+1, err)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	v.join(parts, folds, p.labels != nil)
	return v, nil
}

// deal says which fold holds each example out.
func (p *Prepared) deal(folds int, rng *rand.Rand) ([]int, error) {
	data := p.whole
	key := func(i int) (task int64, label float64) {
		if data.Task != nil {
			task = data.Task[i]
		}
		if p.labels != nil {
			label = data.Y[i]
		}
		return task, label
	}
	order := rng.Perm(len(data.Y))
	slices.SortStableFunc(order, func(i, j int) int {
		ti, li := key(i)
		tj, lj := key(j)
		switch {
		case ti < tj || ti == tj && li < lj:
			return -1
		case ti > tj || li > lj:
			return 1
		}
		return 0
	})
	if err := p.requirePairs(); err != nil {
		return nil, err
	}
	fold := make([]int, len(data.Y))
	at := 0
	for _, i := range order {
		if !p.counts(i) {
			fold[i] = -1 // nobody judges by it
			continue
		}
		fold[i] = at % folds
		at++
	}
	return fold, nil
}

// requirePairs returns an error where a label or a task has one example: the fold that holds it out could not learn
// it.
func (p *Prepared) requirePairs() error {
	data := p.whole
	labels, tasks := map[float64]int{}, map[int64]int{}
	for i, y := range data.Y {
		if !p.counts(i) {
			continue
		}
		if p.labels != nil {
			labels[y]++
		}
		if data.Task != nil {
			tasks[data.Task[i]]++
		}
	}
	for l, count := range labels {
		if count < 2 {
			return fmt.Errorf("the label %s has one example: cross-validation needs two of each", p.labelName(l))
		}
	}
	for t, count := range tasks {
		if count < 2 {
			return fmt.Errorf("task %d has one example: cross-validation needs two of each", t)
		}
	}
	return nil
}

var errUnseen = errors.New("it is judged by a label that none of the examples it learns from has: deal otherwise, or " +
	"leave rare labels out")

// judge learns a path on what a fold trains on and measures the errors on what it holds out.
func (p *Prepared) judge(ctx context.Context, path []Strength, fold Fold, known foldMoments) (*Validation, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	c := p.Linear
	c.Start, c.Watch, c.TimeLimit, c.Mu = nil, nil, 0, path[0].Mu
	train, complete, err := p.trainingOn(c, fold.Train, known.train)
	if err != nil {
		return nil, err
	}
	models, err := train.Follow(ctx, path)
	if err != nil {
		return nil, err
	}
	v, errorOf := &Validation{}, p.judgeBy(fold, known)
	for _, m := range models {
		if m.Status == solver.Canceled {
			return nil, context.Canceled
		}
		complete(m)
		v.Fits++
		if m.Status == solver.Converged {
			v.Converged++
		}
		e, accuracy, err := errorOf(m)
		if err != nil {
			return nil, err
		}
		if math.IsNaN(e) {
			return nil, errUnseen
		}
		v.Error, v.Accuracy = append(v.Error, e), append(v.Accuracy, accuracy)
	}
	return v, nil
}

// join takes the folds' errors together, which are given by fold and path.
func (v *Validation) join(parts []*Validation, folds []Fold, labels bool) {
	once := math.Sqrt(float64(len(folds)) / dealings(folds))
	paths := len(v.Begins)
	for path := range paths {
		for k := range parts[path].Error {
			errors, accuracies := make([]float64, len(folds)), make([]float64, len(folds))
			for f := range folds {
				part := parts[f*paths+path]
				errors[f], accuracies[f] = part.Error[k], part.Accuracy[k]
			}
			mean, deviation := stat.MeanStdDev(errors, nil)
			v.Errors = append(v.Errors, errors)
			v.Error, v.StdError = append(v.Error, mean), append(v.StdError, deviation/once)
			if labels {
				v.Accuracy = append(v.Accuracy, stat.Mean(accuracies, nil))
			}
		}
	}
	for _, part := range parts {
		v.Fits += part.Fits
		v.Converged += part.Converged
	}
	v.Best = floats.MinIdx(v.Error)
	for _, at := range v.Begins {
		if at <= v.Best {
			v.OneStdError = at
		}
	}
	for v.OneStdError < v.Best && !(v.Error[v.OneStdError] <= v.Error[v.Best]+v.StdError[v.Best]) {
		v.OneStdError++
	}
}

// dealings is how many times an example is judged by, on average.
func dealings(folds []Fold) float64 {
	total, rows := 0, map[int]bool{}
	for _, f := range folds {
		total += len(f.Test)
		for _, i := range f.Test {
			rows[i] = true
		}
	}
	return float64(total) / float64(len(rows))
}

// MeanError returns the mean error of a model on examples (model.Linear.Error of each, with their weights) and the
// accuracy of its labels in percent, 0 for a model that predicts numbers.
func MeanError(m *model.Linear, data Data) (mean, accuracy float64, err error) {
	switch m.Link {
	case model.Hazard:
		mean, err = meanErrorOfTimes(m, data)
		return mean, 0, err
	case model.Order:
		mean, err = meanErrorOfRankings(m, data)
		return mean, 0, err
	}
	p, err := m.Predict(data.X, data.Task)
	if err != nil {
		return 0, 0, err
	}
	var total, right float64
	for i, y := range data.Y {
		w := data.weight(i)
		total += w
		mean += w * m.Error(p, i, y)
		if p.Labels != nil && p.Labels[i] == y {
			right += w
		}
	}
	return mean / total, 100 * right / total, nil
}
