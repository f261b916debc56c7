package model

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/internal/vec"
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
	s := m.Support(vec.UpTo(b.Count()))
	if size := m.supportSize(vec.UpTo(b.Count())); len(s.columns) != 57 || size != 57 {
		t.Fatalf("%d columns are in the support, which is said to have %d, of 57", len(s.columns), size)
	}
	_, gramOf := m.newtonCost(len(s.columns))
	if gramOf(s.columns) != nil {
		t.Error("takes the Gram matrix of 57 columns, of 20 predictions")
	}
	got, want := m.newtonStep(s, nil).by, m.newtonStep(s, m.Loss.Gram(s.columns)).by
	if off := floats.Distance(got, want, math.Inf(1)); !(off <= 1e-7*floats.Norm(want, math.Inf(1))) {
		t.Errorf("off by %g: %v, %v by the Gram matrix", off, got, want)
	}
	if m.Mu = 0; func() bool { _, gramOf := m.newtonCost(57); return gramOf(s.columns) == nil }() {
		t.Error("without a ridge it takes no Gram matrix")
	}
}

// TestGramByOutput: the Gram matrix of columns of several outputs, one of them without examples, is that of scalar
// products, whether examples weigh the same in all outputs or not.
func TestGramByOutput(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 93))
	columns, none := linalg.NewDense(6, 10, testproblems.Normal(rng, 60, 1)), linalg.NewDense(6, 0, nil)
	b := &Blocks{N: 30, From: []int{0}}
	for j := range columns.R {
		b.Add(1, Column{A: columns, Row: j, Hi: 10}, Column{A: none, Row: j, Lo: 10, Hi: 10},
			Column{A: columns, Row: j, Lo: 10, Hi: 20}, Column{A: columns, Row: j, Lo: 20, Hi: 30})
	}
	weights := testproblems.Normal(rng, b.N, 1)
	for i := range weights {
		if weights[i] *= weights[i]; i >= 20 {
			weights[i] = weights[i-10] // the last two outputs
		}
	}
	set := []int{0, 1, 2, 3, 8, 9, 10, 11, 13, 22, 23}
	got, scratch := b.GramOf(set, weights), make([]float64, b.N)
	for i, j := range set {
		for at, k := range set {
			want := 0.
			if b.Columns[j].sameSpan(&b.Columns[k]) {
				want = WeightedDot(scratch, weights, &b.Columns[j], &b.Columns[k])
			}
			if v := got[i*len(set)+at]; !(math.Abs(v-want) <= 1e-12) {
				t.Errorf("columns %d and %d: %g, by their product %g", j, k, v, want)
			}
		}
	}
}
