package structures_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/internal/testproblems"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// TestTaggerGoesOn: from a model of the same sentences L-BFGS begins where that ended, to the bit; from
// one of other sentences it comes to the same minimum, and online steps begin with less loss than from 0.
func TestTaggerGoesOn(t *testing.T) {
	t.Parallel()
	d, other := tagged(30, 1), tagged(12, 2)
	for i := range other.Labels[:6] { // a label that is nowhere else
		other.Labels[i] = slices.Repeat([]string{"B"}, len(other.Labels[i]))
	}
	c := structures.Tagger{CRF: true, Templates: few, Tolerance: 1e-9}
	m := testproblems.Must(c.Fit(t.Context(), d))
	var first float64
	c.Watch = func(s structures.TaggerStep) {
		if first == 0 {
			first = s.Objective
		}
	}
	c.Start = m
	again := testproblems.Must(c.Fit(t.Context(), d))
	if first != m.Progress.Objective || again.Progress.Iter > 1 || again.Status != solver.Converged {
		t.Errorf("begins at %.17g, where %.17g was; %s after %d steps", first, m.Progress.Objective, again.Status,
			again.Progress.Iter)
	}
	c.Start, c.Watch = nil, nil
	c.Start = testproblems.Must(c.Fit(t.Context(), other))
	m = testproblems.Must(c.Fit(t.Context(), d))
	if value, other := m.Progress.Objective, again.Progress.Objective; !testproblems.Near(value, other, 1e-8) {
		t.Errorf("objective %.15g, and %.15g", value, other)
	}
	c.Templates = c.Templates[:1]
	if _, err := c.Fit(t.Context(), d); err == nil || !strings.Contains(err.Error(), "other templates") {
		t.Errorf("other templates: %v", err)
	}
	var losses []float64
	h := structures.Tagger{Templates: few, Epochs: 2}
	h.Watch = func(s structures.TaggerStep) { losses = append(losses, s.MeanLoss) }
	h.Start = testproblems.Must(h.Fit(t.Context(), d))
	testproblems.Must(h.Fit(t.Context(), d))
	if !(losses[2] < 0.8*losses[0]) {
		t.Errorf("mean losses %v", losses)
	}
}

// TestParserGoesOn: the first epoch begins with less loss than from 0, templates and tables stay, and what is held out
// is parsed no worse; from a first stage that ranks a second one follows.
func TestParserGoesOn(t *testing.T) {
	t.Parallel()
	var losses []float64
	var stages []int
	for _, c := range []structures.Parser{
		{Select: 3}, {Method: structures.PassiveAggressive, Average: true, Select: 3}, {Penalty: structures.L2},
	} {
		losses, stages = nil, nil
		c.Templates, c.Bits, c.Epochs, c.HeldOut = fewTemplates(t), 8, 1, treebank(t, 10, 2)
		c.Watch = func(e structures.ParserEpoch) {
			losses, stages = append(losses, e.MeanLoss), append(stages, e.Stage)
		}
		m := testproblems.Must(c.Fit(t.Context(), treebank(t, 20, 0)))
		tables := m.Weights[0].Len()
		cold := losses[len(losses)-1]
		losses, stages = nil, nil
		c.Start, c.Bits, c.Templates, c.Epochs = m, 0, nil, 2
		again := testproblems.Must(c.Fit(t.Context(), treebank(t, 20, 0)))
		if !(losses[0] < 0.9*cold || cold == 0) || len(stages) > 2 || again.Weights[0].Len() != tables ||
			again.HeldOut.Correct < m.HeldOut.Correct || len(again.Templates) != len(m.Templates) ||
			len(again.Ranking) != len(m.Ranking) {
			t.Errorf("%+v: mean losses %v after %g, stages %v, %d templates", c.Method, losses, cold, stages,
				len(again.Templates))
		}
	}
	all := testproblems.Must(structures.Parser{Templates: fewTemplates(t), Bits: 6}.Fit(t.Context(), treebank(t, 9, 0)))
	m, err := structures.Parser{Start: all, Select: 2}.Fit(t.Context(), treebank(t, 9, 0))
	if err != nil || len(m.Templates) != 2 || len(m.Ranking) != len(fewOfArcs) {
		t.Errorf("from a first stage: %+v, %v", m, err)
	}
}

// TestRNAGoesOn: from a solution there is next to nothing left to do.
func TestRNAGoesOn(t *testing.T) {
	t.Parallel()
	examples, _ := hairpinSet(t, 6, 1)
	for _, crf := range []bool{false, true} {
		var objectives []float64
		c := structures.RNA{CRF: crf, Lambda: 1, Tol: 1e-4, Calls: 300}
		c.Watch = func(s structures.RNAStep) { objectives = append(objectives, s.Objective) }
		m := testproblems.Must(c.Fit(t.Context(), examples))
		objectives, c.Start = nil, m
		testproblems.Must(c.Fit(t.Context(), examples))
		if !testproblems.Near(objectives[0], m.Objective, 1e-9) {
			t.Errorf("crf %v: begins at %g, where %g was", crf, objectives[0], m.Objective)
		}
	}
}
