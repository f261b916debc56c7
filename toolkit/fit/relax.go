package fit

import (
	"context"
	"errors"
	"fmt"

	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// leastRidge is the μ of fits without penalty of losses that may have no minimum then, as a share of MuMax.
const leastRidge = 1e-9

// Relaxed is (1 − ρ) times the model of Linear.Lambda and ρ times one that learns anew without the penalty on the
// features whose weights are not 0; ρ = 1 undoes the shrinkage. See choose.Relaxed.
//
// A loss that may have no minimum without a penalty has a ridge then, of 10⁻⁹ of MuMax, unless there is a μ. Objective
// is that of the fit without penalty, and Gap the larger one of both fits.
func (p *Prepared) Relaxed(ctx context.Context, share float64) (*model.Linear, error) {
	if !(share >= 0 && share <= 1) {
		return nil, fmt.Errorf("the share %g of a fit without penalty: it must be between 0 and 1", share)
	}
	m, err := p.fit(ctx, p.Lambda, p.Start)
	if err == nil && share > 0 {
		m, _, err = p.relaxed(ctx, m, nil, share)
	}
	return m, err
}

// relaxed is the mean of a model and of one without penalty on its features, which is learnt where it is nil. Where the
// context ends it is the model alone.
func (p *Prepared) relaxed(
	ctx context.Context, m, anew *model.Linear, share float64,
) (mean, without *model.Linear, err error) {
	if err := p.relaxable(m); err != nil {
		return nil, nil, err
	}
	support := m.Selected()
	out := *m
	switch {
	case len(support) == 0:
		out.Relaxed = share
		return &out, nil, nil
	case anew == nil:
		anew, err = p.on(ctx, support)
	}
	switch {
	case err != nil && anew != nil: // the context ended
		out.Status = anew.Status
		return &out, nil, err
	case err != nil:
		return nil, nil, fmt.Errorf("without penalty on the %d features that are selected: %w", len(support), err)
	}
	return choose.Mean(m, anew, support, share), anew, nil
}

// relaxable says why a model cannot be relaxed.
func (p *Prepared) relaxable(m *model.Linear) error {
	_, bounded := p.Penalty.(prox.Rescaled)
	switch {
	case p.Penalty == nil || p.constrainedOnly():
		return errors.New("without a penalty there is nothing to relax")
	case bounded || p.Constraints != nil || m.Rank != nil:
		return errors.New("there are no relaxed fits with bounds, constraints and the trace norm")
	case p.in.data.byProducts():
		return errNoRows
	}
	for _, j := range m.Selected() {
		for _, w := range m.Weights[j*m.Outputs : (j+1)*m.Outputs] {
			if w == 0 {
				return fmt.Errorf("with several outputs relaxed fits go with penalties that leave out features as a whole, such "+
					"as multitask and group, and %s left out single weights of feature %d", m.Penalty, j+1)
			}
		}
	}
	return nil
}

// on learns without penalty on some features.
func (p *Prepared) on(ctx context.Context, features []int) (*model.Linear, error) {
	c, data := p.Linear, p.in.given
	c.Penalty, c.Lambda, c.Start, c.Method = nil, 0, nil, nil
	data.X, data.FeatureNames = linalg.SelectColumns(data.X, features), nil
	plain := losses.Link(c.Loss) == model.Identity && !losses.Kinked(p.in.loss)
	if c.Mu == 0 && !plain {
		c.Mu = 1
		q, err := c.PrepareUntil(ctx, data)
		if err != nil {
			return nil, err
		}
		if c.Mu, err = q.MuMax(); err != nil {
			return nil, err
		}
		c.Mu *= leastRidge
	}
	q, err := c.PrepareUntil(ctx, data)
	if err != nil {
		return nil, err
	}
	return q.fit(ctx, 0, nil)
}
