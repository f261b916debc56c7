package figures_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/cmpimg"

	"github.com/proxlab/proxlab/figures"
)

// A sentence with one head that is wrong.
func ExampleArcs() {
	save(figures.Arcs{
		Meta:  figures.Meta{ID: "arcs", Title: "A tree", Subtitle: "one of six heads is wrong"},
		Words: strings.Fields("The dog chased cats with verve"),
		Heads: []int{2, 3, 0, 3, 4, 5}, Gold: []int{2, 3, 0, 3, 3, 5},
	})
}

// Bars on their side have room for long names.
func ExampleRanked() {
	save(figures.Ranked{
		Meta: figures.Meta{ID: "ranked", Title: "Weight of templates", Subtitle: "made-up numbers"}, Quantity: "norm",
		Names:  []string{"h.p-1 h.p m.p m.p+1 dir", "h.w m.w", "h.p m.p dir dist", "not run"},
		Values: []float64{3.5, 2, 1.25, math.NaN()},
	})
}

// Of templates that are drawn at random the band goes from the worst to the best draw.
func ExampleKeptCurves() {
	save(figures.KeptCurves(figures.Meta{ID: "kept", Title: "Templates kept", Subtitle: "made-up numbers"}, "UAS (%)",
		[]float64{25, 50, 107, 207},
		figures.Kept{Name: "by norm", Scores: [][]float64{{81.5}, {84.2}, {85.5}, {86}}},
		figures.Kept{Name: "at random", Scores: [][]float64{{78, 82, 83.8}, {82, 84.3, math.NaN()}, {85, 85.5}, nil}},
	))
}

func TestGoldenTrees(t *testing.T) {
	t.Parallel()
	cmpimg.CheckPlot(ExampleArcs, t, "arcs.png")
	cmpimg.CheckPlot(ExampleRanked, t, "ranked.png")
	cmpimg.CheckPlot(ExampleKeptCurves, t, "kept.png")
}

// TestArcs: what cannot be drawn is an error and no chart; a sentence of 400 words, of one, heads that are not known,
// and words that would leave their place in a page are drawn.
func TestArcs(t *testing.T) {
	t.Parallel()
	long := figures.Arcs{Meta: figures.Meta{ID: "long"}}
	for k := range 400 {
		long.Words, long.Heads = append(long.Words, "слово"), append(long.Heads, k)
	}
	for what, c := range map[string]struct {
		arcs  figures.Arcs
		draws bool
	}{
		"nothing":       {figures.Arcs{}, false},
		"a head less":   {figures.Arcs{Words: []string{"a"}}, false},
		"a gold less":   {figures.Arcs{Words: []string{"a", "b"}, Heads: []int{0, 1}, Gold: []int{0}}, false},
		"one word":      {figures.Arcs{Words: []string{"a"}, Heads: []int{0}}, true},
		"no head known": {figures.Arcs{Words: []string{"a", "b"}, Heads: []int{-1, -1}}, true},
		"no gold known": {figures.Arcs{Words: []string{"a", "b"}, Heads: []int{0, 1}, Gold: []int{-1, -1}}, true},
		"a wild head":   {figures.Arcs{Words: []string{"a", "b"}, Heads: []int{7, 0}}, true},
		"hostile words": {figures.Arcs{Words: []string{hostile, "b"}, Heads: []int{2, 0}, Gold: []int{0, 1}}, true},
		"400 words":     {long, true},
	} {
		c.arcs.Title = what
		_, err := figures.PNGAt(c.arcs, 20)
		if chart := c.arcs.Chart(); (err == nil) != c.draws || json.Valid([]byte(chart)) != c.draws {
			t.Errorf("%s: error %v, chart %.200q", what, err, chart)
		}
		if s := figures.Snippet(c.arcs); c.draws && (strings.Count(s, "</script>") != 1 || strings.Contains(s, "<img")) {
			t.Errorf("%s: a word left its place", what)
		}
		_ = figures.Alt(c.arcs)
	}
	if _, err := figures.PNG(figures.Ranked{Names: []string{"a"}}); err == nil {
		t.Error("a name without a number")
	}
}

// TestArcsAreAboveWhatTheySpan: a chart's arcs, by their ends, levels and kinds.
func TestArcsAreAboveWhatTheySpan(t *testing.T) {
	t.Parallel()
	f := figures.Arcs{
		Meta: figures.Meta{ID: "a"}, Words: []string{"a", "b", "c", "d"}, Heads: []int{4, 3, 1, 0}, Gold: []int{4, 3, 4, 0},
	}
	var chart struct {
		Series []struct {
			Name string
			Data [][3]int
		}
	}
	if err := json.Unmarshal([]byte(f.Chart()), &chart); err != nil || len(chart.Series) != 3 {
		t.Fatal(err)
	}
	want := map[string][][3]int{
		"right": {{3, 2, 1}, {4, 1, 3}, {0, 4, 4}}, "wrong": {{1, 3, 2}}, "true, and not found": {{4, 3, 1}},
	}
	for _, s := range chart.Series {
		if len(s.Data) != len(want[s.Name]) {
			t.Errorf("%s: %v", s.Name, s.Data)
			continue
		}
		for k, a := range s.Data {
			if a != want[s.Name][k] {
				t.Errorf("%s: %v, and not %v", s.Name, a, want[s.Name][k])
			}
		}
	}
}
