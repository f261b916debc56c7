package fit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
)

// TestNoRunaway: neither loss nor penalty sees the mean of weights that total variation joins, beside an unpenalized
// column of their features' sum: Newton steps, whose system is singular along it, do not leave with the weights. Where
// they did, P was 5.5e15 in place of 2.4e7, and the weights 1e11.
func TestNoRunaway(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(82, 1))
	n := 6 + rng.IntN(12)
	x, y := linalg.NewDense(n, 4, nil), make([]float64, n)
	for i := range n {
		row := x.Row(i)
		row[0], row[1] = float64(rng.IntN(2)), float64(1990+rng.IntN(31)) // a flag and a year
		for j := 2; j < 4; j++ {
			if rng.IntN(6) == 0 {
				row[j] = rng.NormFloat64()
			}
		}
		y[i] = math.Round(2e5 + 1e4*rng.NormFloat64())
	}
	data := fit.Data{X: x, Y: y}
	penalty := prox.TotalVariation{Lambda: 1, Rows: 1, Cols: 4}
	c := fit.Linear{Loss: loss.Huber{Delta: 5000}, Penalty: penalty, Intercept: true}
	most, err := c.LambdaMax(data)
	if err != nil {
		t.Fatal(err)
	}
	c.Lambda = 0.015 * most
	least := solved(t, c, data)
	c.Penalty = prox.Fused{Lambda: 1, Mix: 1} // the same on a line, with a prox of its own
	if other := solved(t, c, data); math.Abs(least-other) > 2e-6*other {
		t.Errorf("by total variation %.10g, by the fused lasso %.10g", least, other)
	}
}
