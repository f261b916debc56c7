package datasets_test

import (
	"os"
	"testing"

	"github.com/proxlab/proxlab/datasets"
)

// TestRankings loads the registered sets, where they are at hand, with the counts that were published.
func TestRankings(t *testing.T) {
	t.Parallel()
	if os.Getenv("PROXLAB_DATA") == "" {
		t.Skip("PROXLAB_DATA is not set")
	}
	for name, want := range map[string][3]int{
		"@letor-mq2008-fold1": {9630, 471, 46}, "@letor-mq2008-fold1:test": {2874, 156, 46},
		"@lightgbm-lambdarank": {3005, 201, 300}, "@lightgbm-lambdarank:test": {768, 50, 300},
	} {
		f, err := datasets.ReadFrame(t.Context(), name, datasets.FrameOptions{Keep: []string{"qid"}})
		if err != nil {
			t.Error(err)
			continue
		}
		queries := map[string]bool{}
		for _, q := range f.Kept[0] {
			queries[q] = true
		}
		n, d := f.X.Dims()
		if got := [3]int{n, len(queries), d}; got != want {
			t.Errorf("%s: %v documents, queries and features, not %v", name, got, want)
		}
	}
}
