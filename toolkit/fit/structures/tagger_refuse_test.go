package structures_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/toolkit/fit/structures"
	"github.com/proxlab/proxlab/toolkit/templates"
)

// TestTaggerRefuses: bad settings and data are errors that say where.
func TestTaggerRefuses(t *testing.T) {
	t.Parallel()
	d := tagged(3, 1)
	columns, _, _ := templates.ReadWords(strings.NewReader("col3[0]"), "columns")
	short := structures.Tagged{Words: d.Words, Labels: slices.Clone(d.Labels)}
	short.Labels[1] = nil
	one := structures.Tagged{Words: d.Words[:1], Labels: d.Labels[:1]}
	empty := structures.Tagged{Words: [][][]string{d.Words[0], {}}, Labels: [][]string{d.Labels[0], {}}}
	for says, c := range map[string]struct {
		tagger structures.Tagger
		data   structures.Tagged
	}{
		"C = -1: it must be positive":         {structures.Tagger{C: []float64{-1}}, d},
		"C = NaN: it must be positive":        {structures.Tagger{C: []float64{math.NaN()}}, d},
		"none may be negative":                {structures.Tagger{Cut: -1}, d},
		"a tolerance of NaN":                  {structures.Tagger{Tolerance: math.NaN()}, d},
		"0 sentences and labels of 0":         {structures.Tagger{}, structures.Tagged{}},
		"sentence 2 has":                      {structures.Tagger{}, short},
		"sentence 2 has 0 words":              {structures.Tagger{}, empty},
		"sentence 1, word 1: column 3":        {structures.Tagger{Templates: columns}, d},
		"sentence 1, word 1: column 4":        {structures.Tagger{Form: 3}, d},
		"held out: sentence 2 has":            {structures.Tagger{HeldOut: &short}, d},
		"needs two sentences at least":        {structures.Tagger{C: []float64{1, 2}}, one},
		"held out: sentence 2 has 0 words an": {structures.Tagger{HeldOut: &empty}, d},
	} {
		if _, err := c.tagger.Fit(t.Context(), c.data); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error %v does not say %q", err, says)
		}
	}
	m, err := structures.Tagger{Templates: append(columns[:0:0], few...), Form: 1}.Fit(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Predict(t.Context(), [][][]string{{{"a", "b"}}, {{"a"}}}); err == nil ||
		!strings.Contains(err.Error(), "sentence 2, word 1: column 2 is looked at; the words have 1") {
		t.Errorf("a word without its column: %v", err)
	}
}
