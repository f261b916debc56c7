package structures_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// related are the sentences of treebank with relations that follow from tags, sides and neighbours: the last of two
// adjectives of a noun is another one's neighbour.
func related(t *testing.T, sentences, seed int) []templates.Sentence {
	t.Helper()
	list := treebank(t, sentences, seed)
	for i := range list {
		s := &list[i]
		s.Relations, s.Punctuation = make([]string, len(s.Heads)), make([]bool, len(s.Heads))
		for k, h := range s.Heads {
			switch {
			case h == 0:
				s.Relations[k] = "root"
			case s.Tags[k] == "N" && k < h:
				s.Relations[k] = "nsubj"
			case s.Tags[k] == "N":
				s.Relations[k] = "obj"
			case k > 0 && s.Tags[k-1] == "A":
				s.Relations[k] = "amod:next"
			default:
				s.Relations[k] = "amod"
			}
		}
	}
	return list
}

// TestParserLabels: relations that follow from the tree are learnt, subtypes too, beside heads that stay as they are
// without; another training goes on from them, and one without labels keeps them.
func TestParserLabels(t *testing.T) {
	t.Parallel()
	train, test := related(t, 40, 0), related(t, 20, 1)
	c := structures.Parser{Templates: fewTemplates(t), Bits: 8, SingleRoot: true, Epochs: 2}
	plain, err := c.Fit(t.Context(), train)
	if err != nil || plain.Relations != nil {
		t.Fatalf("%v, relations %v", err, plain.Relations)
	}
	var losses []float64
	c.Labels = &structures.Tagger{Epochs: 3, Watch: func(s structures.TaggerStep) { losses = append(losses, s.MeanLoss) }}
	m, err := c.Fit(t.Context(), train)
	if err != nil {
		t.Fatal(err)
	}
	for k, w := range plain.Weights {
		if !m.Weights[k].Equal(w) {
			t.Errorf("heads by the template %q are learnt otherwise", m.Templates[k])
		}
	}
	if want := []string{"amod", "amod:next", "nsubj", "obj", "root"}; !slices.Equal(m.Relations.Labels, want) {
		t.Errorf("relations %q", m.Relations.Labels)
	}
	a, err := m.Score(t.Context(), test)
	if err != nil || a.Labels.LAS() < 95 || a.Labels.AllUAS() != a.UAS() || m.HeldOut.Labels.Words == 0 {
		t.Errorf("%+v: %v; held out %+v", a, err, m.HeldOut)
	}
	heads := make([][]int, len(test))
	for i, s := range test {
		heads[i] = s.Heads
	}
	relations, err := m.Label(t.Context(), test, heads)
	for i, s := range test {
		if err != nil || !slices.Equal(relations[i], s.Relations) {
			t.Fatalf("sentence %d, tags %q: %q, %v", i+1, s.Tags, relations[i], err)
		}
	}
	c.Start = m
	again, err := c.Fit(t.Context(), train)
	if err != nil || !(losses[3] < 0.5*losses[0]) {
		t.Errorf("mean losses %v: %v", losses, err)
	}
	c.Start, c.Labels = again, nil
	if kept, err := c.Fit(t.Context(), train); err != nil || kept.Relations != again.Relations {
		t.Errorf("heads alone went on, and relations are lost: %v", err)
	}
}

// TestParserLabelsEnd: a context that ends while relations are learnt leaves a parser that is whole.
func TestParserLabelsEnd(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	train := related(t, 20, 0)
	c := structures.Parser{Templates: fewTemplates(t), Bits: 8, Epochs: 1}
	c.Labels = &structures.Tagger{Watch: func(structures.TaggerStep) { cancel() }}
	m, err := c.Fit(ctx, train)
	if !errors.Is(err, context.Canceled) || m == nil || m.Status != solver.Canceled || m.Relations == nil {
		t.Fatalf("%+v, %v", m, err)
	}
	if a, err := m.Score(t.Context(), train); err != nil || math.IsNaN(a.Labels.LAS()) {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestParserLabelsRefuse(t *testing.T) {
	t.Parallel()
	for says, change := range map[string]func(s *templates.Sentence){
		"sentence 2 has no relations":       func(s *templates.Sentence) { s.Relations = nil },
		"sentence 2: 3 words and 2 relat":   func(s *templates.Sentence) { s.Relations = s.Relations[:2] },
		"sentence 2, word 1: there is no":   func(s *templates.Sentence) { s.Relations[0] = "_" },
		`word 1: the relation "a\tb" holds`: func(s *templates.Sentence) { s.Relations[0] = "a\tb" },
		`word 1: the relation ":a" lacks`:   func(s *templates.Sentence) { s.Relations[0] = ":a" },
	} {
		list := related(t, 3, 2)
		list[1] = related(t, 1, 0)[0]
		change(&list[1])
		c := structures.Parser{Templates: fewTemplates(t), Bits: 8, Labels: &structures.Tagger{}}
		if _, err := c.Fit(t.Context(), list); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not say %q", err, says)
		}
	}
}
