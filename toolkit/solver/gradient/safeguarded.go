package gradient

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Safeguarded keeps the σ that a rule tries first between Min and Max, and doubles it, up to Max, until the objective
// is below the largest P of the last Memory iterates by a share of what the step promises,
//
//	P(x⁺) ≤ max P − 10⁻⁴ (σ/2)‖x⁺ − x‖².
//
// With Max = a + μ it converges whatever the rule. Where the rule searches too, a trial is taken when both accept it;
// the rule's own search may go beyond Max. With Memory 1 no iteration raises the objective below Max.
//
// Source: Grippo, Lampariello, Lucidi, A Nonmonotone Line Search Technique for Newton's Method, SIAM J. Numer. Anal.
// 1986; Wright, Nowak, Figueiredo, Sparse Reconstruction by Separable Approximation, IEEE Trans. Signal Processing
// 2009.
type Safeguarded struct {
	Rule     StepRule // nil for Backtracking
	Min, Max float64  // Max 0 for no bound
	Memory   int      // 0 for 10
}

// Begin starts a search, whose state is the last objectives and the search of the rule.
func (g Safeguarded) Begin() Search {
	if g.Rule == nil {
		g.Rule = Backtracking{}
	}
	if g.Max == 0 || g.Max > largest {
		g.Max = largest
	}
	if g.Memory <= 0 {
		g.Memory = 10
	}
	return &safeguardedSearch{Safeguarded: g, rule: g.Rule.Begin()}
}

type safeguardedSearch struct {
	Safeguarded
	rule Search
	past []float64 // the objectives of the last iterates, this one included
}

// Sigma is that of the rule, within the bounds.
func (s *safeguardedSearch) Sigma(at Iterate) float64 {
	s.past = append(s.past, at.Objective)
	s.past = s.past[max(0, len(s.past)-s.Memory):]
	return math.Min(math.Max(s.rule.Sigma(at), s.Min), s.Max)
}

// Try accepts what the rule accepts, if the objective decreases enough or σ has come to its upper bound.
func (s *safeguardedSearch) Try(t Trial) (sigma float64, accepted bool) {
	sigma, accepted = s.rule.Try(t)
	if t.Sigma >= s.Max || s.decreases(t) {
		return sigma, accepted
	}
	doubled := math.Min(2*t.Sigma, s.Max)
	if accepted {
		return doubled, false
	}
	return math.Max(sigma, doubled), false
}

// sufficient is the share of what a step promises that it must keep.
const sufficient = 1e-4

// decreases tells whether the objective is far enough below the largest of the last ones.
func (s *safeguardedSearch) decreases(t Trial) bool {
	moved := floats.Norm(t.Step, 2)
	return t.Next.Objective <= floats.Max(s.past)-sufficient*t.Sigma/2*moved*moved
}
