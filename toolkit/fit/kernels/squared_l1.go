package kernels

import (
	"cmp"
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit"
)

// weighL1 finds the weights of kernels for p = 1, where many are 0 and turns of machines and weights come near to them
// slowly: (μ/2)(Σ_j s_j)² has the minimum of λ Σ_j s_j at λ = μ Σ_j s_j. As the sum falls with λ, that is the one root
// of μS(λ) − λ; a λ off by δ is off by δ²/(2μ) in P. It ends within a part of the tolerance of P, or after some steps.
func (b *blocks) weighL1(ctx context.Context, tol float64) error {
	c := b.c
	parts, err := factor(ctx, b.data.Grams)
	if err != nil {
		return err
	}
	x, groups := beside(parts)
	if x.C == 0 { // kernels of zeros
		return nil
	}
	to := c.linear()
	to.Mu, to.Penalty, to.Watch, to.MaxIter, to.Tol = 0, needed(groups), nil, 0, tol/100
	to.Lambda = c.Mu * floats.Sum(b.norms)
	ready, err := to.PrepareUntil(ctx, fit.Data{X: x, Y: b.data.Y, Weights: b.data.Weights, LabelNames: b.data.LabelNames})
	if err != nil {
		return err
	}
	const steps = 40
	low, high := 0., math.Inf(1)
	for range steps {
		m, err := ready.Fit(ctx)
		if m == nil || err != nil {
			return cmp.Or(err, ctx.Err())
		}
		for j, g := range groups {
			b.norms[j] = 0
			if len(g) > 0 {
				b.norms[j] = floats.Norm(m.Weights[g[0]*m.Outputs:(g[0]+len(g))*m.Outputs], 2)
			}
		}
		off := c.Mu*floats.Sum(b.norms) - ready.Lambda
		if off*off <= 2*c.Mu*tol/100*math.Abs(m.Objective) {
			break
		}
		if off > 0 {
			low = ready.Lambda
		} else {
			high = ready.Lambda
		}
		ready.Start = m
		if ready.Lambda += off / 2; !(ready.Lambda > low && ready.Lambda < high) {
			ready.Lambda = low/2 + high/2
		}
	}
	b.weigh()
	return nil
}
