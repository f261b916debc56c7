package generate

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/structured"
)

// TestEnglish: it is the same again, another by another seed, and its trees have one root.
func TestEnglish(t *testing.T) {
	t.Parallel()
	c := EnglishConfig{Sentences: 1000, Seed: 2}
	a, err := English(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := English(t.Context(), c)
	c.Seed++
	other, _ := English(t.Context(), c)
	if a.Source != b.Source || a.Source.Kind != source.Synthetic || a.Source.SHA256 == other.Source.SHA256 ||
		len(a.Train.Sentences) != 1000 || len(a.Dev.Sentences) != 200 {
		t.Errorf("sources %v, %v and %v", a.Source, b.Source, other.Source)
	}
	start, head, err := a.Train.Trees()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := structured.NewTrees(start, head, true); err != nil {
		t.Error(err)
	}
	if _, err := English(t.Context(), EnglishConfig{Sentences: 4}); err == nil {
		t.Error("4 sentences were drawn")
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := English(ctx, DefaultEnglish); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestEnglishAgrees: verbs in the present agree with their subjects, a point ends every sentence, and every word of the
// tables occurs.
func TestEnglishAgrees(t *testing.T) {
	t.Parallel()
	a, err := English(t.Context(), EnglishConfig{Sentences: 1000, Seed: 2})
	if err != nil {
		t.Fatal(err)
	}
	agree := map[string][]string{"VBZ": {"NN", "NNP", "PRP", "WDT"}, "VBP": {"NNS", "NN", "NNP", "PRP", "WDT"}}
	lemmas := map[string]bool{}
	for _, s := range a.Train.Sentences {
		n := len(s.Tokens)
		if n < 3 || n > 20 || s.Tokens[n-1].Form != "." {
			t.Errorf("%d words: %v", n, s.Tokens)
		}
		for _, w := range s.Tokens {
			lemmas[w.Lemma] = true
			if w.Relation == "nsubj" && agree[s.Tokens[w.Head-1].XPOS] != nil &&
				!slices.Contains(agree[s.Tokens[w.Head-1].XPOS], w.XPOS) {
				t.Errorf("%s %s", w.Form, s.Tokens[w.Head-1].Form)
			}
		}
	}
	for _, list := range [][]string{beings, things, places, tools, worn, times, names, ofOne, ofSome, how} {
		for _, w := range list {
			if lemma, _, _ := strings.Cut(w, "/"); !lemmas[lemma] {
				t.Errorf("%s does not occur", lemma)
			}
		}
	}
}
