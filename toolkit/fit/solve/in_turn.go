package solve

import (
	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox/terms"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate"
)

// About how many factors composite.Method takes for a smooth loss, and how many passes over the features beside these;
// the fewest steps of FISTA that are worth its beginning, and the variables up to which they cost little whatever the
// penalty.
const (
	splitFactors = 40
	splitPasses  = 600
	fewestSteps  = 1000
	fewVariables = 20
)

// inTurn is FISTA first where it is the method, and composite.Method where that takes more time than this is predicted
// to: in raw units, or with a small λ, it takes thousands of steps. Neither then takes more than twice the time of the
// quicker one, as predicted. Steps are not predicted of a penalty of parts, or of differences alone, whose prox is
// found by iteration: each of them is a problem as large as what splits solve once, and these begin where there are
// more than a few variables.
func (c *Case) inTurn(s Settings, m *Method, p *solver.Problem) *Method {
	if m != FISTA || !c.Wanted.Free() || s.MaxIter > 0 {
		return m
	}
	most, ok := c.stepsBefore(p)
	if !ok {
		return m
	}
	out := *Composite
	out.Why = "a smooth loss: each function is split, where accelerated proximal gradient, which comes first, is slow"
	out.First = func(*Case, *solver.Problem) (*Method, int) { return FISTA, most }
	return &out
}

// stepsBefore are the steps of FISTA that cost what composite.Method is predicted to; ok is false where that does not
// know the problem.
func (c *Case) stepsBefore(p *solver.Problem) (most int, ok bool) {
	asked := *c
	asked.Wanted = Composite
	t, ok := terms.Of(c.whole(), c.Features)
	if !ok || c.Outputs > 1 || asked.why(Composite) != "" || !derivatives(t) {
		return 0, false
	}
	n, size := float64(c.Examples), float64(t.Variables(c.Features))
	if size > mostFactored || n*size*size > mostMultiplied {
		return 0, false
	}
	_, iterative := c.whole().(toolkit.IterativeProx)
	if hard := t.Part != nil || c.Whole != nil; iterative && hard && size > fewVariables {
		return 0, true
	}
	entries, entry, product := n*size, float64(denseEntry), operationTime
	if sparse, ok := p.A.(coordinate.Counted); ok && !linalg.IsDense(p.A) {
		entries, entry, product = float64(sparse.NNZ()), sparseEntry, sparseTime
	}
	factor := size*size*size/3*operationTime + entries*entries/n*product
	return max(fewestSteps, int(splitPasses+splitFactors*factor/(2*entry*entries))), true
}
