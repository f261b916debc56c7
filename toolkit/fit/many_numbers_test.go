package fit_test

import (
	"math"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestManyNumbersAreSplit: of many numbers norms over blocks go through splitting, too, to the minimum of multipliers.
func TestManyNumbersAreSplit(t *testing.T) {
	t.Parallel()
	groups := make(prox.Groups, 34)
	for j := range 170 {
		groups[j/5] = append(groups[j/5], j)
	}
	for _, penalty := range []toolkit.Proxable{prox.L1{Lambda: 1}, prox.L21{Lambda: 1, Groups: groups}} {
		c := fit.Linear{Loss: loss.Quantile{Tau: 0.3}, Penalty: penalty, Lambda: 0.1, Intercept: true}
		data := sample(&c, 300, 170, 8)
		m, err := c.Fit(t.Context(), data)
		if err != nil || m.Method != fit.Composite.Name || m.Status != solver.Converged {
			t.Fatalf("%s: %s by %s, %v", penaltyOf(c), m.Status, m.Method, err)
		}
		c.Method = fit.Multipliers
		other, err := c.Fit(t.Context(), data)
		if err != nil || math.Abs(other.Objective-m.Objective) > m.Gap+other.Gap {
			t.Errorf("%s: %.12g, by multipliers %.12g, %v", penaltyOf(c), m.Objective, other.Objective, err)
		}
	}
}
