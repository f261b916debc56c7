package larger

import (
	"context"
	"errors"
	"fmt"

	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/blocks"
)

// Along learns for the strengths of a path, each from the model before, the first from W = 0. Where the context ends it
// returns the models so far, the last the best of its strength, and the error.
func (p *Prepared) Along(ctx context.Context, path []choose.Strength) (out []*model.Linear, err error) {
	p.state.Point = nil
	p.state.Point = p.first()
	for _, at := range path {
		p.Lambda, p.Mu = at.Lambda, at.Mu
		m, err := p.Fit(ctx)
		if m != nil {
			out = append(out, m)
		}
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

// Validate learns for the strengths of a path without one of several folds (blocks.Fold) after another, and judges by
// that. Each fold is a path of its own, and every pass says at once what the loss is where it is not looked at. What
// features are divided by is of all examples. See choose.Validate.
func (p *Prepared) Validate(ctx context.Context, path []choose.Strength, folds int) (*choose.Validation, error) {
	if p.kinks {
		return nil, errors.New("larger than memory: a hinge ends with examples in memory, which knows no folds; the " +
			"squared hinge has them")
	}
	found, times := make([]*choose.Validation, folds), 1.
	if of, ok := p.Loss.(loss.Measured); ok {
		_, times = of.Measure()
	}
	for k := range found {
		of, err := p.without(ctx, blocks.Fold{Of: folds, Out: k + 1})
		if err == nil {
			found[k], err = of.judge(ctx, path, times)
		}
		if err != nil {
			return nil, fmt.Errorf("fold %d: %w", k+1, err)
		}
	}
	return choose.Join(model.ErrorName(check.NameOf(p.Loss), losses.Link(p.Loss)), path, found, p.labels != nil), nil
}

// without is the fit without a fold.
func (p *Prepared) without(ctx context.Context, fold blocks.Fold) (_ *Prepared, err error) {
	out := *p
	out.fold, out.TimeLimit, out.data.Keep, out.state = fold, 0, nil, State{}
	out.state.Origin, err = out.problem(0).Origin(ctx)
	return &out, err
}

// judge learns along a path, and judges each model by what is left out.
func (p *Prepared) judge(ctx context.Context, path []choose.Strength, times float64) (*choose.Validation, error) {
	v := &choose.Validation{}
	if len(path) > 1 {
		p.state.Point = p.first()
	}
	for k := range path {
		p.Lambda, p.Mu = path[k].Lambda, path[k].Mu
		m, err := p.Fit(ctx)
		if err != nil {
			return nil, err
		}
		if !(p.held.Mass > 0) {
			return nil, errors.New("it holds no examples: let there be fewer folds")
		}
		if v.Fits++; m.Status == solver.Converged {
			v.Converged++
		}
		mean, right := p.held.Error(times)
		v.Error, v.Accuracy = append(v.Error, mean), append(v.Accuracy, 100*right)
	}
	return v, nil
}
