package gradient

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// FixedStep is one σ throughout.
type FixedStep float64

// Begin starts a search, which has no state.
func (f FixedStep) Begin() Search { return f }

// Sigma is σ.
func (f FixedStep) Sigma(Iterate) float64 { return float64(f) }

// Try accepts every trial.
func (f FixedStep) Try(t Trial) (sigma float64, accepted bool) { return t.Sigma, true }

// OptimalStep is the a-priori σ = (a + b)/2 + μ for b ≤ ∇²f ≤ a before (μ/2)‖x‖² is added, at which Contraction is
// smallest, (a − b)/(a + b + 2μ). Where b + μ = 0 that is 1: no contraction, though the iteration may converge.
//
// Source: Rosasco, Mosci, Santoro, Verri, Villa, Iterative Projection Methods for Structured Sparsity Regularization,
// 2009, Proposition 1 and Corollary 1, whose a and b are twice ours: theirs are of F = 2f.
func OptimalStep(a, b, mu float64) FixedStep { return FixedStep((a+b)/2 + mu) }

// SafeStep is σ = a + μ, with which no iteration raises the objective.
func SafeStep(a, mu float64) FixedStep { return FixedStep(a + mu) }

// Contraction is L_σ = max(|1 − (a + μ)/σ|, |1 − (b + μ)/σ|): the iteration with this fixed σ brings two points closer
// by that factor at least, where it is below 1. From 1 on it need not converge.
func Contraction(sigma, a, b, mu float64) float64 {
	return math.Max(math.Abs(1-(a+mu)/sigma), math.Abs(1-(b+mu)/sigma))
}

// BarzilaiBorwein is σ = ⟨s, r⟩/‖s‖², the curvature met in the last step, with Second ‖r‖²/⟨s, r⟩, with Alternate one
// and the other in turn. The objective need not fall, and need not converge: put it into Safeguarded. Where the last
// step was 0 or met no curvature, and in the first iteration, it is Start.
//
// Source: Barzilai, Borwein, Two-Point Step Size Gradient Methods, IMA J. Numer. Anal. 1988.
type BarzilaiBorwein struct {
	Start             float64 // > 0: the curvature's upper bound is safe
	Second, Alternate bool
	// Printed doubles σ: as Rosasco et al. (2009), section 3.2, have it, with the full gradient's difference and half
	// its step.
	Printed bool
}

// Begin starts a search, which has no state.
func (b BarzilaiBorwein) Begin() Search { return b }

// Sigma is σ.
func (b BarzilaiBorwein) Sigma(at Iterate) float64 {
	if at.S == nil {
		return b.Start
	}
	ss, sr, rr := floats.Dot(at.S, at.S), floats.Dot(at.S, at.R), floats.Dot(at.R, at.R)
	sigma := sr / ss
	if b.Second != (b.Alternate && at.Iter%2 == 1) {
		sigma = rr / sr
	}
	if !(sigma > 0) || math.IsInf(sigma, 1) {
		return b.Start
	}
	if b.Printed {
		return 2 * sigma
	}
	return sigma
}

// Try accepts every trial.
func (b BarzilaiBorwein) Try(t Trial) (sigma float64, accepted bool) { return t.Sigma, true }
