package fit_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestIteratedProxesInRawUnits: features of units far apart make steps of 1/L short, whose proxes say little of dual
// variables, and a small ridge asks for the prox of a large multiple of the penalty: gaps close all the same.
func TestIteratedProxesInRawUnits(t *testing.T) {
	t.Parallel()
	for k := range 12 {
		rng := rand.New(rand.NewPCG(uint64(k), 481))
		const n, d = 40, 16
		x, y := linalg.NewDense(n, d, nil), make([]float64, n)
		for i := range y {
			for j := range d {
				x.Row(i)[j] = rng.NormFloat64() * math.Pow(10, float64(j%5))
				y[i] += x.At(i, j) * math.Pow(10, -float64(j%5)) * float64(1+j/4)
			}
			y[i] += rng.NormFloat64()
		}
		penalty := []toolkit.Proxable{
			prox.TotalVariation{Lambda: 1, Rows: 4, Cols: 4},
			prox.Overlap{Lambda: 1, Groups: prox.Groups{{0, 1, 2, 3, 4, 5}, {4, 5, 6, 7, 8}, {8, 9, 0}, {9, 12, 13, 14, 15}}},
		}[k%2]
		c := fit.Linear{Loss: loss.Huber{Delta: 3}, Penalty: penalty, Mu: []float64{0, 1e-4}[k/2%2]}
		p, err := c.Prepare(fit.Data{X: x, Y: y})
		if err != nil {
			t.Fatal(err)
		}
		top, err := p.LambdaMax()
		if err != nil {
			t.Fatal(err)
		}
		p.Lambda = 0.1 * top
		m, err := p.Fit(t.Context())
		if err != nil || m.Status != solver.Converged {
			t.Errorf("%s, μ = %g: %s at a gap of %g of %g, error %v", penaltyOf(c), c.Mu, m.Status, m.Gap, m.Objective, err)
		}
	}
}

// TestNearlyDependentColumns: what rounding does not tell from dependent columns, though they are none, is said to be
// rounding.
func TestNearlyDependentColumns(t *testing.T) {
	t.Parallel()
	x, y := linalg.NewDense(20, 2, nil), make([]float64, 20)
	for i := range y {
		x.Row(i)[0] = float64(i) + 1
		x.Row(i)[1] = x.At(i, 0)
		y[i] = float64(i * i % 7)
	}
	x.Row(3)[1] = math.Nextafter(x.At(3, 1), 5)
	m, err := fit.Linear{Loss: loss.Squared{}}.Fit(t.Context(), fit.Data{X: x, Y: y})
	if err != nil || m.Status != solver.Stalled || !strings.HasSuffix(m.Why, model.ByRounding) {
		t.Errorf("%s %s, gap %g, error %v", m.Status, m.Why, m.Gap, err)
	}
}
