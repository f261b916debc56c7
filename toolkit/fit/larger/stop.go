package larger

import (
	"cmp"
	"math"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// The passes of a fit at most, and those in a row without gain after which rounding, or the kinks of a hinge, allow no
// more.
const (
	mostPasses  = 200
	idlePasses  = 12
	sampleParts = 16 // a fit of each so many blocks comes first, where there are twice as many
	samplePass  = 15
	sampleTol   = 1e-3
)

// tolerance is Tol, or its default.
func (p *Prepared) tolerance() float64 { return cmp.Or(p.Tol, fit.DefaultTol) }

// stop says when to: at the tolerance, at the most passes, and where nothing is gained any more.
func (p *Prepared) stop(idleFor int) solver.Stop {
	limit, gap, objective, gained := p.MaxIter, math.Inf(1), math.Inf(1), 0
	if limit == 0 {
		limit = mostPasses
	}
	idle := func(s *solver.Progress) solver.Status {
		if s.Gap < 0.99*gap || s.Objective < objective-1e-13*math.Abs(objective) {
			gap, objective, gained = math.Min(gap, s.Gap), math.Min(objective, s.Objective), s.Iter
		}
		if s.Iter-gained >= idleFor {
			return solver.Stalled
		}
		return ""
	}
	return solver.Any(solver.RelGap(p.tolerance()), solver.MaxIter(limit), idle)
}
