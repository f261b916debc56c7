package online

import (
	"context"
	"math/rand/v2"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// passes are what methods share that go over the examples one by one, again and again.
type passes struct {
	*State
	oracle   toolkit.Oracle
	averager Averager   // nil for no average
	rng      *rand.Rand // nil for the examples' own order
	order    []int
	u        toolkit.Update
	slack    float64 // of the pass: see toolkit.Bounded
}

// newPasses sets the parameters to 0, where they are not warm.
func newPasses(
	oracle toolkit.Oracle, p toolkit.Params, warm, shuffled, averaged bool, seed uint64,
) (r *passes, err error) {
	r = &passes{
		State: &State{Progress: solver.Unknown(), Params: p}, oracle: oracle, order: inOrder(oracle.Len()),
	}
	if p == nil {
		return r, errNoParams
	}
	if shuffled {
		r.rng = rand.New(rand.NewPCG(seed, 0))
	}
	if !warm {
		reset(p)
	}
	if averaged {
		r.averager, err = startAverage(p)
	}
	return r, err
}

// pass goes once over the examples, and returns the sum of their losses.
func (r *passes) pass(ctx context.Context, round func(i int) (loss float64, err error)) (sum float64, err error) {
	if r.rng != nil {
		shuffle(r.rng, r.order)
	}
	r.Active, r.slack = 0, 0
	for _, i := range r.order {
		if err := context.Cause(ctx); err != nil {
			return 0, err
		}
		loss, err := round(i)
		if err != nil {
			return 0, err
		}
		sum += loss
	}
	r.Params.Refresh()
	r.Iter++
	r.MeanLoss = (sum + r.slack) / float64(max(1, len(r.order)))
	r.Objective, r.Gap = solver.Unknown().Objective, solver.Unknown().Gap
	return sum, nil
}

// receive takes the loss of example i, and a subgradient to u.
func (r *passes) receive(i int) (loss float64) {
	if r.averager != nil {
		r.averager.Tick()
	}
	r.Evals++
	loss = r.oracle.Grad(i, r.Params, &r.u)
	r.slack += solver.SlackOf(r.oracle, i)
	return loss
}

// State is the state after a pass over all examples. Iter counts passes, Evals examples. Objective and Gap are NaN
// unless Evaluate fills them: RegularizedRisk computes the objective.
type State struct {
	solver.Progress
	Params   toolkit.Params
	MeanLoss float64 // mean of ℓ_i(θ_t) over the rounds of this pass, each at the parameters of its round; with slacks
	Active   int     // rounds of this pass with a nonzero subgradient
}
