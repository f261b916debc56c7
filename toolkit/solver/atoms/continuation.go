package atoms

import (
	"context"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// AtomContinuation is AtomDescent along a regularization path that falls geometrically to λ: with λ_0 = Ω°(−∇) at W = 0, where 0 is
// the solution, λ_ℓ = λ_0 α^ℓ and λ_N = λ, each stage solves for λ_ℓ to ε_ℓ = β λ_ℓ, β = (1 − α)/(1 + α), from the solution before: the
// largest β with which the ε-solutions of two stages have nothing in common. At λ it goes on with smaller ε, as AtomDescent does.
//
// Source: Dudik, Harchaoui, Malick, Lifted Coordinate Descent for Learning with Trace-Norm Regularization, AISTATS 2012, Algorithm 2.
type Continuation struct {
	Descent
	// Stages is N; 0 for 10.
	Stages int
}

// Iterations starts from W = 0. λ must be positive. While a state's Lambda is above λ, its objective and gap are those of its Lambda.
// From λ_0 on there is one stage, and it has nothing to do.
func (c Continuation) Iterations(ctx context.Context, x linalg.Map, loss toolkit.MultiOutput, gauge toolkit.Gauge, lambda float64) solver.Seq[*State] {
	return func(yield func(*State, error) bool) {
		a, err := newAtomDescent(c.Descent, x, loss, gauge, lambda)
		if err == nil && c.Stages < 0 {
			err = fmt.Errorf("%d stages: the number must be positive", c.Stages)
		}
		if err != nil {
			yield(a.s, err)
			return
		}
		if c.Stages == 0 {
			c.Stages = 10
		}
		a.look()
		top := math.Max(lambda, a.polar)
		alpha := math.Pow(lambda/top, 1/float64(c.Stages))
		beta := (1 - alpha) / (1 + alpha)
		stage := 0
		set := func() {
			a.lambda = lambda
			if stage < c.Stages {
				a.lambda = top * math.Pow(alpha, float64(stage))
			}
			a.epsilon = beta * a.lambda
			if a.epsilon == 0 { // λ ≥ λ_0
				a.epsilon = a.lambda
			}
			a.rebase()
		}
		set()
		for {
			err := context.Cause(ctx)
			for err == nil && stage < c.Stages && a.optimal() {
				stage++
				set()
			}
			if err == nil {
				err = a.iterate(ctx, stage == c.Stages)
			}
			if !yield(a.s, err) || err != nil {
				return
			}
		}
	}
}

// rebase looks afresh after a change of λ: the slopes stay, what follows from them changes.
func (a *atomDescent) rebase() {
	s := a.s
	var theta float64
	for _, t := range s.Atoms {
		theta += t.Theta
	}
	s.Objective += theta * (a.lambda - s.Lambda)
	s.Lambda, s.Epsilon = a.lambda, a.epsilon
	a.violation = a.worst()
}
