package risk

import (
	"context"
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Completer is an Oracle of losses that are differences of convex functions, the second of which is a maximum, as over
// what of an example is hidden. Grad is that of the loss with what was chosen last in place of this maximum: it is
// convex in θ, and never less. Complete chooses the maximizer at p, and tells whether that is another.
type Completer interface {
	toolkit.Oracle
	Complete(ctx context.Context, i int, p toolkit.Params) (changed bool, err error)
}

// ConcaveConvex is the concave-convex procedure for the risk of a Completer:
//
//	repeat  complete all examples at θ;  θ ← the minimum, within Tol, of the convex risk that is left
//
// The first round takes examples as they are completed. Objective is the convex risk's at θ, at most P(θ) is that; it
// does not rise by more than what rounds leave to their minimum. No round knows how far P(θ) is from P*: Gap is NaN.
//
// Source: Yuille, Rangarajan, The Concave-Convex Procedure, Neural Computation 2003; Yu, Joachims, Learning Structural
// SVMs with Latent Variables, ICML 2009, algorithm 1.
type ConcaveConvex struct {
	Inner  BlockFrankWolfe // of a round; its Mu and Params are those of the whole
	Tol    float64         // relative gap at which a round ends; 0 for 1e-2
	Passes int             // of a round at most; 0 for 100
}

// Iterations yields once a round.
func (c ConcaveConvex) Iterations(ctx context.Context, oracle Completer) solver.Seq[*State] {
	if c.Tol == 0 {
		c.Tol = 1e-2
	}
	if c.Passes == 0 {
		c.Passes = 100
	}
	return solver.Sequence(ctx, func() (*State, solver.Step, error) {
		s := begin(c.Inner.Params)
		if err := check(c.Inner.Mu, oracle, c.Inner.Params); err != nil {
			return s, nil, err
		}
		return s, func(ctx context.Context) (float64, error) {
			for i := 0; i < oracle.Len() && s.Iter > 0; i++ {
				if _, err := oracle.Complete(ctx, i, c.Inner.Params); err != nil {
					return math.NaN(), fmt.Errorf("risk: example %d: %w", i+1, err)
				}
			}
			var last *State
			seq := solver.Tee(c.Inner.Iterations(ctx, oracle), func(st *State) { last = st })
			res, err := solver.Run(seq, solver.Any(solver.RelGap(c.Tol), solver.MaxIter(c.Passes)))
			if err != nil {
				return math.NaN(), err
			}
			s.Iter++
			s.Evals += res.Evals
			s.Objective, s.Slack = res.Objective, last.Slack
			return s.Objective, nil
		}, nil
	})
}

// Stationary stops where an iteration lowers the objective by no more than this share of it: of a method that knows no
// gap, as one that is not convex.
func Stationary(tol float64) solver.Stop {
	before := math.Inf(1)
	return func(p *solver.Progress) solver.Status {
		fell := before - p.Objective
		before = p.Objective
		if fell <= tol*math.Abs(p.Objective) {
			return solver.Stationary
		}
		return ""
	}
}
