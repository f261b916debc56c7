package fit

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"

	"gonum.org/v1/gonum/floats"
)

// Strength is a λ and a μ to try. Without a penalty λ is 0.
type Strength struct{ Lambda, Mu float64 }

// Grid are the strengths to choose from, path by path. A path begins where the model is simplest, and each of its
// models starts from the one before.
type Grid [][]Strength

// LambdaPath are several λ, which fall, at one μ.
func LambdaPath(lambdas []float64, mu float64) []Strength {
	out := make([]Strength, len(lambdas))
	for k, lambda := range lambdas {
		out[k] = Strength{lambda, mu}
	}
	return out
}

// RidgePath are several μ, which fall, without a penalty.
func RidgePath(mus []float64) []Strength {
	out := make([]Strength, len(mus))
	for k, mu := range mus {
		out[k] = Strength{Mu: mu}
	}
	return out
}

// ElasticNet is a path of λ for each share r of the penalty in the whole λ Ω + (μ/2)‖·‖², 0 < r ≤ 1:
//
//	μ = λ(1 − r)/r.
//
// r is l1_ratio in scikit-learn and α in glmnet, whose alpha or λ is λ/r = λ + μ here.
//
// Source: Zou, Hastie, Regularization and Variable Selection via the Elastic Net, J. Royal Statistical Society B, 2005.
func ElasticNet(lambdas, ratios []float64) Grid {
	out := make(Grid, len(ratios))
	for k, r := range ratios {
		for _, lambda := range lambdas {
			out[k] = append(out[k], Strength{lambda, lambda * (1 - r) / r})
		}
	}
	return out
}

// flat are the strengths of all paths one after another, and where each path begins.
func (g Grid) flat() (all []Strength, begins []int) {
	for _, path := range g {
		begins = append(begins, len(all))
		all = append(all, path...)
	}
	return all, begins
}

// check tells what is wrong with a grid.
func (g Grid) check(penalty bool) error {
	all, _ := g.flat()
	for _, s := range all {
		switch {
		case penalty && (!(s.Lambda > 0) || math.IsInf(s.Lambda, 1)):
			return fmt.Errorf("λ = %g: it must be positive and finite", s.Lambda)
		case !(s.Mu >= 0) || math.IsInf(s.Mu, 1):
			return fmt.Errorf("μ = %g: it must be finite and not negative", s.Mu)
		}
	}
	if len(all) == 0 || slices.ContainsFunc(g, func(path []Strength) bool { return len(path) == 0 }) {
		return errors.New("there is nothing to choose from: a path needs a λ or a μ")
	}
	return nil
}

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
func (p *Prepared) Follow(ctx context.Context, path []Strength) ([]*model.Linear, error) {
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
func (p *Prepared) Along(ctx context.Context, path []Strength) iter.Seq2[*model.Linear, error] {
	return func(yield func(*model.Linear, error) bool) {
		if err := (Grid{path}).check(p.Penalty != nil); err != nil {
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
