package features_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets/features"
)

func TestReadGroups(t *testing.T) {
	t.Parallel()
	groups, weights, err := features.ReadGroups(t.Context(), strings.NewReader("1 2 # a comment\n\n3 w=2.5 1\n"), "g", 3)
	if err != nil || len(groups) != 2 || !slices.Equal(groups[1], []int{2, 0}) ||
		!slices.Equal(weights, []float64{1, 2.5}) {
		t.Errorf("%v, weights %v, error %v", groups, weights, err)
	}
	for text, says := range map[string]string{
		"":         "no groups",
		"1 4\n":    "g:1: field 2: there is no feature 4: the data have 3",
		"1 1\n":    "twice",
		"0\n":      "from 1",
		"a\n":      "from 1",
		"w=2\n":    "no features",
		"1 w=-1\n": "no weight",
		"1 w=x\n":  "no weight",
		"1.5\n":    "from 1",
	} {
		if _, _, err := features.ReadGroups(t.Context(), strings.NewReader(text), "g", 3); err == nil ||
			!strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
