package choose

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/toolkit/solver"
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

// Validate learns on the examples that each fold trains on, path by path of a grid, and judges by those it holds out.
// Features are standardized on each fold's own examples.
//
// The error is the mean squared error for the squared loss, the deviance for that of Poisson, and the loss itself for
// others. Source of the rule of one standard error: Breiman, Friedman, Olshen, Stone, Classification and Regression
// Trees, 1984, section 3.4.3.
func Validate(ctx context.Context, of Learner, grid Grid, folds []Fold) (*Validation, error) {
	p, err := of.Problem()
	if err != nil {
		return nil, err
	}
	if err := grid.Check(p.Penalized); err != nil {
		return nil, err
	}
	if err := p.check(folds); err != nil {
		return nil, err
	}
	v := &Validation{Measure: p.Measure}
	var all []Strength
	all, v.Begins = grid.flat()
	for _, s := range all {
		v.Lambdas, v.Mus = append(v.Lambdas, s.Lambda), append(v.Mus, s.Mu)
	}
	parts := make([]*Validation, len(folds)*len(grid)) // by fold and path
	trial := of.Trials(folds)
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for k := range parts {
		f, path := k/len(grid), grid[k%len(grid)]
		group.Go(func() (err error) {
			if err = context.Cause(inner); err != nil {
				return fmt.Errorf("fold %d: %w", f+1, err)
			}
			of, err := trial(f, path[0].Mu)
			if err == nil {
				parts[k], err = judge(inner, of, path)
			}
			if err != nil {
				return fmt.Errorf("fold %d: %w", f+1, err)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	v.join(parts, len(folds), dealings(folds), p.Labels != nil)
	return v, nil
}

// Join takes what folds found along one path, Error, Accuracy, Fits and Converged of each, as one: the folds part all
// examples once. Measure is what the error is, and accuracies count where there are labels.
func Join(measure string, path []Strength, folds []*Validation, labels bool) *Validation {
	v := &Validation{Measure: measure, Begins: []int{0}}
	for _, s := range path {
		v.Lambdas, v.Mus = append(v.Lambdas, s.Lambda), append(v.Mus, s.Mu)
	}
	v.join(folds, len(folds), 1, labels)
	return v
}

var errUnseen = errors.New("it is judged by a label that none of the examples it learns from has: deal otherwise, or " +
	"leave rare labels out")

// judge learns a path on what a fold trains on and measures the errors on what it holds out.
func judge(ctx context.Context, of Trial, path []Strength) (*Validation, error) {
	v := &Validation{}
	for m, err := range of.Along(ctx, path) {
		if err != nil {
			return nil, err
		}
		v.Fits++
		if m.Status == solver.Converged {
			v.Converged++
		}
		e, accuracy, err := of.Judge(m)
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

// join takes the folds' errors together, which are given by fold and path; dealings is how often all were dealt.
func (v *Validation) join(parts []*Validation, folds int, dealings float64, labels bool) {
	once := math.Sqrt(float64(folds) / dealings)
	paths := len(v.Begins)
	for path := range paths {
		for k := range parts[path].Error {
			errors, accuracies := make([]float64, folds), make([]float64, folds)
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
