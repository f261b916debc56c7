package fit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit/inference"
	"github.com/proxlab/proxlab/toolkit/model"
)

// Choice is the model of least error on held-out examples, among those of several λ, with or without debiasing.
type Choice struct {
	Model   *model.Linear
	Weights []float64 // the model's, or the debiased ones
	Lambda  float64
	Ridge   float64     // ρ of the debiasing; NaN without
	Error   float64     // the mean over tasks of the mean squared error on the examples held out
	Errors  [][]float64 // by λ and ρ
	// Nonzeros is how many features were selected, by λ.
	Nonzeros []int
	// At is the index of Lambda, and RidgeAt that of Ridge.
	At, RidgeAt int
	// Plain is the choice without debiasing among the same models; nil where this is it.
	Plain *Choice
}

// HoldOut is Linear.HoldOut.
func (p *Prepared) HoldOut(ctx context.Context, held Data, lambdas, ridges []float64) (*Choice, error) {
	if len(lambdas) == 0 {
		return nil, errors.New("there is no λ to choose")
	}
	if p.in.given.Offset != nil || held.Offset != nil {
		return nil, errors.New("the choice by held-out examples knows no offsets: choose by folds, or take them from targets")
	}
	if p.in.labels != nil {
		return nil, errors.New("the choice goes by squared errors: it is for targets that are numbers")
	}
	if err := held.check(); err != nil {
		return nil, fmt.Errorf("held-out examples: %w", err)
	}
	if _, d := held.X.Dims(); d != p.in.d {
		return nil, fmt.Errorf("the examples held out have %d features; %d were expected", d, p.in.d)
	}
	models, err := p.Path(ctx, lambdas)
	if err != nil {
		return nil, err
	}
	train, err := p.in.given.columns(nil)
	if err != nil {
		return nil, err
	}
	fresh, err := held.columns(p.in.tasks)
	if err != nil {
		return nil, err
	}
	plain, err := leastError(models, lambdas, nil, train, fresh)
	if err != nil || ridges == nil {
		return plain, err
	}
	out, err := leastError(models, lambdas, ridges, train, fresh)
	if err != nil {
		return nil, err
	}
	out.Plain = plain
	return out, nil
}

// leastError is the choice among models of falling λ, debiased with each ρ unless there is none.
func leastError(
	models []*model.Linear, lambdas, ridges []float64, train, fresh []inference.Task,
) (out *Choice, err error) {
	out = &Choice{}
	weights := make([][][]float64, len(models)) // by λ and ρ
	for k, m := range models {
		support := m.Selected()
		out.Nonzeros = append(out.Nonzeros, len(support))
		switch {
		case ridges == nil:
			weights[k] = [][]float64{m.Weights}
		case k > 0 && slices.Equal(support, models[k-1].Selected()):
			weights[k], out.Errors = weights[k-1], append(out.Errors, slices.Clone(out.Errors[k-1]))
			continue
		default:
			if weights[k], err = inference.Debias(train, support, ridges); err != nil {
				return nil, err
			}
		}
		row := make([]float64, len(weights[k]))
		for r, w := range weights[k] {
			row[r] = inference.MeanSquaredError(fresh, w, support)
		}
		out.Errors = append(out.Errors, row)
	}
	out.pick(ridges)
	out.Model, out.Weights, out.Lambda = models[out.At], weights[out.At][out.RidgeAt], lambdas[out.At]
	return out, nil
}

// pick finds the least error.
func (c *Choice) pick(ridges []float64) {
	c.Error, c.Ridge = math.Inf(1), math.NaN()
	order := []int{0}
	if ridges != nil {
		order = make([]int, len(ridges))
		floats.ArgsortStable(slices.Clone(ridges), order)
		slices.Reverse(order)
	}
	for k, row := range c.Errors {
		for _, r := range order {
			if row[r] < c.Error {
				c.Error, c.At, c.RidgeAt = row[r], k, r
			}
		}
	}
	if ridges != nil {
		c.Ridge = ridges[c.RidgeAt]
	}
}

// Geometric are count values that fall from top·last^(1/count) to top·last, each the same share of the one before: a
// path of λ.
func Geometric(top, last float64, count int) []float64 {
	out := make([]float64, count)
	for k := range out {
		out[k] = top * math.Pow(last, float64(k+1)/float64(count))
	}
	return out
}
