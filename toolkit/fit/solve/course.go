package solve

import (
	"cmp"
	"math"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// A run goes on from the tolerance to a share of it, for at most half as many iterations, or a few: then weights and
// singular values that are 0 in the solution are 0.
const (
	polishShare = 1e-4
	polishLeast = 10
)

// course is how far a run has come, and when it is to end:
//
//	              close                    polished, nothing gained any more, or at the limit
//	under way ──────────────▶ polishing ──────────────────────────────────────────────────────▶ converged
//	    │
//	    ├── nothing gained any more ──▶ stalled
//	    └── at the limit ─────────────▶ iteration-limit
//
// Close is a gap within the tolerance, or within what rounding lets be known of it; where there is no gap to be had, a
// residual within the tolerance; or an objective that is rounding of that at W = 0. Polished is a share of the
// tolerance, or enough iterations more. A gain is a lower objective, a smaller gap, or where there is none a smaller
// residual.
type course struct {
	tol, polish     float64
	plain           bool // there is nothing to polish
	limit, patience int
	uncertified     bool   // there is no gap to be had
	zero            atZero // P and its slope at W = 0

	lower     float64 // the best lower bound of P*
	rounding  float64 // what of the gap to it was rounding
	objective float64 // the lowest so far
	gap       float64 // the smallest so far
	residual  float64 // the last one known; NaN before
	calmest   float64 // the least residual, where there is no gap
	gained    int     // the iteration of the last gain
	reached   int     // the iteration that was close first; 0 for none
	settled   bool    // nothing but rounding is left to gain

	trial bool      // it ends as soon as it is not going to be done within the limit
	gaps  []float64 // of a trial
}

func newCourse(c Settings, m *Method, unpenalized, uncertified bool) *course {
	infinite := math.Inf(1)
	return &course{
		tol: cmp.Or(c.Tol, DefaultTol), polish: cmp.Or(m.Polish, polishShare), plain: unpenalized || c.NoPolish,
		limit: cmp.Or(c.MaxIter, m.Limit, 10000), patience: cmp.Or(m.Patience, 1000), uncertified: uncertified,
		lower: -infinite, objective: infinite, gap: infinite, residual: math.NaN(), calmest: infinite,
	}
}

// see takes notice of a state, and says why to end there, "" to go on.
func (k *course) see(s *solver.Progress, st any) solver.Status {
	if l, ok := st.(Settling); ok {
		k.settled = l.Settled()
	}
	if s.Gap >= 0 && !k.uncertified && !math.IsInf(s.Gap, 1) && !math.IsNaN(s.Objective) {
		if lower := s.Objective - s.Gap; lower > k.lower {
			k.lower, k.rounding = lower, s.Rounding
		}
	}
	if !math.IsNaN(s.Residual) {
		k.residual = s.Residual
	}
	gap := math.Max(0, s.Objective-k.lower)
	k.gain(s, gap)
	if l, ok := st.(Nearing); ok && l.Nearing() {
		k.gained = s.Iter
	}
	left := solver.Progress{Gap: gap, Rounding: k.rounding}
	forbidden := k.rounding > k.tol*math.Abs(s.Objective) && k.close(s, left.Left(), 1) // by rounding
	switch closed := k.close(s, gap, 1) || forbidden; {
	case closed && k.reached == 0:
		k.reached = max(1, s.Iter)
	case !closed && k.uncertified && s.Residual > 0: // it was close to a saddle, and left
		k.reached = 0
	}
	return k.ending(s, left.Left())
}

// gain notes what is gained.
func (k *course) gain(s *solver.Progress, gap float64) {
	if k.uncertified && s.Residual < 0.99*k.calmest {
		k.calmest, k.gained = s.Residual, s.Iter
	}
	if s.Objective < k.objective-1e-13*math.Abs(k.objective) || gap < 0.99*k.gap || s.Iter < k.gained {
		k.gained = s.Iter
	}
	if !math.IsNaN(gap) { // nor is the objective, which methods of one's own know only where it is computed for them
		k.objective, k.gap = math.Min(k.objective, s.Objective), math.Min(k.gap, gap)
	}
}

// ending says why to end, "" to go on.
func (k *course) ending(s *solver.Progress, left float64) solver.Status {
	done, idle := k.reached > 0, s.Iter-k.gained >= k.patience || s.Iter >= k.limit || k.behind(s.Iter, left, s.Objective)
	switch {
	case done && (idle || k.polished(s, left)):
		return solver.Converged
	case !idle:
		return ""
	case s.Iter >= k.limit:
		return solver.IterationLimit
	}
	return solver.Stalled
}

// polished tells whether a run that was close may end.
func (k *course) polished(s *solver.Progress, left float64) bool {
	return k.plain || k.settled || k.close(s, left, k.polish) || s.Iter >= k.reached+max(polishLeast, k.reached/2)
}

// close tells whether a gap, or a residual where there is none, is within a share of the tolerance, or there is
// nothing left to gain.
func (k *course) close(s *solver.Progress, gap, share float64) bool {
	if math.IsInf(k.lower, -1) && k.uncertified {
		return s.Residual <= share*k.tol*k.zero.slope || k.exact(s.Objective)
	}
	return gap <= share*k.tol*math.Abs(s.Objective) || k.exact(s.Objective)
}

// exact tells whether an objective is rounding of what it is at W = 0: the data are met exactly. A loss that may be
// below 0, as that of Cox with weights, says nothing by being there.
func (k *course) exact(objective float64) bool { return math.Abs(objective) <= 1e-15*k.zero.objective }

// The rate of a trial's gaps is looked at from an iteration on.
const trialFrom = 20

// behind tells whether a trial will not come to the tolerance within its limit: were the gap to fall on as much as on
// average in the last half of its iterations, or after more of them at the rate of that half.
func (k *course) behind(iter int, gap, objective float64) bool {
	if !k.trial {
		return false
	}
	k.gaps = append(k.gaps, gap)
	now, left := len(k.gaps)-1, float64(k.limit-iter)
	before, over := k.gaps[now/2], float64(now-now/2)
	if now < trialFrom {
		return gap > (before-gap)/over*left // false for the first, of which there is no fall
	}
	return math.Log(gap/(k.tol*math.Abs(objective))) > math.Log(before/gap)/over*left
}
