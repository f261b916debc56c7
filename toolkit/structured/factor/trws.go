package factor

import (
	"context"
	"errors"
	"math"
)

// TRWS decodes by sequential tree-reweighted message passing: a bound that does not rise, and labellings on the way,
// each improved as long as a change of one node gains. On forests it is exact; else it ends where bound and score meet,
// within Gap, or where the bound hardly falls any more. It is for graphs without rules.
//
// Source: Kolmogorov, Convergent Tree-Reweighted Message Passing for Energy Minimization, PAMI 2006.
type TRWS struct {
	Iterations int     // passes there and back at most; 0 for 100
	Gap        float64 // of the score, at which it stops; 0 for what rounding allows
}

// slowly is the share of itself by which a bound falls in a pass that is one too many, and patience how many are borne.
const (
	slowly   = 1e-6
	patience = 3
)

var errRules = errors.New("factor: this decoder knows no rules: AD3 and BranchAndBound do")

// Decode begins with messages of 0.
func (d TRWS) Decode(ctx context.Context, g *Graph) (*Result, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	if len(g.rules) > 0 {
		return nil, errRules
	}
	return d.decode(ctx, newMessages(g))
}

// decode begins with messages as they are.
func (d TRWS) decode(ctx context.Context, t *messages) (*Result, error) {
	most := d.Iterations
	if most == 0 {
		most = 100
	}
	r, rounding := emptyResult(t.g), t.g.rounding()
	slow := 0
	for r.Iter < most && slow < patience {
		if err := context.Cause(ctx); err != nil {
			return r.finish(rounding), err
		}
		r.Iter++
		t.forward()
		bound := t.backward()
		if math.IsInf(bound, -1) {
			return nil, ErrInfeasible
		}
		if t.links.Forest {
			t.forward() // its choices are exact, given the messages back
		}
		t.keepBetter(r)
		if slow++; r.Bound-bound > slowly*math.Abs(bound) {
			slow = 0
		}
		r.Bound = min(r.Bound, bound)
		if t.links.Forest || r.Bound-r.Score <= max(rounding, d.Gap*math.Abs(r.Score)) {
			break
		}
	}
	return r.finish(rounding), nil
}

// emptyResult has found nothing yet.
func emptyResult(g *Graph) *Result {
	return &Result{Y: make([]int, len(g.states)), Score: math.Inf(-1), Bound: math.Inf(1)}
}
