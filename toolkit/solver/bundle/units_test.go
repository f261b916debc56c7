package bundle_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/bundle"
	"github.com/proxlab/proxlab/toolkit/solver/newton"
)

// TestUnits: a support vector machine on incomes, prices and shares is what an interior-point method finds, from any
// start, and its gap is not less than what is left.
func TestUnits(t *testing.T) {
	t.Parallel()
	for seed := range uint64(16) {
		rng := rand.New(rand.NewPCG(seed, 9))
		const n, d = 40, 12
		x, y, units := linalg.NewDense(n, d, nil), make([]float64, n), make([]float64, d)
		start := make([]float64, d)
		for i := range n {
			row := x.Row(i)
			for j := range row {
				row[j] = []float64{1, 3000, 2e5, 0.01}[j%4] * rng.NormFloat64()
			}
			y[i] = row[0] + row[1]/3000 - row[2]/2e5 + rng.NormFloat64()
		}
		mu := math.Pow(10, -5*rng.Float64())
		for j, norm := range linalg.ColumnNorms(x) {
			units[j] = 1 / math.Sqrt(1e5*mu+norm*norm/n)
			start[j] = units[j] * rng.NormFloat64()
		}
		p := solver.NewProblem(x, loss.Hinge{Y: testproblems.Signs(y)}, prox.Ridge{Mu: mu})
		tight := solver.Any(solver.RelGap(1e-9), solver.MaxIter(300))
		best, err := solver.Run(newton.InteriorPoint{}.Iterations(t.Context(), p), tight)
		if err != nil {
			t.Fatal(err)
		}
		m := bundle.Stabilized{Config: bundle.Config{Lambda: mu, Bounded: true, Start: start}, Units: units}
		stop := solver.Any(solver.RelGap(1e-6), solver.MaxIter(2000))
		got, err := solver.Run(m.Iterations(t.Context(), bundle.Risk{Problem: p}), stop)
		if err != nil || got.Status != solver.Converged {
			t.Errorf("%d: %s at a gap of %g of %g, %v", seed, got.Status, got.Gap, got.Objective, err)
		}
		if !(p.Objective(got.X)-best.Objective <= got.Gap) || math.Abs(p.Objective(got.X)/got.Objective-1) > 1e-9 {
			t.Errorf("%d: P = %.12g, said %.12g with a gap of %g, the minimum is %.12g", seed, p.Objective(got.X),
				got.Objective, got.Gap, best.Objective)
		}
	}
}

// TestUnitsAreRefused: units of another number, that are 0, or beside w ≥ 0.
func TestUnitsAreRefused(t *testing.T) {
	t.Parallel()
	for what, m := range map[string]bundle.Stabilized{
		"too many":    {Units: []float64{1, 1}},
		"0":           {Units: []float64{0}},
		"nonnegative": {Units: []float64{2}, Config: bundle.Config{Nonnegative: true}},
	} {
		for _, err := range m.Iterations(t.Context(), &rounds{}) {
			if err == nil {
				t.Errorf("%s: no error", what)
			}
			break
		}
	}
}
