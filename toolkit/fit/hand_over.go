package fit

import (
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// handOver is a run of FISTA that goes on where a quicker method has stalled far from the tolerance, as methods that
// trust second derivatives may where these jump; ok is false where there is no need of one, as where the solver was
// done and rounding forbids to say so, or no such run.
func (r *run) handOver(out *model.Linear) (general *run, ok bool) {
	asked := r.p.Method != "" && r.p.Method != Auto
	anything := methods[slices.IndexFunc(methods, func(m method) bool { return m.name == FISTA })]
	stalled := out.Status == solver.Stalled && r.reached == 0 && out.Gap > handOverGap*math.Abs(out.Objective)
	if !stalled || asked || r.m.name == anything.name || anything.can(r.p) != "" {
		return nil, false
	}
	general = newRun(r.p, anything, r.lambda)
	general.zero = r.zero
	general.m.why = fmt.Sprintf("%s stalled at a gap of %.1e, and it went on from there", r.m.name, out.Gap)
	return general, true
}

// handOverGap is the relative gap up to which rounding, and not the method, may be what a solver stalls at.
const handOverGap = 1e-8
