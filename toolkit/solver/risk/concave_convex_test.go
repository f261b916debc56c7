package risk_test

import (
	"context"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/solver/risk"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// seen is a loss with nothing hidden: it counts what it is asked to complete.
type seen struct {
	*structured.Hinge
	asked *int
}

func (o seen) Complete(context.Context, int, toolkit.Params) (changed bool, err error) {
	*o.asked++
	return false, nil
}

// TestConcaveConvexOfConvex: where nothing is hidden each round comes to the minimum, which a quadratic program tells;
// examples are completed from the second round on.
func TestConcaveConvexOfConvex(t *testing.T) {
	t.Parallel()
	const mu, tol = 0.1, 1e-4
	c, asked := newChains(1), 0
	lower, upper := c.minimum(mu)
	method := risk.ConcaveConvex{
		Inner: risk.BlockFrankWolfe{Mu: mu, Pairwise: true, Params: c.model("one group")}, Tol: tol, Passes: 3600,
	}
	for s, err := range method.Iterations(t.Context(), seen{&structured.Hinge{Data: c.data}, &asked}) {
		if err != nil {
			t.Fatal(err)
		}
		if s.Iter == 0 {
			continue
		}
		if s.Objective < lower*(1-1e-9) || s.Objective > upper*(1+2*tol) || asked != (s.Iter-1)*c.data.Len() {
			t.Errorf("round %d: objective %g, the minimum %g to %g; %d completed", s.Iter, s.Objective, lower, upper, asked)
		}
		if s.Iter == 3 {
			break
		}
	}
}
