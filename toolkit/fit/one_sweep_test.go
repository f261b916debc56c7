package fit

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/loss"
	"github.com/proxlab/proxlab/toolkit/prox"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestSlopesOfSweep: the slopes at 0 that the sweep over features has found are those of the problem that solvers see.
func TestSlopesOfSweep(t *testing.T) {
	t.Parallel()
	const n, d = 60, 900
	rng := rand.New(rand.NewPCG(5, 1))
	data := Data{
		X: linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1)), Y: testproblems.Normal(rng, n, 1),
		Offset: testproblems.Normal(rng, n, 3),
	}
	for i := range data.Y {
		data.Y[i] += 1000
	}
	p, err := Linear{Loss: loss.Squared{}, Penalty: prox.L1{Lambda: 1}, Intercept: true, Lambda: 0.1}.Prepare(data)
	if err != nil {
		t.Fatal(err)
	}
	at := p.made
	if at == nil || at.slopes == nil {
		t.Fatal("the sweep has found no slopes")
	}
	again := solver.NewProblem(at.x, at.loss, at.penalty).WithUnpenalized(at.unpenalized)
	value, want := again.AtZero()
	known, got := at.AtZero()
	if !(floats.Distance(got, want, 2) <= 1e-12*floats.Norm(want, 2)) || known != value {
		t.Errorf("the slopes are off by %g of %g, the objective is %g for %g", floats.Distance(got, want, 2),
			floats.Norm(want, 2), known, value)
	}
}

// TestNoSlopesBesideOthers: where a feature is not penalized, slopes at 0 are those at its best weight.
func TestNoSlopesBesideOthers(t *testing.T) {
	t.Parallel()
	const n, d = 60, 300
	rng, weights := rand.New(rand.NewPCG(5, 2)), slices.Repeat([]float64{1}, d)
	weights[7] = 0
	data := Data{X: linalg.NewDense(n, d, testproblems.Normal(rng, n*d, 1)), Y: testproblems.Normal(rng, n, 1)}
	c := Linear{Loss: loss.Squared{}, Penalty: prox.L1{Lambda: 1, Weights: weights}, Intercept: true, Lambda: 0.05}
	m, err := c.Fit(t.Context(), data)
	if err != nil || !(m.Gap <= 1e-6*m.Objective) || m.Weights[7] == 0 {
		t.Errorf("the gap is %g of %g, weight 7 %g, %v", m.Gap, m.Objective, m.Weights[7], err)
	}
}
