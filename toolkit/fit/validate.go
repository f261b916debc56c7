package fit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Validation is what cross-validation found, λ by λ.
type Validation struct {
	Lambdas []float64
	// Error is the mean over folds of the mean error on what a fold holds out, weighted as the examples are, and
	// StdError its standard error, the standard deviation over folds by √folds. Errors are those of the folds.
	Error, StdError []float64
	Errors          [][]float64 // by λ and fold
	// Accuracy is the share of labels that are right, in percent; nil for the squared loss.
	Accuracy []float64
	Measure  string // what the error is
	// Best is the λ of the least error, and OneStdError the largest λ within one standard error of it, as indices of
	// Lambdas.
	Best, OneStdError int
	// Fits is how many models were learnt, and Converged how many of them to the tolerance.
	Fits, Converged int
}

// CrossValidate learns on all but one of some folds and judges on that, fold by fold and λ by λ, which fall, each
// from the model of the λ before. Examples are dealt out at random, label by label and task by task, as Seed says.
// Features are standardized on each fold's own examples.
//
// The error is the mean squared error for the squared loss, and the loss itself for others. Source of the rule of one
// standard error: Breiman, Friedman, Olshen, Stone, Classification and Regression Trees, 1984, section 3.4.3.
func (p *Prepared) CrossValidate(ctx context.Context, lambdas []float64, folds int) (*Validation, error) {
	if len(lambdas) == 0 {
		return nil, fmt.Errorf("there is no λ to validate")
	}
	if p.data.Y == nil {
		return nil, errors.New("cross-validation deals examples out, and this loss has its own: give it a method Bind")
	}
	fold, err := p.deal(folds)
	if err != nil {
		return nil, err
	}
	v := &Validation{Lambdas: slices.Clone(lambdas), Measure: nameOf(p.Loss) + " loss"}
	if l, ok := p.Loss.(linked); ok && l.Link() == model.Identity {
		v.Measure = "mean squared error"
	}
	parts := make([]*Validation, folds)
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for f := range folds {
		group.Go(func() (err error) {
			parts[f], err = p.judge(inner, lambdas, fold, f)
			if err != nil {
				err = fmt.Errorf("fold %d: %w", f+1, err)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	v.join(parts, p.labels != nil)
	return v, nil
}

// deal says which fold holds each example out.
func (p *Prepared) deal(folds int) ([]int, error) {
	data := p.whole
	if folds < 2 || folds > p.n {
		return nil, fmt.Errorf("%d folds of %d examples: there must be two at least, with an example each", folds, p.n)
	}
	key := func(i int) (task int64, label float64) {
		if data.Task != nil {
			task = data.Task[i]
		}
		if p.labels != nil {
			label = data.Y[i]
		}
		return task, label
	}
	order := rand.New(rand.NewPCG(p.Seed, 89)).Perm(len(data.Y))
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
		if data.Weights != nil && data.Weights[i] == 0 {
			fold[i] = -1 // nobody judges by it
			continue
		}
		fold[i] = at % folds
		at++
	}
	return fold, nil
}

// requirePairs returns an error where a label or a task has one example: the fold that holds it out could not learn it.
func (p *Prepared) requirePairs() error {
	data := p.whole
	labels, tasks := map[float64]int{}, map[int64]int{}
	for i, y := range data.Y {
		if data.Weights != nil && data.Weights[i] == 0 {
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
			return fmt.Errorf("the label %g has one example: cross-validation needs two of each", l)
		}
	}
	for t, count := range tasks {
		if count < 2 {
			return fmt.Errorf("task %d has one example: cross-validation needs two of each", t)
		}
	}
	return nil
}

// judge learns without a fold and measures the errors on it.
func (p *Prepared) judge(ctx context.Context, lambdas []float64, fold []int, f int) (*Validation, error) {
	var in, out []int
	for i, g := range fold {
		switch g {
		case f:
			out = append(out, i)
		case -1:
		default:
			in = append(in, i)
		}
	}
	c := p.Linear
	c.Start, c.Watch, c.TimeLimit = nil, nil, 0
	held := p.whole.pick(out)
	v := &Validation{}
	var start []float64
	train, complete, err := p.trainingOn(c, in)
	if err != nil {
		return nil, err
	}
	for _, lambda := range lambdas {
		m, err := train.fit(ctx, lambda, start)
		if err != nil {
			return nil, err
		}
		if m.Status == solver.Canceled {
			return nil, context.Canceled
		}
		start = train.from(m)
		complete(m)
		v.Fits++
		if m.Status == solver.Converged {
			v.Converged++
		}
		e, accuracy, err := MeanError(m, held)
		if err != nil {
			return nil, err
		}
		v.Error, v.Accuracy = append(v.Error, e), append(v.Accuracy, accuracy)
	}
	return v, nil
}

// join takes the folds' errors together.
func (v *Validation) join(parts []*Validation, labels bool) {
	folds := float64(len(parts))
	for k := range v.Lambdas {
		errors, accuracies := make([]float64, len(parts)), make([]float64, len(parts))
		for f, part := range parts {
			errors[f], accuracies[f] = part.Error[k], part.Accuracy[k]
		}
		mean, deviation := stat.MeanStdDev(errors, nil)
		v.Errors = append(v.Errors, errors)
		v.Error, v.StdError = append(v.Error, mean), append(v.StdError, deviation/math.Sqrt(folds))
		if labels {
			v.Accuracy = append(v.Accuracy, stat.Mean(accuracies, nil))
		}
	}
	for _, part := range parts {
		v.Fits += part.Fits
		v.Converged += part.Converged
	}
	v.Best = floats.MinIdx(v.Error)
	for v.OneStdError < v.Best && !(v.Error[v.OneStdError] <= v.Error[v.Best]+v.StdError[v.Best]) {
		v.OneStdError++
	}
}

// MeanError returns the mean error of a model on examples (model.Linear.Error of each, with their weights) and the
// accuracy of its labels in percent, 0 for a model that predicts numbers.
func MeanError(m *model.Linear, data Data) (mean, accuracy float64, err error) {
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
