package fit

import (
	"context"
	"errors"
	"iter"
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit/choose"
	"github.com/proxlab/proxlab/toolkit/model"
)

// MuMax is where a path of μ begins, Σ_i c_i h ‖x_i‖², with h the most curvature of the loss (1 where it has kinks) and
// features centred and scaled as the problem has them: the trace of the Hessian's bound, which is at least its largest
// eigenvalue and has the unit of μ. A ridge regression has at most one degree of freedom there.
func (p *Prepared) MuMax() (float64, error) {
	if p.compressed != nil {
		return p.compressed.few.MuMax()
	}
	h := float64(p.n) * p.bound.Curvature()
	if p.c != nil {
		h = p.bound.Curvature() / floats.Max(p.c)
	}
	if math.IsInf(h, 1) {
		h = 1
	}
	var sum float64
	linalg.ForEach(p.x, func(i, _ int, v float64) { sum += p.share(i) * v * v })
	if most := h * sum; most > 0 {
		return most, nil
	}
	return math.NaN(), errors.New("all features are 0: there is nothing to learn from")
}

// Follow learns for the strengths of a path, each from the model before. When the context ends, the last model says so
// and is the last.
func (p *Prepared) Follow(ctx context.Context, path []choose.Strength) ([]*model.Linear, error) {
	var out []*model.Linear
	for m, err := range p.Along(ctx, path) {
		if err != nil {
			return out, err
		}
		out = append(out, m)
	}
	return out, nil
}

// Along is Follow model by model, for those who may have seen enough before its end.
func (p *Prepared) Along(ctx context.Context, path []choose.Strength) iter.Seq2[*model.Linear, error] {
	return func(yield func(*model.Linear, error) bool) {
		if err := (choose.Grid{path}).Check(p.Penalty != nil); err != nil {
			yield(nil, err)
			return
		}
		var before *model.Linear
		at := p
		for _, s := range path {
			m, err := (*model.Linear)(nil), error(nil)
			if at, err = at.withRidge(s.Mu); err == nil {
				start := at.start()
				if before != nil {
					start = at.from(before)
				}
				m, err = at.fit(ctx, s.Lambda, start)
			}
			if !yield(m, err) || err != nil || m.Status == solver.Canceled {
				return
			}
			before = m
		}
	}
}

// withRidge is the same problem with another μ; what does not depend on it is not computed again.
func (p *Prepared) withRidge(mu float64) (*Prepared, error) {
	if mu == p.Mu {
		return p, nil
	}
	c := p.Linear
	c.Mu = mu
	if (mu == 0) != (p.Mu == 0) {
		return c.Prepare(p.whole) // other features may be set apart, or μ may be missing
	}
	q := *p
	q.Linear, q.lambdaMax = c, math.NaN()
	if q.problem != nil {
		q.problem = p.problem.WithRidge(mu)
	}
	if z := p.compressed; z != nil {
		few, err := z.few.withRidge(mu)
		if err != nil {
			return nil, err
		}
		q.compressed = &compressed{few, z.m, z.share}
	}
	return &q, nil
}
