package onlinemkl

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver/online"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// composite is a problem of the study: the λR that Algorithm 1 takes a prox of, and the (σ/2)‖θ‖² that it absorbs.
type composite struct {
	lambda, sigma float64
}

// whole returns ψ with λR(θ) + (σ/2)‖θ‖² = ψ(‖θ_1‖, …).
func (c composite) whole() prox.Ridge {
	return prox.Ridge{Mu: c.sigma, Inner: prox.SquaredL1{Lambda: c.lambda}}
}

// comparator runs the algorithm for many passes over shuffled words, averages the second half of the passes, and
// returns the better of the average and the last parameters, with a dual bound.
func (f *fold) comparator(ctx context.Context, c composite, radius float64, passes int) (RegretRun, error) {
	var rate online.Rate = online.InvSqrt{Eta0: 3} // the least objective after 200 passes among 0.3, 1, 3, 10 and 30
	if c.sigma > 0 {
		rate = online.InvLinear{Sigma: c.sigma}
	}
	model, algorithm, err := f.problem(ctx, c, radius, rate)
	if err != nil {
		return RegretRun{}, err
	}
	slopes, _, err := f.problem(ctx, c, radius, rate)
	if err != nil {
		return RegretRun{}, err
	}
	algorithm.Shuffle, algorithm.Average = true, true
	hinge := &structured.Hinge{Data: &f.train.sequences}
	plane := &dualBound{Oracle: hinge, slopes: slopes}
	whole := online.OnNorms(c.whole())
	best := RegretRun{Minimum: math.Inf(1), Dual: math.Inf(-1)}
	for st, err := range algorithm.Iterations(ctx, plane) {
		if err != nil {
			return best, err
		}
		switch st.Iter {
		case passes / 2:
			plane.reset()
			model.StartAverage()
		case passes:
			for _, p := range []*params.Model{model, model.Averaged()} {
				v, err := online.RegularizedRisk(hinge, p, whole)
				if err != nil {
					return best, err
				}
				if v < best.Minimum {
					best.Minimum, best.Comparator = v, floats.Norm(norms(p), 2)
				}
			}
			best.Dual = plane.value(c)
			return best, nil
		}
	}
	return best, context.Cause(ctx)
}

// dualBound averages the tangents that an oracle is asked for. Over whole passes their mean ⟨ḡ,θ⟩ + b̄ is nowhere above
// the mean loss, so that min ψ + ⟨ḡ,·⟩ + b̄ = b̄ − ψ*(‖ḡ_1‖, …, ‖ḡ_p‖) is a lower bound of the minimum of ψ + mean
// loss.
type dualBound struct {
	toolkit.Oracle
	slopes    toolkit.Params // Σ g
	intercept float64        // Σ (ℓ − ⟨g,θ⟩)
	n         float64
}

func (d *dualBound) reset() {
	for k := range d.slopes.Groups() {
		d.slopes.Scale(k, 0)
	}
	d.intercept, d.n = 0, 0
}

func (d *dualBound) Grad(i int, p toolkit.Params, u *toolkit.Update) float64 {
	loss := d.Oracle.Grad(i, p, u)
	inner, _ := p.InnerProducts(u)
	d.slopes.Add(1, u)
	d.intercept += loss - inner
	d.n++
	return loss
}

func (d *dualBound) value(c composite) float64 {
	v := norms(d.slopes)
	floats.Scale(1/d.n, v)
	return d.intercept/d.n - c.whole().Conjugate(v)
}

// norms returns ‖θ_1‖, …, ‖θ_p‖.
func norms(p toolkit.Params) []float64 {
	out := make([]float64, p.Groups())
	for k := range out {
		out[k] = p.Norm(k)
	}
	return out
}
