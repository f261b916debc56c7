package fit

import (
	"fmt"
	"math"

	"github.com/proxlab/proxlab/toolkit/solver"

	"github.com/proxlab/proxlab/toolkit/model"
)

// handOver is a run of FISTA that goes on where a quicker method has stalled far from the tolerance, as methods that
// trust second derivatives may where these jump; ok is false where there is no need of one, as where the solver was
// done and rounding forbids to say so, or no such run.
func (r *run) handOver(out *model.Linear) (general *run, ok bool) {
	stalled := out.Status == solver.Stalled && r.reached == 0 && out.Gap > handOverGap*math.Abs(out.Objective)
	if !stalled || !r.p.Method.chosen() || r.m == FISTA || FISTA.why(r.at) != "" {
		return nil, false
	}
	general = newRun(r.p, FISTA, r.lambda)
	general.zero = r.zero
	general.why = fmt.Sprintf("%s stalled at a gap of %.1e, and it went on from there", r.m.Name, out.Gap)
	return general, true
}

// handOverGap is the relative gap up to which rounding, and not the method, may be what a solver stalls at.
const handOverGap = 1e-8
