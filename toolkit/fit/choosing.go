package fit

import (
	"context"
	"errors"
	"iter"

	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/model"
)

// CrossValidate learns on all but one of some folds and judges on that, fold by fold and λ by λ, which fall, each
// from the model of the λ before. Examples are dealt out at random, label by label and task by task, as Seed says.
// See choose.Validate.
func (p *Prepared) CrossValidate(ctx context.Context, lambdas []float64, folds int) (*choose.Validation, error) {
	if len(lambdas) == 0 {
		return nil, errors.New("there is no λ to validate")
	}
	split, err := choose.Split(p, choose.Splits{Folds: folds})
	if err != nil {
		return nil, err
	}
	return choose.Validate(ctx, p, choose.Grid{choose.LambdaPath(lambdas, p.Mu)}, split)
}

var _ choose.Learner = (*Prepared)(nil)

// Problem says what there is to choose for.
func (p *Prepared) Problem() (choose.Problem, error) {
	if p.in.given.Y == nil {
		return choose.Problem{}, errors.New("examples are dealt out, and this loss has its own: give it a method Bind")
	}
	if p.in.data.byProducts() {
		return choose.Problem{}, errNoRows
	}
	of := p.in.given
	out := choose.Problem{
		Examples: len(of.Y), Features: p.in.d, Weights: of.Weights, Tasks: of.Task, Name: p.in.labelName,
		Penalized: p.Penalty != nil, Mu: p.Mu, Seed: p.Seed, Measure: model.ErrorName(p.in.lossName(), losses.Link(p.Loss)),
	}
	if p.in.labels != nil {
		out.Labels = of.Y
	}
	return out, nil
}

// On is the same for some of the examples alone, from W = 0 and without Watch and TimeLimit.
func (p *Prepared) On(rows []int) (choose.Learner, error) {
	return p.onPart(p.Mu).Prepare(p.in.given.Pick(rows))
}

// onPart are the settings for a part of the examples.
func (c Linear) onPart(mu float64) Linear {
	c.Start, c.Watch, c.TimeLimit, c.Mu = nil, nil, 0, mu
	return c
}

// Judge is MeanError on some of the examples.
func (p *Prepared) Judge(m *model.Linear, rows []int) (mean, accuracy float64, err error) {
	return MeanError(m, p.in.given.Pick(rows))
}

// Trials prepare learning on what folds train on. Of many examples of a squared loss only second moments matter, which
// one pass finds for all folds: see foldMoments.
func (p *Prepared) Trials(folds []choose.Fold) func(fold int, mu float64) (choose.Trial, error) {
	known := make([]foldMoments, len(folds))
	copy(known, p.momentsOfFolds(folds))
	if p.in.leastSquares() && !p.in.squares() { // folds are learnt from at once, and none may make what all share
		if _, err := p.ready(); err != nil {
			return func(int, float64) (choose.Trial, error) { return nil, err }
		}
	}
	return func(k int, mu float64) (choose.Trial, error) {
		train, complete, err := p.trainingOn(p.onPart(mu), folds[k].Train, known[k].train)
		if err != nil {
			return nil, err
		}
		return &trial{train, complete, p.judgeBy(folds[k], known[k])}, nil
	}
}

// trial is a fold: what learns, what is to be added to its models, and what judges them.
type trial struct {
	train    *Prepared
	complete func(*model.Linear)
	judge    func(*model.Linear) (mean, accuracy float64, err error)
}

// Along learns on what the fold trains on.
func (t *trial) Along(ctx context.Context, path []choose.Strength) iter.Seq2[*model.Linear, error] {
	return func(yield func(*model.Linear, error) bool) {
		for m, err := range t.train.Along(ctx, path) {
			if err == nil {
				t.complete(m)
			}
			if !yield(m, err) {
				return
			}
		}
	}
}

// Judge judges by what it holds out.
func (t *trial) Judge(m *model.Linear) (mean, accuracy float64, err error) { return t.judge(m) }
