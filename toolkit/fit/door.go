package fit

import (
	"context"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
)

// Fit learns from data. When iterations or time are up it returns the best model so far, with its gap and why it ended
// as Status. When the context ends, it returns that model and an error (solver.Interrupted); any other error says what
// is wrong with the data or the settings.
func (c Linear) Fit(ctx context.Context, data Data) (*model.Linear, error) {
	p, err := c.PrepareUntil(ctx, data)
	if err != nil {
		return nil, err
	}
	return p.Fit(ctx)
}

// Certify says how good weights are that somebody else has found: a model of them with P at weights and intercept as
// they are, and a gap that bounds P − P*. Weights are W, d×k row by row, of features as they are; the intercept has k
// numbers, and is nil without Intercept. Where the loss has kinks the bound takes a fit that starts there, to Tol. The
// gap is NaN where none is known.
func (c Linear) Certify(ctx context.Context, data Data, weights, intercept []float64) (*model.Linear, error) {
	p, err := c.PrepareUntil(ctx, data)
	if err != nil {
		return nil, err
	}
	return p.Certify(ctx, weights, intercept)
}

// LambdaMax is the λ from which on W = 0 is the solution, but for features that nothing penalizes, or a ridge alone.
// Where the dual norm is found by iteration, as with overlapping groups, it is a little more, and where the loss has
// kinks it may be: Prepared.LambdaMaxBetween says by how much. It is +Inf where no λ makes all weights 0.
func (c Linear) LambdaMax(data Data) (float64, error) {
	p, err := c.Prepare(data)
	if err != nil {
		return 0, err
	}
	return p.LambdaMax()
}

// Path learns for several λ, falling, each from the model before. When the context ends, there are an error and the
// models so far, of which the last says so.
func (c Linear) Path(ctx context.Context, data Data, lambdas []float64) ([]*model.Linear, error) {
	p, err := c.PrepareUntil(ctx, data)
	if err != nil {
		return nil, err
	}
	return p.Path(ctx, lambdas)
}

// CrossValidate learns on all but one of some folds and judges on that, fold by fold and λ by λ: see
// Prepared.CrossValidate.
func (c Linear) CrossValidate(
	ctx context.Context, data Data, lambdas []float64, folds int,
) (*choose.Validation, error) {
	p, err := c.PrepareUntil(ctx, data)
	if err != nil {
		return nil, err
	}
	return p.CrossValidate(ctx, lambdas, folds)
}

// HoldOut learns for several λ, falling, and chooses by the mean squared error on examples held out, of the same
// tasks; where ridges are given, among the models debiased with each of them (see Debias). Among equal errors it
// prefers the larger λ, then the larger ρ. Choice.Plain is then the choice without debiasing.
func (c Linear) HoldOut(ctx context.Context, data, held Data, lambdas, ridges []float64) (*Choice, error) {
	p, err := c.PrepareUntil(ctx, data)
	if err != nil {
		return nil, err
	}
	return p.HoldOut(ctx, held, lambdas, ridges)
}

// Explain says which method solves a problem, why, and why not others: a line each.
func (c Linear) Explain(data Data) (string, error) {
	in, err := newInput(c, data, true)
	if err != nil {
		return "", err
	}
	return in.question(c, nil).Explain()
}

// Bind is the loss with the targets and weights of the data, as problems have it, and a model without weights that says
// what is learnt from: for what learns by methods of its own. Targets are not centred.
func (c Linear) Bind(data Data) (toolkit.Loss, *model.Linear, error) {
	c.Intercept = false
	in, err := newInput(c, data, false)
	if err == nil {
		err = data.checkFeatures()
	}
	if err != nil {
		return nil, nil, err
	}
	return in.loss, in.describe(), nil
}

// Bytes is about how much memory learning from data takes, beside the data: so that it can be refused before it fails.
func (c Linear) Bytes(data Data) (float64, error) {
	in, err := newInput(c, data, true)
	if err != nil {
		return 0, err
	}
	return in.question(c, nil).Bytes(linalg.Bytes(data.X))
}
