package explorables_test

import (
	"strings"
	"testing"

	"github.com/proxlab/proxlab/figures/explore"
	"github.com/proxlab/proxlab/notebooks/explorables"
)

// TestSentence: the start is a test sentence, whose true tree is known; the score of every word's head is at least that
// of the next best one where that makes a tree too; unknown words are said; with more of the best templates more heads
// are right, and more than with as many that were drawn.
func TestSentence(t *testing.T) {
	t.Parallel()
	const uas = "right heads in 150 test sentences (%)"
	a := ask(t, explorables.Sentence, explore.Values{})
	if said := strings.Join(a.Said, " "); !strings.Contains(said, "true tree is known") {
		t.Errorf("at the start it says %q", said)
	}
	n := len(strings.Fields(explorables.Sentence.Start().Words["words"]))
	if rows := a.Tables[1].Rows; len(rows) != n || len(a.Panels[0].X.Names) != n {
		t.Errorf("%d words: %v", n, rows)
	}
	kept := func(n float64, which int) float64 {
		return ask(t, explorables.Sentence, explore.Values{
			Numbers: map[string]float64{"kept": n},
			Words:   map[string]string{"which": explorables.Sentence.Controls[2].Options[which]},
		}).Fact(uas)
	}
	one, few, drawn := kept(1, 0), kept(10, 0), kept(10, 1)
	t.Logf("right heads: %.1f %% by one template, %.1f by ten, %.1f by ten drawn", one, few, drawn)
	if !(few > one+10 && few > drawn+2) {
		t.Errorf("right heads: %.1f %% by one template, %.1f by ten, %.1f by ten drawn", one, few, drawn)
	}
	own := ask(t, explorables.Sentence, explore.Values{Words: map[string]string{"words": "The girl sees Zug ."}})
	if said := strings.Join(own.Said, " "); !strings.Contains(said, "Unknown: Zug.") || len(own.Tables[1].Rows) != 5 {
		t.Errorf("it says %q", said)
	}
	alone := ask(t, explorables.Sentence, explore.Values{Words: map[string]string{"words": "girl"}})
	if r := alone.Tables[1].Rows[0]; r[2] != "the root" || r[4] != "none" {
		t.Errorf("a word alone: %v", r)
	}
	none := explore.Values{Words: map[string]string{"words": " "}}
	if _, err := explorables.Sentence.Ask(t.Context(), none); err == nil {
		t.Error("no words were parsed")
	}
}
