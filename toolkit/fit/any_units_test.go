package fit_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// anyUnits are examples for a loss and a penalty, columns times 1000, 1 and 1/1000 in turns.
func anyUnits(c fit.Linear, n, d int, seed uint64) fit.Data {
	data := goldenData(c, n, d, seed/3*3) // dense
	x := data.X.(*linalg.Dense)
	for i := range n {
		for j := range x.Row(i) {
			x.Row(i)[j] *= math.Pow(1000, float64(j%3-1))
		}
	}
	return data
}

// inAnyUnits are the settings of a pair: with a ridge where P may have no minimum without one.
func inAnyUnits(l toolkit.Loss, penalty toolkit.Proxable) fit.Linear {
	c := fit.Linear{Loss: l, Penalty: penalty}
	if of, ok := penalty.(prox.Slope); ok && lossOf(c) == "multinomial" {
		of.Weights = prox.Oscar(4*8, 0.3)
		c.Penalty = of
	}
	ranking := lossOf(c) == "pairwise" || lossOf(c) == "ndcg"
	c.Intercept = !ranking && lossOf(c) != "cox"
	_, weak := penalty.(interface{ WeakConvexity() float64 })
	if shareOf(c, 1) == nil || lossOf(c) == "cox" && penaltyOf(c) == "tv" || weak && math.IsInf(l.Curvature(), 1) {
		c.Mu = 0.1
	}
	return c
}

// TestPairsInAnyUnits: every loss with every penalty converges, in raw units of which columns differ by a factor of 10⁶
// and standardized, at the tolerance of doors. With -v a line tells of each pair.
func TestPairsInAnyUnits(t *testing.T) {
	t.Parallel()
	for k := range 2 * len(goldenLosses) * len(goldenPenalties) {
		a, b := k/2/len(goldenPenalties), k/2%len(goldenPenalties)
		c := inAnyUnits(goldenLosses[a], goldenPenalties[b])
		c.Standardize = k%2 == 1
		_, weak := c.Penalty.(interface{ WeakConvexity() float64 })
		if testing.Short() && lossOf(c) == "multinomial" && (shareOf(c, 1) == nil || weak) {
			continue // by gradients they take thousands of steps
		}
		data := anyUnits(c, 40, 8, uint64(5*a+3*b))
		if _, err := c.Explain(data); err != nil {
			continue // they do not go together, as the table of pairs has it
		}
		t.Run(fmt.Sprintf("%s/%s/%v", lossOf(c), penaltyOf(c), c.Standardize), func(t *testing.T) {
			t.Parallel()
			p, err := c.Prepare(data)
			if err != nil {
				t.Fatal(err)
			}
			if shareOf(c, 1) != nil {
				most, err := p.LambdaMax()
				if err != nil {
					t.Fatal(err)
				}
				c.Lambda = 0.05 * most
			}
			if w, weak := c.Penalty.(interface{ WeakConvexity() float64 }); weak && math.IsInf(c.Loss.Curvature(), 1) {
				c.Mu = 1.01 * c.Lambda * w.WeakConvexity() // more than makes P convex
			}
			begun := time.Now()
			m, err := c.Fit(t.Context(), data)
			if err != nil || m.Status != solver.Converged {
				t.Fatalf("%+v, %v", m, err)
			}
			t.Logf("%s: %d iterations, %.3f s, gap %.1e of P (%s)", m.Method, m.Iterations, time.Since(begun).Seconds(),
				m.Gap/math.Abs(m.Objective), m.GapKind)
		})
	}
}
