package kernels

import (
	"cmp"
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/kernel"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/decomposition"
)

// cut is φ(λ) = min over f of Σ_i c_i ℓ_i + λ Σ_j s_j, and the norms s there, whose sum S is its slope.
type cut struct {
	lambda, value, slope float64
	norms                []float64
}

// weighL1 finds the weights of kernels for p = 1, where many are 0 and turns of machines and weights come near to them
// slowly. As (μ/2)S² = max over λ of λS − λ²/(2μ), the minimum is that of
//
//	max over λ ≥ 0 of φ(λ) − λ²/(2μ),
//
// concave in one number, with its maximum where μS = λ. φ is linear between λ for losses with kinks, and S leaps: the
// norms there are between those on either side. The next λ is the maximum of what the tangents at either side bound φ
// by, and where μS − λ is 0 if it is linear between them, in turns. It ends within a part of the tolerance of P.
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
	const fine = 1e-4 // gaps of machines are off by as much as λ, and P by the square of that
	to := c.linear()
	to.Mu, to.Penalty, to.Watch, to.MaxIter, to.Tol = 0, needed(groups), nil, 0, math.Max(tol*fine, tightest)
	to.Lambda = c.Mu * floats.Sum(b.norms)
	ready, err := to.PrepareUntil(ctx, fit.Data{X: x, Y: b.data.Y, Weights: b.data.Weights, LabelNames: b.data.LabelNames})
	if err != nil {
		return err
	}
	const steps = 40
	var low, high *cut // the λ nearest to the maximum on either side
	best := math.Inf(-1)
	for step := range steps {
		m, err := ready.Fit(ctx)
		if m == nil || err != nil {
			return cmp.Or(err, ctx.Err())
		}
		at := &cut{lambda: ready.Lambda, value: m.Objective, norms: make([]float64, len(groups))}
		for j, g := range groups {
			if len(g) > 0 {
				at.norms[j] = floats.Norm(m.Weights[g[0]*m.Outputs:(g[0]+len(g))*m.Outputs], 2)
			}
		}
		at.slope = floats.Sum(at.norms)
		b.norms, ready.Start = at.norms, m
		off := c.Mu*at.slope - at.lambda
		best = math.Max(best, at.value-at.lambda*at.lambda/(2*c.Mu))
		if math.Abs(off)*math.Max(at.slope, at.lambda/c.Mu) <= tol/4*math.Abs(m.Objective) {
			break
		}
		if off > 0 {
			low = at
		} else {
			high = at
		}
		if low == nil || high == nil {
			ready.Lambda += off / 2
			continue
		}
		top, most := low.meet(high, c.Mu)
		if most-best <= tol*fine*math.Abs(m.Objective) {
			b.norms = low.between(high, top/c.Mu)
			break
		}
		if step%2 == 0 {
			top = low.level(high, c.Mu)
		}
		ready.Lambda = top
	}
	b.weigh()
	return nil
}

// meet is where the lesser of two tangents of φ less λ²/(2μ) is largest, and that.
func (l *cut) meet(h *cut, mu float64) (lambda, most float64) {
	lambda = (h.value - h.slope*h.lambda - l.value + l.slope*l.lambda) / (l.slope - h.slope)
	lambda = math.Max(mu*h.slope, math.Min(mu*l.slope, lambda))
	lambda = math.Max(l.lambda, math.Min(h.lambda, lambda)) // rounding
	bound := math.Min(l.value+l.slope*(lambda-l.lambda), h.value+h.slope*(lambda-h.lambda))
	return lambda, bound - lambda*lambda/(2*mu)
}

// level is where μS − λ is 0 on the line between two.
func (l *cut) level(h *cut, mu float64) float64 {
	up, down := mu*l.slope-l.lambda, h.lambda-mu*h.slope
	return l.lambda + up/(up+down)*(h.lambda-l.lambda)
}

// between are norms whose sum is nearest to what is given.
func (l *cut) between(h *cut, sum float64) []float64 {
	part := math.Max(0, math.Min(1, (l.slope-sum)/(l.slope-h.slope)))
	out := make([]float64, len(l.norms))
	for j, v := range l.norms {
		out[j] = (1-part)*v + part*h.norms[j]
	}
	return out
}

// begin finds the weights of kernels for p = 1, and coefficients where losses are linear beyond an interval.
func (b *blocks) begin(ctx context.Context, tol float64) error {
	switch {
	case b.c.Norm != 1:
		return nil
	case Decomposes(b.c.Loss):
		return b.interior(ctx, tol)
	}
	if err := b.turn(ctx, tol); err != nil {
		return err
	}
	return b.weighL1(ctx, tol)
}

// interior is the machine of an interior-point method.
func (b *blocks) interior(ctx context.Context, tol float64) error {
	head, of, err := b.c.bind(b.data)
	if err != nil {
		return err
	}
	head.Method, head.Why = "interior-point", "the weights of the kernels are multipliers of constraints, one a kernel"
	p, err := decomposition.NewProblem(Sum(b.data.Grams, nil), of, b.c.Mu, b.c.Intercept)
	if err != nil {
		return err
	}
	ks := make([]*linalg.Dense, len(b.data.Grams))
	for j, g := range b.data.Grams {
		if ks[j], err = kernel.Whole(ctx, g); err != nil {
			return err
		}
	}
	within := ctx
	if limit := b.c.TimeLimit; limit > 0 {
		var end context.CancelFunc
		within, end = context.WithTimeout(ctx, limit)
		defer end()
	}
	const closer = 1e-3
	a, eta, level, err := decomposition.SquaredL1(within, p, ks, math.Max(tol*closer, tightest))
	if a == nil {
		return err
	}
	if b.start, b.eta, b.certified = a, eta, true; p.Intercept {
		head.Intercept = []float64{level}
	}
	return cmp.Or(b.take(ctx, head, linalg.NewDense(len(a), 1, a)), ctx.Err())
}
