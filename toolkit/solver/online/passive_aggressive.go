package online

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// PassiveAggressive takes the least step that makes the loss of one example zero, where it is linear in a step, and
// none where it is zero already:
//
//	θ_1 ← 0
//	for t = 1, …, T
//		take the next example, its loss ℓ_t(θ_t) and a subgradient g ∈ ∂ℓ_t(θ_t)
//		θ_{t+1} ← θ_t − τ_t g,   τ_t = min(C, ℓ_t(θ_t)/‖g‖²)
//	return θ_{T+1} or the average of θ_1, …, θ_T
//
// It is for losses that are a maximum of linear functions, 0 at least, such as hinges: with a structured hinge this is
// MIRA with one constraint for each example. There is no regularizer; C bounds what an example can do, and the average
// is the better model.
//
// Source: Crammer et al., Online Passive-Aggressive Algorithms, JMLR 2006, PA-I with max-loss updates (sections 3 and
// 7); McDonald, Crammer, Pereira, Online Large-Margin Training of Dependency Parsers, ACL 2005.
type PassiveAggressive struct {
	Params  toolkit.Params // θ: those that are trained, in place
	C       float64        // 0 for 1
	Warm    bool           // begins at Params as they are: ranging again goes on
	Average bool           // averages θ_1, …, θ_T, besides keeping the last
	Shuffle bool           // draws a new order of the examples for every pass, from Seed
	Seed    uint64
}

// Iterations starts from θ = 0, and resets Params when the range begins, or from Params as they are with Warm; it
// trains them in place and yields once a pass.
// Step is the last τ_t that was not 0.
func (c PassiveAggressive) Iterations(ctx context.Context, oracle toolkit.Oracle) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		r := &passiveAggressive{PassiveAggressive: c}
		if r.C == 0 {
			r.C = 1
		}
		var err error
		r.passes, err = newPasses(oracle, c.Params, c.Warm, c.Shuffle, c.Average, c.Seed)
		return r.State, func(ctx context.Context) (float64, error) { return r.pass(ctx, r.round) }, err
	})
}

// passiveAggressive is the algorithm at work.
type passiveAggressive struct {
	PassiveAggressive
	*passes
}

// round takes example i.
func (r *passiveAggressive) round(i int) (loss float64, err error) {
	if loss = r.receive(i); loss < 0 {
		return 0, fmt.Errorf("the loss of example %d is %g: these steps are for losses that are never below 0", i+1, loss)
	}
	if loss == 0 || len(r.u.Parts) == 0 {
		return loss, nil
	}
	if _, squared := r.Params.InnerProducts(&r.u); squared > 0 {
		r.Step = min(r.C, loss/squared)
		r.Active++
		r.Params.Add(-r.Step, &r.u)
	}
	return loss, nil
}
