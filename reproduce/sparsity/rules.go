package sparsity

import (
	"context"
	"math"

	"github.com/proxlab/proxlab/toolkit/solver/gradient"
)

// The step rules whose iterations are counted.
const (
	fixed     = "fixed"     // σ = (a + b)/2 + μ, the paper's a-priori choice
	safe      = "safe"      // σ = a + μ
	adaptive  = "adaptive"  // Barzilai-Borwein, ⟨s,r⟩/‖s‖²
	second    = "second"    // ‖r‖²/⟨s,r⟩
	alternate = "alternate" // both in turn
	printed   = "printed"   // as the paper's letter has it: twice the curvature met
	guarded   = "guarded"   // adaptive with a safeguard
	backtrack = "backtrack"
	momentum  = "momentum" // FISTA with restarts
)

var ruleTitles = map[string]string{
	fixed:     "fixed, (a + b)/2",
	safe:      "fixed, a",
	adaptive:  "BB, s·r/‖s‖²",
	second:    "BB, ‖r‖²/s·r",
	alternate: "BB, in turn",
	printed:   "BB, as printed",
	guarded:   "BB, safeguarded",
	backtrack: "backtracking",
	momentum:  "FISTA",
}

// The adaptive rules of Figure 3, and what they are called there.
var figure3Rules = []string{printed, adaptive, guarded}

var figure3Titles = map[string]string{printed: "as printed", adaptive: "corrected", guarded: "safeguarded"}

var ruleOrder = []string{fixed, safe, adaptive, second, alternate, printed, guarded, backtrack, momentum}

func (s *smooth) rule(name string) gradient.StepRule {
	most := s.a + s.mu
	least := math.Max(s.b+s.mu, 1e-6*most)
	switch name {
	case fixed:
		return gradient.OptimalStep(s.a, s.b, s.mu)
	case safe:
		return gradient.SafeStep(s.a, s.mu)
	case adaptive:
		return gradient.BarzilaiBorwein{Start: most}
	case second:
		return gradient.BarzilaiBorwein{Start: most, Second: true}
	case alternate:
		return gradient.BarzilaiBorwein{Start: most, Alternate: true}
	case printed:
		return gradient.BarzilaiBorwein{Start: most, Printed: true}
	case guarded:
		return gradient.Safeguarded{Rule: gradient.BarzilaiBorwein{Start: most}, Min: least, Max: most}
	case backtrack:
		return gradient.Backtracking{Start: most / 100}
	}
	panic("sparsity: no such rule")
}

// The stopping rule, which the paper leaves out: ‖w − w⁻‖ ≤ tolerance·‖w‖, with at most so many iterations.
const (
	tight = 1e-6
	loose = 1e-4
	limit = 100000
)

// Count is the number of iterations a rule needed for each tolerance (limit if they were not enough), and how far the
// last objective was above the minimum, relative to it.
type Count struct {
	Tight, Loose float64
	Excess       float64
}

// count runs a rule from 0. best is the minimum.
func (s *smooth) count(ctx context.Context, rule string, best float64) (Count, error) {
	out := Count{Tight: limit, Loose: limit, Excess: math.NaN()}
	stop := func(iter int, change, objective float64) bool {
		if change <= loose && out.Loose == limit {
			out.Loose = float64(iter)
		}
		out.Excess = objective/best - 1
		if change <= tight {
			out.Tight = float64(iter)
		}
		return change <= tight || iter >= limit
	}
	f := gradient.WithRidge{P: s.problem}
	if rule == momentum {
		return out, s.accelerated(ctx, f, stop)
	}
	method := gradient.IterativeProjection{Step: s.rule(rule), CheckEvery: limit + 1}
	for st, err := range method.Iterations(ctx, f) {
		if err != nil {
			return out, err
		}
		if stop(st.Iter, st.Change, st.Objective) {
			return out, nil
		}
	}
	return out, context.Cause(ctx)
}

// accelerated runs FISTA, whose points are compared here.
func (s *smooth) accelerated(
	ctx context.Context, f gradient.WithRidge, stop func(int, float64, float64) bool,
) error {
	before, x := make([]float64, f.Dim()), []float64(nil)
	for st, err := range (gradient.FISTA{Lipschitz: s.a + s.mu, CheckEvery: limit + 1}).Iterations(ctx, f) {
		if err != nil {
			return err
		}
		x = st.X(x)
		var moved, norm float64
		for j, v := range x {
			moved += (v - before[j]) * (v - before[j])
			norm += v * v
		}
		change := 0.
		if moved > 0 {
			change = math.Sqrt(moved / norm)
		}
		if stop(st.Iter, change, st.Objective) {
			return nil
		}
		before = append(before[:0], x...)
	}
	return context.Cause(ctx)
}
