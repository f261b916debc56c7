package fit

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/fit/inference"
	"github.com/proxlab/proxlab/toolkit/fit/internal/check"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// Degrees are the degrees of freedom of a model that was learnt from these data at its λ and μ: see
// inference.Local.Degrees.
func (p *Prepared) Degrees(ctx context.Context, m *model.Linear) (float64, error) {
	q, err := p.local(m)
	if err != nil {
		return 0, err
	}
	return q.Degrees(ctx)
}

// Criteria are AIC, BIC and EBIC of a model that was learnt from these data: see inference.Criteria.
func (p *Prepared) Criteria(ctx context.Context, m *model.Linear) (*inference.Criteria, error) {
	other := m.Link == model.Identity && !losses.Squares(p.in.loss)
	if m.Link == model.Margin || m.Link == "" || other || losses.Dispersed(p.Loss) {
		return nil, fmt.Errorf("the %s loss is no likelihood by itself, which AIC, BIC and EBIC need", m.Loss)
	}
	df, err := p.Degrees(ctx, m)
	if err != nil {
		return nil, err
	}
	mean, _, err := MeanError(m, p.in.given)
	if err != nil {
		return nil, err
	}
	n := float64(p.in.n)
	deviance := losses.Deviance(p.Loss, mean, p.in.n, p.in.given.Weights)
	if losses.Squares(p.in.loss) {
		deviance = n*math.Log(2*math.Pi*mean) + n
		var square float64
		for i, y := range p.in.data.Y {
			square += p.in.share(i) * y * y
		}
		if mean <= 1e-15*square { // the data are met exactly
			deviance = math.Inf(1)
		}
	}
	return inference.NewCriteria(df, deviance, p.in.n, p.in.d, len(m.Selected())), nil
}

// Intervals are those of the weights of a model that was learnt from these data, where theory gives them: without a
// penalty for least squares and logistic regression, and of the debiased lasso for both. See inference.Local.Intervals.
// Levels are between 0 and 1, as 0.95.
func (p *Prepared) Intervals(ctx context.Context, m *model.Linear, level float64) (*inference.Intervals, error) {
	if !(level > 0 && level < 1) {
		return nil, fmt.Errorf("the level %g: it must be between 0 and 1", level)
	}
	if err := p.checkIntervals(m.Mu); err != nil {
		return nil, err
	}
	q, err := p.local(m)
	if err != nil {
		return nil, err
	}
	return q.Intervals(ctx, inference.Setting{
		Level: level, Squares: losses.Squares(p.in.loss), Scale: p.made.scale, Lasso: lassoPath,
	})
}

// Selected are intervals of the features that the lasso has selected for squared errors, given that it has: see
// inference.Local.Selected. sigma is the standard deviation of the noise, 0 to estimate it.
func (p *Prepared) Selected(
	ctx context.Context, m *model.Linear, level, sigma float64,
) (*inference.Intervals, error) {
	switch {
	case !(level > 0 && level < 1):
		return nil, fmt.Errorf("the level %g: it must be between 0 and 1", level)
	case !losses.Squares(p.in.loss) || p.Penalty == nil:
		return nil, fmt.Errorf("intervals given what was selected are of the squared loss with ℓ1, not of %s with %s",
			check.NameOf(p.Loss), check.NameOf(p.Penalty))
	}
	if err := p.checkIntervals(m.Mu); err != nil {
		return nil, err
	}
	q, err := p.local(m)
	if err != nil {
		return nil, err
	}
	return q.Selected(ctx, inference.Setting{Level: level, Sigma: sigma, Squares: true, Scale: p.made.scale})
}

// local is the second-order model of the loss at a model.
func (p *Prepared) local(m *model.Linear) (*inference.Local, error) {
	if m.Features != p.in.d || m.Outputs != p.in.k {
		return nil, fmt.Errorf("the model has %d features and %d outputs, the data %d and %d", m.Features, m.Outputs, p.in.d,
			p.in.k)
	}
	p, err := p.withRidge(m.Mu)
	if err != nil {
		return nil, err
	}
	_, whole, err := p.complete()
	if err != nil {
		return nil, err
	}
	problem := whole.Problem.Problem
	if whole.penalty != nil && m.Lambda > 0 {
		problem = whole.At(m.Lambda)
	}
	return inference.At(problem, whole.from(m))
}

// lassoPath are the weights of a lasso for shares of its λ_max: see inference.Lasso.
func lassoPath(ctx context.Context, x linalg.Map, y, shares []float64) iter.Seq2[[]float64, error] {
	return func(yield func([]float64, error) bool) {
		p, err := Linear{Penalty: prox.L1{Lambda: 1}, Tol: 1e-4, NoPolish: true}.Prepare(Data{X: x, Y: y})
		if err != nil {
			yield(nil, err)
			return
		}
		_, top, err := p.LambdaMaxBetween(ctx)
		if err != nil {
			yield(nil, err)
			return
		}
		if top == 0 {
			return
		}
		path := make([]choose.Strength, len(shares))
		for k, share := range shares {
			path[k].Lambda = top * share
		}
		for m, err := range p.Along(ctx, path) {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(m.Weights, nil) {
				return
			}
		}
	}
}

// checkIntervals says where no theory is at hand.
func (p *Prepared) checkIntervals(mu float64) error {
	single := true
	if p.Penalty != nil {
		norm, ok := p.in.penalty.(toolkit.BlockNorm)
		if single = ok; ok {
			blocks, _ := norm.Blocks(p.in.d)
			single = blocks == nil
		}
	}
	switch {
	case !losses.Squares(p.in.loss) && losses.Link(p.Loss) != model.Logit:
		return fmt.Errorf("there are intervals for the squared and the logistic loss, not for %s", check.NameOf(p.Loss))
	case p.in.k > 1:
		return errors.New("there are intervals for one output, not for tasks")
	case !single || p.made != nil && p.made.penalized != nil:
		return fmt.Errorf("there are intervals without a penalty and with ℓ1 on all features, not with %s",
			check.NameOf(p.Penalty))
	case mu > 0 && (p.Penalty != nil || losses.Squares(p.in.loss)):
		return errors.New("there are no intervals with a ridge, which moves the weights by what nobody knows: μ must be 0")
	case p.in.c != nil:
		return errors.New("there are intervals for examples that count alike, not with weights")
	case float64(p.in.n)*float64(p.in.d) > mostIntervals:
		return fmt.Errorf("intervals need the %d × %d examples as a dense table, which is too large", p.in.n, p.in.d)
	}
	return nil
}

// mostIntervals is the size of the table up to which there are intervals: 2 GiB.
const mostIntervals = 1 << 28

// Debias is ridge regression of each task on selected features alone, for each ρ of ridges, as d×T matrices given row
// by row, the T tasks in ascending order: see inference.Debias. Weights of examples are not looked at.
func Debias(data Data, support []int, ridges []float64) ([][]float64, error) {
	if err := data.check(); err != nil {
		return nil, err
	}
	tasks, err := data.columns(nil)
	if err != nil {
		return nil, err
	}
	return inference.Debias(tasks, support, ridges)
}
