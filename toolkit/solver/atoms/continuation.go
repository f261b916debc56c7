package atoms

import (
	"context"
	"errors"
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
// ε-solutions of two stages have nothing in common. At λ it goes on with smaller ε, as Descent does. Before, where
// forming the gradient is dear, Step 1 goes by products with it: see MapGauge.
//
// Source: Dudik, Harchaoui, Malick, Lifted Coordinate Descent for Learning with Trace-Norm Regularization, AISTATS
// 2012, Algorithm 2.
type Continuation struct {
	// Descent is how stages are solved. Its Epsilon, if it is given, is what the last stage is solved to at least: the
	// stages are then those of PathTo(λ_0, λ, Epsilon/λ), the paper's way to an ε-solution for one λ, and the first state
	// with Optimal at λ is what the algorithm returns. It takes no Start.
	Descent
	// Stages is N; 0 for 10, or for what Epsilon asks for.
	Stages int
}

// PathTo is the step α and the number N ≥ 1 of stages of ContR1D that come from λ_0 to λ in λ_N = λ_0 α^N with ε_N ≤
// βλ: the fewest. ε_N = λ(1 − α)/(1 + α) is at most βλ for α ≥ α_0 = (1 − β)/(1 + β), so that N = ⌈ln(λ/λ_0)/ln α_0⌉,
// and α = (λ/λ_0)^{1/N}. From λ_0 on, where 0 is the solution, they are 1 and 1. It panics unless λ_0, λ and β are
// positive.
//
// Source: Dudik, Harchaoui, Malick, AISTATS 2012, end of section 3.2.
func PathTo(lambda0, lambda, beta float64) (alpha float64, stages int) {
	if !(lambda0 > 0 && lambda > 0 && beta > 0) {
		panic("atoms: the ends of a path and β must be positive")
	}
	if lambda >= lambda0 {
		return 1, 1
	}
	stages = 1
	if beta < 1 {
		stages = int(math.Ceil(math.Log(lambda/lambda0) / math.Log((1-beta)/(1+beta))))
	}
	return math.Pow(lambda/lambda0, 1/float64(stages)), stages
}

// Iterations starts from W = 0, and asks of the problem what Descent does. Objective is the problem's, with λ, from the
// first stage on; while a state's Lambda is above λ, its gap and residual are not known. From λ_0 on there is one
// stage, and it has nothing to do.
func (c Continuation) Iterations(ctx context.Context, p *solver.Problem) solver.Seq[*State] {
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		d, err := newDescent(c.Descent, p)
		switch {
		case err != nil:
		case c.Stages < 0:
			err = fmt.Errorf("%d stages: the number must be positive", c.Stages)
		case c.Stages > 0 && c.Epsilon > 0:
			err = fmt.Errorf("%d stages and ε = %g: the one follows from the other", c.Stages, c.Epsilon)
		case len(c.Start) > 0:
			err = errors.New("a continuation starts from 0, and a start is given")
		}
		if err != nil {
			return d.s, nil, err
		}
		return d.s, newContinuation(d, p.Lambda, c.Stages).step, nil
	})
}

type continuation struct {
	*descent
	first, last, alpha, beta float64 // λ_0, λ_N, α and β
	stage, stages            int     // ℓ and N
	returns                  bool    // at the end of the last stage
}

// newContinuation finds λ_0, and begins at ℓ = 0.
func newContinuation(d *descent, lambda float64, stages int) *continuation {
	d.combination.evaluate(&d.here)
	d.assess()
	c := &continuation{
		descent: d, first: math.Max(lambda, d.polar), last: lambda, stages: stages, returns: d.Epsilon > 0,
	}
	if c.stages == 0 {
		c.stages = 10
	}
	c.alpha = math.Pow(lambda/c.first, 1/float64(c.stages))
	if c.returns && c.first > lambda {
		c.alpha, c.stages = PathTo(c.first, lambda, d.Epsilon/lambda)
	}
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
	switch c.epsilon = c.beta * c.lambda; {
	case c.epsilon > 0:
	case c.returns: // λ ≥ λ_0
		c.epsilon = c.Epsilon
	default:
		c.epsilon = c.lambda
	}
	c.fixedEpsilon = stage < c.stages || c.returns
	c.violation = math.NaN()
	c.s.Lambda, c.s.Epsilon = c.lambda, c.epsilon
}

// step is one of R1D at λ_ℓ, once the stages that are solved to their ε_ℓ are over.
func (c *continuation) step(ctx context.Context) (objective float64, err error) {
	for c.stage < c.stages && c.optimal() {
		c.begin(c.stage + 1)
	}
	return c.descent.step(ctx)
}
