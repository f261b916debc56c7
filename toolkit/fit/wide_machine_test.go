package fit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
)

// TestWideMachine: support vector machines of more dense features than examples, with and without an intercept, are the
// same by methods that look at them in the space of the examples, and by one that does not.
func TestWideMachine(t *testing.T) {
	t.Parallel()
	const n, d = 40, 150
	rng := rand.New(rand.NewPCG(11, 27))
	x := linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1))
	for i := range n { // smooth curves, which passes are slow on
		row := x.Row(i)
		for j := 1; j < d; j++ {
			row[j] = 0.99*row[j-1] + 0.1*row[j]
		}
	}
	copy(x.Row(1), x.Row(0))
	y := testproblems.Signs(testproblems.Normal(rng, n, 1))
	for _, intercept := range []bool{false, true} {
		c := fit.Linear{Loss: loss.Hinge{}, Mu: 1e-3, Intercept: intercept, Tol: 1e-9}
		var first float64
		for _, m := range []*fit.Method{fit.Multipliers, fit.SemismoothNewton, fit.InteriorPoint, fit.Auto} {
			c.Method = m
			got, err := c.Fit(t.Context(), fit.Data{X: x, Y: y})
			if err != nil {
				t.Fatal(m, err)
			}
			if first == 0 {
				first = got.Objective
			}
			if len(got.Weights) != d || math.Abs(got.Objective-first) > 2e-9*first || got.Gap > 1e-9*first {
				t.Errorf("%s, intercept %t: %d weights, P %.12g, gap %g, by multipliers %.12g", got.Method, intercept,
					len(got.Weights), got.Objective, got.Gap, first)
			}
			again, err := c.Certify(t.Context(), fit.Data{X: x, Y: y}, got.Weights, got.Intercept)
			if err != nil || math.Abs(again.Objective-got.Objective) > 1e-11*first {
				t.Errorf("%s, intercept %t: P %.15g, and computed anew %.15g (%v)", got.Method, intercept, got.Objective,
					again.Objective, err)
			}
		}
	}
}
