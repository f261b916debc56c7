package structures

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/model"
	"github.com/proxlab/proxlab/toolkit/params"
	"github.com/proxlab/proxlab/toolkit/structured"
	"github.com/proxlab/proxlab/toolkit/structured/second"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// waves are sentences whose first two words tell their labels, and all others nothing: these change every second time.
func waves(count int, seed uint64) (d Tagged) {
	rng := rand.New(rand.NewPCG(seed, 9))
	for range count {
		var words [][]string
		var labels []string
		phase := rng.IntN(4)
		for t := range 4 + rng.IntN(5) {
			label := []string{"up", "up", "down", "down"}[(phase+t)%4]
			if word := "–"; t > 1 {
				words = append(words, []string{word})
			} else {
				words = append(words, []string{label})
			}
			labels = append(labels, label)
		}
		d.Words, d.Labels = append(d.Words, words), append(d.Labels, labels)
	}
	return d
}

// TestSecondOrder: what only the two labels before tell is learnt by both losses, and by chains of first order is not;
// a saved tagger is the same, and one to go on from, too.
func TestSecondOrder(t *testing.T) {
	t.Parallel()
	train, test := waves(60, 1), waves(40, 2)
	only, _, err := templates.ReadWords(strings.NewReader("form[0]\n"), "only")
	if err != nil {
		t.Fatal(err)
	}
	for _, crf := range []bool{false, true} {
		c := Tagger{CRF: crf, Order: 2, Templates: only, C: []float64{30}, Seed: 1}
		m, err := c.Fit(t.Context(), train)
		if err != nil {
			t.Fatal(err)
		}
		right := func(m *model.Tagger) bool {
			guess, err := m.Predict(t.Context(), test.Words)
			if err != nil {
				t.Fatal(err)
			}
			return slices.EqualFunc(guess, test.Labels, slices.Equal)
		}
		if !right(m) || m.Order() != 2 {
			t.Errorf("crf %t: not all labels are right, order %d", crf, m.Order())
		}
		var b bytes.Buffer
		if err := m.Save(&b); err != nil {
			t.Fatal(err)
		}
		again, err := model.LoadTagger(&b)
		if err != nil || !right(again) || !floats.Equal(again.Following.Data, m.Following.Data) {
			t.Errorf("crf %t: the saved tagger is another, or an error: %v", crf, err)
		}
		c.Start, c.Templates, c.Epochs = again, nil, 1
		if more, err := c.Fit(t.Context(), train); err != nil || !right(more) {
			t.Errorf("crf %t: going on: %v", crf, err)
		}
		c.Order = 1
		if _, err := c.Fit(t.Context(), train); err == nil || !strings.Contains(err.Error(), "one is of second order") {
			t.Errorf("going on from another order: %v", err)
		}
		c.Start, c.Templates = nil, only
		if first, err := c.Fit(t.Context(), train); err != nil || right(first) {
			t.Errorf("crf %t: a chain of first order knows it, too, or %v", crf, err)
		}
	}
	for _, c := range []Tagger{{Order: 3}, {Order: -1}, {Order: 2, Segments: true}, {Order: 2, NoTransitions: true}} {
		if _, err := c.Fit(t.Context(), train); err == nil || !strings.Contains(err.Error(), "an order of") {
			t.Errorf("%v", err)
		}
	}
}

// TestSecondOrderRisk: the risk of L-BFGS is that of the losses, and its gradient theirs.
func TestSecondOrderRisk(t *testing.T) {
	t.Parallel()
	only, _, err := templates.ReadWords(strings.NewReader("form[0]\nform[-1]\n"), "two")
	if err != nil {
		t.Fatal(err)
	}
	p, err := Tagger{CRF: true, Order: 2, Templates: only}.prepare(t.Context(), waves(5, 3))
	if err != nil {
		t.Fatal(err)
	}
	n, c := len(p.pairs.Output), len(p.labels)
	w, rng := make([]float64, n+second.Rows(c)*c), rand.New(rand.NewPCG(1, 1))
	for k := range w {
		w[k] = rng.NormFloat64()
	}
	p.start = w
	g := make([]float64, len(w))
	value, err := newChainRisk(t.Context(), p, 0.1).at(g, w)
	if err != nil {
		t.Fatal(err)
	}
	block := params.NewSeen(structured.Emission, p.x, p.pairs, c)
	block.SetWeights(w[:n])
	following := params.NewExplicit(structured.Transition, linalg.Identity(second.Rows(c)), c)
	all := params.NewModel([]params.Block{block, following})
	var u toolkit.Update
	for k, v := range w[n:] {
		u.Add(structured.Transition, k/c, k%c, v)
	}
	following.Add(1, u.Parts)
	mean, slope := 0.05*floats.Dot(w, w), linalg.NewDense(second.Rows(c), c, slices.Clone(w[n:]))
	floats.Scale(0.1, slope.Data)
	for i := range p.data.Len() {
		mean += p.oracle().Grad(i, all, &u) / float64(p.data.Len())
		for _, part := range u.Parts {
			if part.Family == structured.Transition {
				slope.Row(part.Row)[part.Col] += part.Value / float64(p.data.Len())
			}
		}
	}
	if math.Abs(mean-value) > 1e-10*mean || floats.Distance(slope.Data, g[n:], 2) > 1e-10 {
		t.Errorf("the risk is %.15g, by its losses %.15g; gradients %g and %g", value, mean, g[n:], slope.Data)
	}
}
