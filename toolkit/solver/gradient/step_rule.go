package gradient

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// StepRule chooses σ, the reciprocal of the stepsize of IterativeProjection. s = x − x⁻ and r = ∇f(x) − ∇f(x⁻) are those of the iteration
// before; nil in the first, iter 0.
type StepRule interface {
	Sigma(iter int, s, r []float64) float64
}

// FixedStep is one σ throughout.
type FixedStep float64

// Sigma is σ.
func (f FixedStep) Sigma(int, []float64, []float64) float64 { return float64(f) }

// OptimalStep is the a-priori σ = (a + b)/2 + μ for b ≤ ∇²f ≤ a before (μ/2)‖x‖² is added, at which Contraction is least,
// (a − b)/(a + b + 2μ). Where b + μ = 0 that is 1: no contraction, though the iteration may converge.
//
// Source: Rosasco, Mosci, Santoro, Verri, Villa, Iterative Projection Methods for Structured Sparsity Regularization, 2009, Proposition 1 and
// Corollary 1, whose a and b are twice ours: theirs are of F = 2f.
func OptimalStep(a, b, mu float64) FixedStep { return FixedStep((a+b)/2 + mu) }

// SafeStep is σ = a + μ, with which no iteration raises the objective.
func SafeStep(a, mu float64) FixedStep { return FixedStep(a + mu) }

// Contraction is L_σ = max(|1 − (a + μ)/σ|, |1 − (b + μ)/σ|): the iteration with this fixed σ brings two points closer by that factor at
// least, where it is below 1. From 1 on it need not converge.
func Contraction(sigma, a, b, mu float64) float64 {
	return math.Max(math.Abs(1-(a+mu)/sigma), math.Abs(1-(b+mu)/sigma))
}

// BarzilaiBorwein is σ = ⟨s, r⟩/‖s‖², the curvature met in the last step, with Second ‖r‖²/⟨s, r⟩, with Alternate one and the other in turn.
// The objective need not fall, and need not converge: put it into Safeguarded. Where the last step was 0 or met no curvature, and in the
// first iteration, it is Start.
//
// Source: Barzilai, Borwein, Two-Point Step Size Gradient Methods, IMA J. Numer. Anal. 1988.
type BarzilaiBorwein struct {
	Start             float64 // > 0: the curvature's upper bound is safe
	Second, Alternate bool
	// Printed doubles σ: as Rosasco et al. (2009), section 3.2, have it, with the full gradient's difference and half its step.
	Printed bool
}

// Sigma is σ.
func (b BarzilaiBorwein) Sigma(iter int, s, r []float64) float64 {
	if s == nil {
		return b.Start
	}
	ss, sr, rr := floats.Dot(s, s), floats.Dot(s, r), floats.Dot(r, r)
	sigma := sr / ss
	if b.Second != (b.Alternate && iter%2 == 1) {
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

// Safeguarded keeps a rule's σ between Least and Most, and doubles it, up to Most, until the objective is below the largest of the last
// Memory ones by a share of what the step promises. With Most = a + μ it converges whatever the rule.
//
// Source: Grippo, Lampariello, Lucidi, A Nonmonotone Line Search Technique for Newton's Method, SIAM J. Numer. Anal. 1986; Wright, Nowak,
// Figueiredo, Sparse Reconstruction by Separable Approximation, IEEE Trans. Signal Processing 2009.
type Safeguarded struct {
	Rule        StepRule
	Least, Most float64
	Memory      int // 0 for 10
}

// Sigma is that of the rule, within the bounds.
func (g Safeguarded) Sigma(iter int, s, r []float64) float64 {
	return math.Min(math.Max(g.Rule.Sigma(iter, s, r), g.Least), g.Most)
}

func (g Safeguarded) memory() int {
	if g.Memory == 0 {
		return 10
	}
	return g.Memory
}

// Backtracking doubles σ until f lies below its quadratic model of that curvature, f(x⁺) ≤ f(x) + ⟨∇f(x), x⁺ − x⟩ + (σ/2)‖x⁺ − x‖², and lets
// it sink by a tenth before each iteration: for losses without a bound of the curvature, such as the exponential one. No iteration raises the
// objective.
//
// Source: Beck, Teboulle, A Fast Iterative Shrinkage-Thresholding Algorithm, SIAM J. Imaging Sciences 2009, section 3.
type Backtracking struct {
	Start float64 // > 0, the first σ to try
}

// Sigma is Start.
func (b Backtracking) Sigma(int, []float64, []float64) float64 { return b.Start }

// sink is what σ is multiplied by between two iterations of Backtracking.
const sink = 0.9
