// Package judging is cross-validation as tables need it: by measures beside the mean loss, and with columns that each
// fold learns anew.
package judging

import (
	"context"
	"iter"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// Learner is a fit.Prepared whose folds are judged by a measure, or learn features anew.
type Learner struct {
	*fit.Prepared
	Data    fit.Data // that it was prepared with
	Measure *Measure // nil for the mean error of the loss
	// Remake makes the features of all examples by what some of them teach, such as the knots of splines; nil where
	// nothing is learnt.
	Remake func(ctx context.Context, rows []int) (linalg.Map, error)
	// Context is that of Remake.
	Context context.Context

	of fit.Data // that it is some examples of, with its own features
}

var (
	_ choose.Learner = Learner{}
	_ choose.Outside = Learner{}
)

// Problem says what there is to choose for.
func (l Learner) Problem() (choose.Problem, error) {
	out, err := l.Prepared.Problem()
	if l.Measure != nil {
		out.Measure = l.Measure.Name
	}
	return out, err
}

// Judge is the measure of a model on some of the examples, which have the features of all.
func (l Learner) Judge(m *model.Linear, rows []int) (mean, accuracy float64, err error) {
	return l.judge(m, l.Data.Pick(rows))
}

// JudgeOutside is the measure on some of the examples that On has taken its own from.
func (l Learner) JudgeOutside(m *model.Linear, rows []int) (mean, accuracy float64, err error) {
	return l.judge(m, l.of.Pick(rows))
}

func (l Learner) judge(m *model.Linear, data fit.Data) (mean, accuracy float64, err error) {
	mean, accuracy, err = fit.MeanError(m, data)
	if err == nil && l.Measure != nil {
		mean, err = l.Measure.Of(m, data)
	}
	return mean, accuracy, err
}

// On is the same for some of the examples alone.
func (l Learner) On(rows []int) (choose.Learner, error) {
	data := l.Data
	if l.Remake != nil {
		var err error
		if data.X, err = l.Remake(l.Context, rows); err != nil {
			return nil, err
		}
	}
	out := Learner{Data: data.Pick(rows), Measure: l.Measure, Context: l.Context, of: data}
	if l.Remake != nil {
		out.Remake = func(ctx context.Context, train []int) (linalg.Map, error) {
			of := make([]int, len(train))
			for k, i := range train {
				of[k] = rows[i]
			}
			x, err := l.Remake(ctx, of)
			if err != nil {
				return nil, err
			}
			return linalg.SelectRows(x, rows), nil
		}
	}
	var err error
	out.Prepared, err = l.prepare(out.Data, l.Mu)
	return out, err
}

// prepare is for examples of a part, from W = 0.
func (l Learner) prepare(data fit.Data, mu float64) (*fit.Prepared, error) {
	c := l.Linear
	c.Start, c.Watch, c.TimeLimit, c.Mu = nil, nil, 0, mu
	return c.Prepare(data)
}

// Trials prepare learning on what folds train on.
func (l Learner) Trials(folds []choose.Fold) func(fold int, mu float64) (choose.Trial, error) {
	trials := l.Prepared.Trials(folds)
	return func(k int, mu float64) (choose.Trial, error) {
		if l.Remake == nil {
			of, err := trials(k, mu)
			return trial{of, l, l.Data.Pick(folds[k].Test)}, err
		}
		data := l.Data
		var err error
		if data.X, err = l.Remake(l.Context, folds[k].Train); err != nil {
			return nil, err
		}
		p, err := l.prepare(data.Pick(folds[k].Train), mu)
		return trial{p, l, data.Pick(folds[k].Test)}, err
	}
}

// trial is a fold.
type trial struct {
	along interface {
		Along(ctx context.Context, path []choose.Strength) iter.Seq2[*model.Linear, error]
	}
	learner Learner
	held    fit.Data
}

func (t trial) Along(ctx context.Context, path []choose.Strength) iter.Seq2[*model.Linear, error] {
	return t.along.Along(ctx, path)
}

func (t trial) Judge(m *model.Linear) (mean, accuracy float64, err error) {
	return t.learner.judge(m, t.held)
}
