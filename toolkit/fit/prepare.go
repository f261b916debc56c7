package fit

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// Prepare checks data and settings, and makes the data ready.
func (c Linear) Prepare(data Data) (*Prepared, error) {
	return c.PrepareUntil(context.Background(), data)
}

// PrepareUntil is Prepare, which leaves to fits what takes long when the context ends.
func (c Linear) PrepareUntil(ctx context.Context, data Data) (*Prepared, error) {
	in, err := newInput(c, data, false)
	if err != nil {
		return nil, err
	}
	if c.Start != nil && (c.Start.Features != in.d || c.Start.Outputs != in.k) {
		return nil, fmt.Errorf("the model to start from has %d features and %d outputs, the data %d and %d",
			c.Start.Features, c.Start.Outputs, in.d, in.k)
	}
	if of, ok := in.penalty.(constrained); ok {
		if err := of.Feasible(ctx, in.d, in.k); err != nil {
			return nil, err
		}
	}
	return prepared(ctx, in)
}

func prepared(ctx context.Context, in *input) (*Prepared, error) {
	few, err := compress(ctx, in)
	if few != nil || err != nil {
		return &Prepared{Linear: in.asked, in: in, few: few, memory: &coordinate.Memory{}}, err
	}
	return whole(in)
}

// at is the same with the μ of a strength, and with its penalty where it has one.
func (p *Prepared) at(s choose.Strength) (*Prepared, error) {
	if s.Penalty == nil {
		return p.withRidge(s.Mu)
	}
	c := p.Linear
	c.Mu, c.Penalty = s.Mu, s.Penalty
	in, err := newInput(c, p.in.given, false)
	if err != nil {
		return nil, err
	}
	return prepared(context.Background(), in)
}

// withRidge is the same with another μ; what does not depend on it is not computed again.
func (p *Prepared) withRidge(mu float64) (*Prepared, error) {
	if mu == p.Mu {
		return p, nil
	}
	c := p.Linear
	c.Mu = mu
	if (mu == 0) != (p.Mu == 0) {
		return c.Prepare(p.in.given) // other features may be set apart, or μ may be missing
	}
	return p.atRidge(mu), nil
}

// LambdaMax is the λ from which on W = 0 is the solution: see Linear.LambdaMax. The error says why it is not known.
func (p *Prepared) LambdaMax() (float64, error) {
	_, most, err := p.LambdaMaxBetween(context.Background())
	return most, err
}

// LambdaMaxBetween is LambdaMax, as most, and what it is at least. Both are the same, but where the loss has kinks, and
// other slopes there, as many as there are, may make W = 0 the solution for a smaller λ: bounds of
// that take a while, and it is an error where the context ends before.
func (p *Prepared) LambdaMaxBetween(ctx context.Context) (least, most float64, err error) {
	at, unknown := p.question(), math.NaN()
	if at.Penalty == nil {
		return unknown, unknown, errors.New("without a penalty there is no λ")
	}
	if _, err := at.Choose(); err != nil {
		return unknown, unknown, err
	}
	if p.few != nil {
		return p.few.LambdaMaxBetween(ctx)
	}
	whole, err := p.ready()
	if err != nil {
		return unknown, unknown, err
	}
	return whole.LambdaMaxBetween(ctx)
}

// fit solves for one λ, from a model unless that is nil.
func (p *Prepared) fit(ctx context.Context, lambda float64, start *model.Linear) (*model.Linear, error) {
	if err := p.checkLambda(lambda); err != nil {
		return nil, err
	}
	if p.few != nil && !p.refused {
		m, err := p.question().Choose()
		if err != nil {
			return nil, err
		}
		if out, ok, err := p.few.learn(ctx, p.Linear, m, lambda, start); ok || err != nil {
			return out, err
		}
		p.refused = true
	}
	whole, err := p.ready()
	if err != nil {
		return nil, err
	}
	return whole.Solve(ctx, p.solving(), p.question(), lambda, whole.from(start))
}
