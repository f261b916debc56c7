package atoms

import (
	"context"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// Continuation is Descent along a regularization path that falls geometrically to λ: Algorithm 2 of Dudik, Harchaoui
// and Malick, ContR1D(φ, λ_0, α, N), for any gauge and with R1D as in Descent,
//
//	β = (1 − α)/(1 + α), λ_ℓ = λ_0 α^ℓ, ε_ℓ = βλ_ℓ
//	θ_0 = R1D(φ, λ_0, 0, ε_0)
//	for ℓ = 1, 2, …, N
//	    θ_ℓ = R1D(φ, λ_ℓ, θ_{ℓ−1}, ε_ℓ)
//
// with λ_0 = Ω°(−∇φ(0)), where 0 is the solution, and α such that λ_N = λ. This β is the largest with which the
// ε-solutions of two stages have nothing in common. At λ it goes on with smaller ε, as Descent does.
//
// Source: Dudik, Harchaoui, Malick, Lifted Coordinate Descent for Learning with Trace-Norm Regularization, AISTATS
// 2012, Algorithm 2.
type Continuation struct {
	Descent
	// Stages is N; 0 for 10.
	Stages int
}

// Iterations starts from W = 0, and asks of the problem what Descent does. Objective is the problem's, with λ, from the
// first stage on; while a state's Lambda is above λ, its gap and residual are not known. From λ_0 on there is one
// stage, and it has nothing to do.
func (c Continuation) Iterations(ctx context.Context, p *solver.Problem) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		d, err := newDescent(c.Descent, p)
		if err == nil && c.Stages < 0 {
			err = fmt.Errorf("%d stages: the number must be positive", c.Stages)
		}
		if err != nil {
			return d.s, nil, err
		}
		if c.Stages == 0 {
			c.Stages = 10
		}
		return d.s, newContinuation(d, p.Lambda, c.Stages).step, nil
	})
}

type continuation struct {
	*descent
	first, last, alpha, beta float64 // λ_0, λ_N, α and β
	stage, stages            int     // ℓ and N
}

// newContinuation finds λ_0, and begins at ℓ = 0.
func newContinuation(d *descent, lambda float64, stages int) *continuation {
	d.evaluate()
	c := &continuation{descent: d, first: math.Max(lambda, d.polar), last: lambda, stages: stages}
	c.alpha = math.Pow(lambda/c.first, 1/float64(stages))
	c.beta = (1 - c.alpha) / (1 + c.alpha)
	c.begin(0)
	return c
}

// begin sets λ_ℓ and ε_ℓ: the slopes stay, what follows from them changes.
func (c *continuation) begin(stage int) {
	c.stage, c.lambda = stage, c.last
	if stage < c.stages {
		c.lambda = c.first * math.Pow(c.alpha, float64(stage))
	}
	if c.epsilon = c.beta * c.lambda; c.epsilon == 0 { // λ ≥ λ_0
		c.epsilon = c.lambda
	}
	c.fixedEpsilon = stage < c.stages
	c.s.Lambda, c.s.Epsilon = c.lambda, c.epsilon
	c.violation = c.largestSlope()
}

// step is one of R1D at λ_ℓ, once the stages that are solved to their ε_ℓ are over.
func (c *continuation) step(ctx context.Context) (objective float64, err error) {
	for c.stage < c.stages && c.optimal() {
		c.begin(c.stage + 1)
	}
	return c.descent.step(ctx)
}
