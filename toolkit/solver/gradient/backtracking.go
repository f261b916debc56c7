package gradient

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
)

// Backtracking doubles σ until f lies below its quadratic model of that curvature,
//
//	f(x⁺) ≤ f(x) + ⟨∇f(x), x⁺ − x⟩ + (σ/2)‖x⁺ − x‖²,
//
// and tries nine tenths of the last σ first in the next iteration: for losses without a bound of the curvature, such as
// the exponential one. No iteration raises the objective.
//
// Source: Beck, Teboulle, A Fast Iterative Shrinkage-Thresholding Algorithm, SIAM J. Imaging Sciences 2009, section 3.
type Backtracking struct {
	Start float64 // the first σ to try; 0 for 1
}

// Begin starts a search, whose state is the last σ.
func (b Backtracking) Begin() Search {
	if b.Start == 0 {
		b.Start = 1
	}
	return &backtrackingSearch{start: b.Start}
}

// backtrackingOf starts at the constant that a function knows.
func backtrackingOf(f toolkit.Smooth) Backtracking {
	if l, ok := f.(Lipschitzer); ok {
		if start := l.Lipschitz(); start > 0 && !math.IsInf(start, 1) {
			return Backtracking{Start: start}
		}
	}
	return Backtracking{}
}

type backtrackingSearch struct {
	start float64
	step  float64 // 1/σ of the last trial that was accepted
}

// relaxation is what σ is multiplied by between two iterations.
const relaxation = 0.9

// Sigma is nine tenths of the last σ.
func (s *backtrackingSearch) Sigma(at Iterate) float64 {
	if at.Iter == 0 {
		return s.start
	}
	return relaxation / s.step
}

// largest is the σ up to which searches double it: there is no much larger number.
const largest = math.MaxFloat64 / 4

// Try accepts a trial at which f is below the model.
func (s *backtrackingSearch) Try(t Trial) (sigma float64, accepted bool) {
	if t.Sigma < largest && !belowModel(t) {
		return 2 * t.Sigma, false
	}
	s.step = 1 / t.Sigma
	return t.Sigma, true
}

// cancellation is the relative size below which a difference of two values of f has too few digits left.
const cancellation = 1e-9

// belowModel tells whether f at x⁺ is below its model around x. Near the minimum, where that is a difference of numbers
// that agree to rounding, half the change of the slope along the step stands for it, as for a quadratic.
func belowModel(t Trial) bool {
	excess := t.Next.F - t.F - t.Slope()
	if !math.IsInf(excess, 1) && math.Abs(excess) <= cancellation*(math.Abs(t.Next.F)+math.Abs(t.F)) {
		excess = (floats.Dot(t.Next.Grad, t.Step) - t.Slope()) / 2
	}
	return !(excess > t.Sigma/2*t.Squared()) // a NaN is no reason to go on
}
