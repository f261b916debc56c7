// Package intervals makes a model's predictions intervals: it learns which errors examples have that a linear model has
// not learnt from, and says from where to where new targets are.
package intervals

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/conformal"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// Split are the errors of a model on examples that it has not learnt from, nor was chosen by.
func Split(m *model.Linear, held fit.Data) (*conformal.Calibration, error) {
	if err := check(m, held); err != nil {
		return nil, err
	}
	errors, err := errorsOf(m, held)
	if err != nil {
		return nil, err
	}
	return &conformal.Calibration{Way: conformal.Split, Errors: errors}, nil
}

// Cross learns at one strength on all but each fold, and has the errors of what that holds out: CV+, and the jackknife+
// where every fold is an example. Every example is to be in one fold. Data are those of the learner, whose features
// are those of the model that predicts.
func Cross(
	ctx context.Context, of choose.Learner, data fit.Data, at choose.Strength, folds []choose.Fold,
) (*conformal.Calibration, error) {
	out := &conformal.Calibration{
		Way: conformal.CrossPlus, Errors: make([]float64, len(data.Y)), Fold: make([]int, len(data.Y)),
	}
	if len(folds) == len(data.Y) {
		out.Way = conformal.JackknifePlus
	}
	for i := range out.Fold {
		out.Fold[i] = -1
	}
	for k, fold := range folds {
		learner, err := of.On(fold.Train)
		if err != nil {
			return nil, fmt.Errorf("fold %d: %w", k+1, err)
		}
		for m, err := range learner.Along(ctx, []choose.Strength{at}) {
			if err == nil {
				err = add(out, m, data, fold.Test, k)
			}
			if err != nil {
				return nil, fmt.Errorf("fold %d: %w", k+1, err)
			}
		}
	}
	if i := slices.Index(out.Fold, -1); i >= 0 {
		return nil, fmt.Errorf("example %d is in no fold: each is to be in one", i+1)
	}
	return out, nil
}

// add takes the model of a fold, and its errors on what the fold holds out.
func add(c *conformal.Calibration, m *model.Linear, data fit.Data, test []int, fold int) error {
	if err := check(m, data); err != nil {
		return err
	}
	errors, err := errorsOf(m, data.Pick(test))
	if err != nil {
		return err
	}
	for k, i := range test {
		if c.Fold[i] >= 0 {
			return fmt.Errorf("example %d is in two folds: each is to be in one", i+1)
		}
		c.Errors[i], c.Fold[i] = errors[k], fold
	}
	c.Weights, c.Intercepts = append(c.Weights, m.Weights...), append(c.Intercepts, m.Intercept...)
	return nil
}

// check says why a model has no intervals.
func check(m *model.Linear, data fit.Data) error {
	switch {
	case m.Labels != nil:
		return fmt.Errorf("intervals are of predictions that are numbers: the %s loss predicts labels", m.Loss)
	case m.Link == model.Hazard || m.Link == model.Order || m.Link == "":
		return fmt.Errorf("the scores of the %s loss are no targets: there are no intervals of them", m.Loss)
	case m.Outputs > 1:
		return errors.New("intervals are of one target, and the model has several outputs")
	case data.Weights != nil:
		return errors.New("intervals are for examples that count alike: these have weights")
	case data.Y == nil:
		return errors.New("there are no targets")
	}
	return nil
}

// predicted are the means of targets, where scores are others, or the scores.
func predicted(m *model.Linear, x linalg.Map, offset []float64) ([]float64, error) {
	p, err := m.PredictWith(x, nil, offset)
	if err != nil {
		return nil, err
	}
	if p.Means != nil {
		return p.Means.Data, nil
	}
	return p.Scores.Data, nil
}

func errorsOf(m *model.Linear, data fit.Data) ([]float64, error) {
	out, err := predicted(m, data.X, data.Offset)
	for i := range out {
		out[i] = math.Abs(data.Y[i] - out[i])
	}
	return out, err
}

// Predict are the ends of intervals at a level, as 0.9, for examples whose offset is nil where the model has none: in
// the unit of the targets. Ends are infinite where the model has been given too few errors for the level.
func Predict(m *model.Linear, x linalg.Map, offset []float64, level float64) (low, high []float64, err error) {
	c := m.Conformal
	switch {
	case c == nil:
		return nil, nil, errors.New("the model has learnt no intervals")
	case !(level > 0 && level < 1):
		return nil, nil, fmt.Errorf("the level %g: it must be between 0 and 1", level)
	}
	own, err := predicted(m, x, offset)
	if err != nil {
		return nil, nil, err
	}
	by := make([][]float64, c.Models())
	for k := range by {
		of := *m
		of.Weights = c.Weights[k*m.Features : (k+1)*m.Features]
		if c.Intercepts != nil {
			of.Intercept = c.Intercepts[k : k+1]
		}
		if by[k], err = predicted(&of, x, offset); err != nil {
			return nil, nil, err
		}
	}
	low, high = make([]float64, len(own)), make([]float64, len(own))
	at := make([]float64, len(by))
	for i, v := range own {
		for k := range by {
			at[k] = by[k][i]
		}
		low[i], high[i] = c.Interval(level, v, at)
	}
	return low, high, nil
}
