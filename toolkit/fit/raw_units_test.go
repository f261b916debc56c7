package fit_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestRawUnits: incomes of thousands beside shares below 1 are solved as they are, without an intercept too, by losses
// with kinks and smooth ones, with penalties whose prox does not go with scaled features.
func TestRawUnits(t *testing.T) {
	t.Parallel()
	const n, d = 150, 24
	rng := rand.New(rand.NewPCG(1, 9))
	x := linalg.NewDense(n, d, nil)
	numbers, labels := make([]float64, n), make([]float64, n)
	for i := range n {
		r := x.Row(i)
		for j := 0; j < d; j += 3 {
			r[j], r[j+1], r[j+2] = math.Round(5000+1500*rng.NormFloat64()), rng.Float64(), 40+12*rng.NormFloat64()
		}
		numbers[i] = 0.001*r[0] + 3*r[1] - 2*r[4] + 0.05*r[2] + 0.5*rng.NormFloat64()
		labels[i] = math.Copysign(1, numbers[i]-7.5+rng.NormFloat64())
	}
	var overlapping prox.Groups
	for j := 0; j+4 <= d; j += 2 {
		overlapping = append(overlapping, []int{j, j + 1, j + 2, j + 3})
	}
	for _, l := range []toolkit.Loss{
		loss.Hinge{}, loss.Quantile{Tau: 0.5}, loss.EpsilonInsensitive{Epsilon: 0.1}, loss.Squared{}, loss.Logistic{},
	} {
		data := fit.Data{X: x, Y: numbers}
		if b, ok := l.(loss.Labelled); ok && b.Binary() {
			data.Y = labels
		}
		for _, penalty := range []toolkit.Proxable{
			prox.Slope{Lambda: 1, Weights: prox.BenjaminiHochberg(d, 0.2)}, prox.Fused{Lambda: 1, Mix: 0.5},
			prox.Overlap{Lambda: 1, Groups: overlapping},
		} {
			c := fit.Linear{Loss: l, Penalty: penalty}
			most, err := c.LambdaMax(data)
			if err != nil {
				t.Fatal(err)
			}
			c.Lambda = 0.001 * most
			m, err := c.Fit(t.Context(), data)
			if err != nil || m.Status != solver.Converged || !(m.Gap <= 1e-6*m.Objective) || m.Iterations > 20000 {
				t.Errorf("%s × %s: %s by %s after %d iterations, gap %g of %g, error %v", l, penaltyOf(c), m.Status, m.Method,
					m.Iterations, m.Gap, m.Objective, err)
			}
		}
	}
}
