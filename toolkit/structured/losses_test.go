package structured_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// chainModel is a model of emissions from x and of transitions.
func chainModel(x *linalg.Dense, labels int) *params.Model {
	emission := params.NewExplicit(structured.Emission, x, labels)
	transition := params.NewExplicit(structured.Transition, linalg.Identity(labels), labels)
	return params.NewModel([]params.Block{emission}, []params.Block{transition})
}

// TestLossesAgreeWithEnumeration compares both losses with their formulas, written out over all labellings.
func TestLossesAgreeWithEnumeration(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(25, 26))
	const labels = 3
	data := testproblems.RandomSequences(rng, 20, labels)
	x := linalg.NewDense(len(data.Y), 2, testproblems.Normal(rng, 2*len(data.Y), 1))
	m := chainModel(x, labels)
	var step toolkit.Update
	for range 30 {
		step.Add(structured.Emission, rng.IntN(x.R), rng.IntN(labels), rng.NormFloat64())
		step.Add(structured.Transition, rng.IntN(labels), rng.IntN(labels), rng.NormFloat64())
	}
	m.Add(1, &step)
	hinge, crf := &structured.Hinge{Data: data}, &structured.CRF{Data: data}
	var u toolkit.Update
	var scorer structured.ChainScorer
	for i := range data.Len() {
		y := data.Of(i)
		s := scorer.Score(m, labels, data.Start[i], data.Start[i+1])
		truth, worst, z := s.Of(y), math.Inf(-1), 0.
		testproblems.EachLabelling(len(y), labels, func(other []int) {
			cost := 0.
			for k := range y {
				if other[k] != y[k] {
					cost++
				}
			}
			worst = math.Max(worst, s.Of(other)+cost)
			z += math.Exp(s.Of(other))
		})
		if got, want := hinge.Grad(i, m, &u), worst-truth; !testproblems.Near(got, want, 1e-12) {
			t.Errorf("sequence %d: hinge %g, by enumeration %g", i, got, want)
		}
		if got, want := crf.Grad(i, m, &u), math.Log(z)-truth; !testproblems.Near(got, want, 1e-12) {
			t.Errorf("sequence %d: logistic loss %g, by enumeration %g", i, got, want)
		}
	}
}

// TestNoLossWithAMargin: where the true labelling wins by more than the cost of every other, the hinge is 0, and its
// update empty.
func TestNoLossWithAMargin(t *testing.T) {
	t.Parallel()
	data := testproblems.SmallSequences()
	m := chainModel(linalg.NewDense(4, 4, []float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}), data.Labels)
	var u toolkit.Update
	for t, y := range data.Y {
		u.Add(structured.Emission, t, y, 1.5)
	}
	m.Add(1, &u)
	for i := range data.Len() {
		if loss := (&structured.Hinge{Data: data}).Grad(i, m, &u); loss != 0 || len(u.Parts) != 0 {
			t.Errorf("sequence %d: loss %g, update %v", i, loss, u.Parts)
		}
	}
	if n := (&structured.Sequences{}).Len(); n != 0 {
		t.Errorf("no sequences count as %d", n)
	}
}
