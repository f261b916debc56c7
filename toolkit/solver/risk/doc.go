// Package risk holds methods that minimize the regularized risk
//
//	P(θ) = (μ/2)‖θ‖² + (1/m) Σ_i ℓ_i(θ),      μ > 0,
//
// of any toolkit.Oracle to a given accuracy: block-coordinate Frank-Wolfe for hinges, by any toolkit.Params, and
// limited-memory BFGS for smooth losses, by parameters that are a vector. Both know how far they are from the minimum.
package risk

import (
	"errors"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// ErrInconsistent ends a run in which a linear minorant exceeds a loss: what the oracle returns is no subgradient, or a
// loss is not convex.
var ErrInconsistent = errors.New("risk: a linear minorant exceeds its loss")

// State is the state after an iteration. Evals counts examples. Of an oracle whose maxima are not quite found
// (toolkit.Bounded) Objective is the bound of P(θ) from above, and Slack what of it, and of Gap, is beyond what was
// attained.
type State struct {
	solver.Progress
	Params toolkit.Params
	Lower  float64 // the largest lower bound of P* so far, −Inf before the first
	Slack  float64 // (1/m) Σ_i of the oracle's slacks at θ
}

func begin(p toolkit.Params) *State {
	return &State{Progress: solver.Unknown(), Params: p, Lower: math.Inf(-1)}
}

// check tells what is wrong with a problem.
func check(mu float64, oracle toolkit.Oracle, p toolkit.Params) error {
	if p == nil {
		return errors.New("the method has nothing to train: Params must be set")
	}
	if !(mu > 0) || math.IsInf(mu, 1) {
		return fmt.Errorf("μ = %g: it must be positive and finite, since the certificate rests on it", mu)
	}
	if oracle.Len() == 0 {
		return errors.New("the oracle has no examples")
	}
	return nil
}

// bound takes a lower bound of P*, and what rounding makes of it and of the objective, which is attained plus slack. A
// gap is never 0: see solver.Progress. An objective below a bound of it is an error: the subgradients that the bound is
// made of are wrong.
func (s *State) bound(attained, slack, lower, rounding float64) error {
	objective := attained + slack
	s.Slack = slack
	if objective < s.Lower-2*rounding {
		return fmt.Errorf("%w: the objective is %g, and can be no less than %g by the subgradients before; "+
			"toolkittest.Oracle tells of which example the oracle's is none", ErrInconsistent, objective, s.Lower)
	}
	s.Objective, s.Rounding = objective, 2*rounding
	s.Lower = math.Max(s.Lower, lower-rounding) // keeps NaN
	s.Gap = solver.Known(math.Max(0, objective-s.Lower) + rounding)
	return nil
}

// reset is θ ← 0.
func reset(p toolkit.Params) {
	for k := range p.Groups() {
		p.Scale(k, 0)
	}
}

// squaredNorm is ‖θ‖².
func squaredNorm(p toolkit.Params) (s float64) {
	for k := range p.Groups() {
		n := p.Norm(k)
		s += n * n
	}
	return s
}
