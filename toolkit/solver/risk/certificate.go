package risk

import (
	"cmp"
	"context"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// certify bounds P* at θ, or at the average, which it leaves in the parameters. With ḡ and b̄ the means of the g_i and
// b_i, and e = ḡ + μθ what the rounding of θ is off,
//
//	P(θ) − P* ≤ (1/m) Σ_i (ℓ_i(θ) − b_i − ⟨g_i, θ⟩) + ‖e‖²/(2μ),
//
// since P* ≥ min_v (μ/2)‖v‖² + b̄ + ⟨ḡ, v⟩ = b̄ − ‖ḡ‖²/(2μ): the error of θ counts to second order alone. The terms of
// the sum are not negative, and none is lost by cancellation with the others. ℓ_i(θ) is between what the oracle
// attained and that plus its slack: the planes are below the latter, and the bound of P* rests on the planes alone.
func (f *frankWolfe) certify(ctx context.Context) (objective float64, err error) {
	f.combineCorners()
	if f.atZero == nil {
		if f.atZero, err = f.zeroLosses(ctx); err != nil {
			return 0, err
		}
	}
	of, now := f.plane, f.plane
	if f.means != nil {
		of, now = f.mean, func(i int) *plane { return &f.means[i].last }
		f.average = true
	}
	f.rebuild(of)
	var losses, slacks, gaps, rounding, parts float64
	for i := range f.planes {
		if err := context.Cause(ctx); err != nil {
			return 0, err
		}
		loss := f.oracle.Grad(i, f.Params, &f.u)
		f.Evals++
		slack := solver.SlackOf(f.oracle, i)
		size := f.sizes.of(i, &f.u)
		p := now(i)
		f.diff.Parts = append(f.diff.Parts[:0], p.g...)
		inner, _ := f.Params.InnerProducts(&f.diff)
		f.gaps[i] = loss - p.b - inner
		reach := f.sizes.reach(f.Mu)
		err := cmp.Or(p.notAbove(i, loss+slack, p.b+inner, reach, f.sizes), p.notAbove(i, f.atZero[i], p.b, reach, f.sizes))
		if err != nil {
			return 0, err
		}
		losses, slacks, gaps = losses+loss, slacks+slack, gaps+max(-slack, f.gaps[i])
		rounding += p.rounding + f.sizes.gamma*(2*loss+4*f.sizes.reach(f.Mu)*max(size, f.sizes.most[i]))
		parts += float64(len(p.g))
	}
	objective = f.Mu/2*squaredNorm(f.Params) + losses/f.m
	off := f.sizes.unit * (parts + otherTerms) * f.sizes.sum / f.m // ≥ ‖e‖
	rounding = rounding/f.m + off*off/(2*f.Mu) + usualUnit*(f.m+otherTerms)*objective
	return objective, f.bound(objective, slacks/f.m, objective-gaps/f.m, rounding)
}

// zeroLosses are ℓ_i(0), with their slacks. They leave θ = 0.
func (f *frankWolfe) zeroLosses(ctx context.Context) ([]float64, error) {
	reset(f.Params)
	losses := make([]float64, len(f.planes))
	for i := range losses {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		losses[i] = f.oracle.Grad(i, f.Params, &f.u) + solver.SlackOf(f.oracle, i)
		f.Evals++
	}
	return losses, nil
}

// mean is the weighted sum of a plane over steps: it changes in few of them, and is added up when it does.
type mean struct {
	sum  plane // over the steps before since
	last plane // as mean of frankWolfe made it
	from int   // the step since which the plane is as it is
}

// weights is 1 + 2 + … + n.
func weights(n int) float64 { return float64(n) * float64(n+1) / 2 }

// hold adds up a plane that is about to change in a step.
func (a *mean) hold(p *plane, step int) {
	a.addTo(&a.sum, p, step)
	a.from = step
}

// addTo writes the sum over the steps before the given one to dst, which may be the sum so far.
func (a *mean) addTo(dst, p *plane, step int) {
	w := weights(step-1) - weights(max(0, a.from-1))
	dst.g = combine(make([]toolkit.Part, 0, len(a.sum.g)+len(p.g)), 1, a.sum.g, w, p.g)
	dst.b = a.sum.b + w*p.b
	dst.rounding = a.sum.rounding + w*p.rounding + 4*usualUnit*dst.b
}

// mean is the mean of plane i over the steps so far.
func (f *frankWolfe) mean(i int) *plane {
	a := &f.means[i]
	a.addTo(&a.last, &f.planes[i], f.steps+1)
	all := weights(f.steps)
	for k := range a.last.g {
		a.last.g[k].Value /= all
	}
	a.last.b /= all
	a.last.rounding /= all
	a.last.rounding += 8 * usualUnit * f.sizes.reach(f.Mu) * f.sizes.most[i]
	return &a.last
}
