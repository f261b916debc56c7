package model

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// TestStepByRows: with a ridge and more weights than predictions the Newton step takes the system of the predictions,
// and is that by the Gram matrix of the columns; without a ridge it is by the Gram matrix.
func TestStepByRows(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 92))
	b := pairsOf(linalg.NewDense(60, 20, testproblems.Normal(rng, 60*20, 1)))
	weights := make([]float64, b.N)
	for i := range weights {
		weights[i] = 0.5 + rng.Float64()
	}
	w := testproblems.Normal(rng, len(b.Columns), 1)
	w[0], w[1], w[2] = 0, 0, 0 // the first pair, and the first weight that is alone
	of := NewLeastSquares(*b, weights, nil)
	m := of.Model(testproblems.Normal(rng, b.N, 1), 0.3, 0.5, w)
	s := m.Support(Identity(b.Count()))
	if len(s.columns) != 57 {
		t.Fatalf("%d columns are in the support, of 57", len(s.columns))
	}
	_, gramOf := m.newtonCost(len(s.columns))
	if gramOf(s.columns) != nil {
		t.Error("takes the Gram matrix of 57 columns, of 20 predictions")
	}
	got, want := m.newtonStep(s, nil), m.newtonStep(s, m.Loss.Gram(s.columns))
	if off := floats.Distance(got, want, math.Inf(1)); !(off <= 1e-7*floats.Norm(want, math.Inf(1))) {
		t.Errorf("off by %g: %v, %v by the Gram matrix", off, got, want)
	}
	if m.Mu = 0; func() bool { _, gramOf := m.newtonCost(57); return gramOf(s.columns) == nil }() {
		t.Error("without a ridge it takes no Gram matrix")
	}
}
