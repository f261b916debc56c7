package solve

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/fit/internal/losses"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// λ_max of a composition is looked for by so many fits at most, to such a width and tolerance, from growing λ on.
const (
	mostVanishing = 60
	vanishWidth   = 1e-5
	vanishTol     = 1e-10
	vanishGrowth  = 16
	vanishFlat    = 1e-8 // relative change of Ω where it is the least there is
)

// vanishing finds λ_max of a penalty that states its terms: the λ from which on Ω is 0 at a solution, which is W = 0
// where Ω is a norm, or Ω₀, the least that constraints allow. It solves the problem itself, q, in its own units.
// Where Ω(W) > Ω₀ at λ, and f₀ is what f = P − λΩ is for large λ,
//
//	λ_max ≥ (f₀ − f(W))/(Ω(W) − Ω₀),
//
// as f₀ + λΩ₀ is not the minimum for any λ below. This is Newton's method for where the minimum P(λ), which is concave,
// becomes f₀ + λΩ₀; near λ_max, where the difference is a square for smooth losses, twice its step is tried.
func (p *Problem) vanishing(ctx context.Context, q *Problem) (lambdas, error) {
	n, d := p.A.Dims()
	c := &Case{Loss: p.Loss, Penalty: p.Penalty, Mu: p.Mu, Intercept: p.Unpenalized != nil, Examples: n, Features: d,
		Outputs: p.Outputs()}
	at := vanisher{q: q, c: c, top: lambdas{0, math.Inf(1)}, last: math.Inf(1)}
	lambda := p.guess()
	for range mostVanishing {
		if err := at.solve(ctx, lambda); err != nil {
			return lambdas{}, err
		}
		switch {
		case math.IsInf(at.top.most, 1) && lambda > 1e30:
			return known(math.Inf(1)), nil
		case math.IsInf(at.top.most, 1):
			lambda *= vanishGrowth
		case at.top.near(vanishWidth):
			return lambdas{at.top.most, at.top.most}, nil
		case at.top.most < 1e-30:
			return known(0), nil
		default:
			lambda = at.next(lambda)
		}
	}
	return at.top, nil
}

// guess is a λ to begin with: the largest slope where all predictions are 0, or 1.
func (p *Problem) guess() float64 {
	each := losses.Scalar(p.Loss)
	_, d := p.A.Dims()
	u, v := make([]float64, p.Loss.Len()), make([]float64, d)
	for i := range u {
		_, u[i] = each.At(i, 0)
		u[i] *= each.Weight(i)
	}
	p.A.MulTransVec(v, u)
	if most := floats.Norm(v, math.Inf(1)); most > 0 && solver.Finite(most) {
		return most
	}
	return 1
}

// vanisher are the bounds of λ_max so far.
type vanisher struct {
	q           *Problem
	c           *Case
	top         lambdas
	first, last float64   // f₀; Ω at the λ before, while that grows
	least       float64   // Ω₀
	start       []float64 // the last weights
	newton      float64   // Newton's point from the last λ with Ω > Ω₀
}

// solve learns from the solution at λ.
func (v *vanisher) solve(ctx context.Context, lambda float64) error {
	m, err := v.q.Solve(ctx, Settings{Tol: vanishTol}, v.c, lambda, v.start)
	if err != nil {
		return err
	}
	norm := v.c.Penalty.Value(m.Weights)
	v.newton = math.NaN()
	if math.IsInf(v.top.most, 1) && math.Abs(norm-v.last) <= vanishFlat*norm {
		v.least = norm
	}
	if v.last = norm; lambda*(norm-v.least) <= 1e-9*math.Abs(m.Objective) {
		v.top.most, v.first = math.Min(v.top.most, lambda), m.Objective-lambda*norm
		return nil
	}
	v.start = append(append([]float64(nil), m.Weights...), m.Intercept...)
	if math.IsInf(v.top.most, 1) {
		return nil
	}
	v.newton = (v.first - (m.Objective - lambda*norm)) / (norm - v.least)
	v.top.least = math.Max(v.top.least, math.Max(lambda, math.Min(v.newton, v.top.most)))
	return nil
}

// next is a λ between the bounds.
func (v *vanisher) next(lambda float64) float64 {
	low, high := v.top.least, v.top.most
	if twice := lambda + 2*(v.newton-lambda); twice > low && twice*(1+vanishWidth/2) < high {
		return twice * (1 + vanishWidth/2)
	}
	if low == 0 {
		return high / vanishGrowth
	}
	return math.Sqrt(low * high)
}
