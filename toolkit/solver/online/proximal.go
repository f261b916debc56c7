package online

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Proximal is the online proximal algorithm for R_1(θ) + … + R_J(θ) + (1/m) Σ_i ℓ_i(θ), one example at a time:
//
//	θ_1 ← 0
//	for t = 1, …, T
//		take the next example and a subgradient g ∈ ∂ℓ_t(θ_t)
//		θ ← θ_t − η_t g
//		for j = 1, …, J
//			θ ← prox_{η_t R_j}(θ)
//		θ_{t+1} ← Π_Θ[θ],   Θ = {θ : ‖θ‖ ≤ Radius}
//	return θ_{T+1} or the average of θ_1, …, θ_T
//
// λ is part of each R_j. For J = 1 this is FOBOS; with a squared sum of group norms it is online multiple kernel
// learning. For J > 1 the sequence of proxes is in general not the prox of the sum, and the regret bounds hold all
// the same.
//
// Source: Martins et al., Online Multiple Kernel Learning for Structured Prediction, 2010, Algorithm 1.
type Proximal struct {
	// Params are θ: those that are trained, in place.
	Params toolkit.Params
	// Warm begins at Params as they are, in the place of 0: ranging again goes on.
	Warm bool
	// Terms are R_1, …, R_J.
	Terms []Term
	// Rate gives η_t; nil for InvSqrt{1}. t counts rounds, not passes.
	Rate Rate
	// Radius bounds ‖θ‖; 0 for no bound.
	Radius float64
	// Absorb is σ ≥ 0 of a part (σ/2)‖θ‖² of the regularizer that is treated as part of the loss, which it makes
	// σ-strongly convex: the subgradient step becomes θ ← (1 − η_tσ)θ − η_t g. With InvLinear{σ} the regret is
	// logarithmic. It must not be among the R_j too, and η_tσ ≤ 1.
	Absorb float64
	// Average averages θ_1, …, θ_T, besides keeping the last: see params.Model.Averaged.
	Average bool
	// Shuffle draws a new order of the examples for every pass, from Seed; otherwise they come in their own order.
	Shuffle bool
	Seed    uint64
}

// Iterations starts from θ = 0, and resets Params when the range begins, or from Params as they are with Warm; it
// trains them in place and yields once a pass.
func (c Proximal) Iterations(ctx context.Context, oracle toolkit.Oracle) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		r := &proximal{Proximal: c}
		if r.Rate == nil {
			r.Rate = InvSqrt{1}
		}
		var err error
		if first := r.Rate.At(1); !(first > 0) || math.IsInf(first, 1) {
			err = fmt.Errorf("%T%+v begins with a rate of %g: it must be positive and finite", r.Rate, r.Rate, first)
			return &State{Progress: solver.Unknown()}, nil, err
		}
		r.passes, err = newPasses(oracle, c.Params, c.Warm, c.Shuffle, c.Average, c.Seed)
		return r.State, func(ctx context.Context) (float64, error) { return r.pass(ctx, r.round) }, err
	})
}

// proximal is Algorithm 1 at work.
type proximal struct {
	Proximal
	*passes
	norms []float64
}

// round takes example i.
func (r *proximal) round(i int) (loss float64, err error) {
	loss = r.receive(i)
	r.Step = r.Rate.At(r.Evals)
	if err := absorb(r.Params, r.Step*r.Absorb); err != nil {
		return 0, err
	}
	if len(r.u.Parts) > 0 {
		r.Active++
		r.Params.Add(-r.Step, &r.u)
	}
	for _, t := range r.Terms {
		if err := t.Prox(r.Params, r.Step); err != nil {
			return 0, err
		}
	}
	if r.Radius > 0 {
		r.project()
	}
	return loss, nil
}

// absorb is θ ← (1 − step) θ.
func absorb(p toolkit.Params, step float64) error {
	switch {
	case step == 0:
		return nil
	case step > 1+1e-12:
		return fmt.Errorf("η_tσ = %g > 1: choose a rate of at most 1/σ", step)
	}
	scale(p, max(0, 1-step))
	return nil
}

// project is θ ← Π_Θ[θ].
func (r *proximal) project() {
	r.norms = norms(r.norms[:0], r.Params)
	if n := floats.Norm(r.norms, 2); n > r.Radius {
		scale(r.Params, r.Radius/n)
	}
}

// RegularizedRisk is R_1(θ) + … + R_J(θ) + (1/m) Σ_i ℓ_i(θ), the objective of Proximal, at p; what
// it is at most where the oracle's maxima are not quite found (toolkit.Bounded).
func RegularizedRisk(oracle toolkit.Oracle, p toolkit.Params, terms ...Term) (float64, error) {
	var (
		u   toolkit.Update
		sum float64
	)
	for i := range oracle.Len() {
		sum += oracle.Grad(i, p, &u) + solver.SlackOf(oracle, i)
	}
	sum /= float64(max(1, oracle.Len()))
	for _, t := range terms {
		v, err := t.Value(p)
		if err != nil {
			return 0, err
		}
		sum += v
	}
	return sum, nil
}
