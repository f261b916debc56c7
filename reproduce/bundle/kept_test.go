package bundle

import (
	"slices"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// TestKeptRecord derives tables, figures and claims again from the record kept.
func TestKeptRecord(t *testing.T) {
	t.Parallel()
	rec, err := Study.Kept()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sets {
		for _, id := range tablesOf(s) {
			if table := rec.Table(id); table == nil || len(table.Rows) == 0 {
				t.Fatalf("the record has no table %s", id)
			}
		}
		for _, r := range rec.Table(tableCalls + s.id).Rows {
			kind := datasets.Real
			if slices.Contains(Study.StandIns, s.real) {
				kind = datasets.StandIn
			}
			if r.Data.Kind != kind || int(r.Number("last")) != s.extent.Calls {
				t.Errorf("%s, %s: %v, %v calls", s.id, r.ID, r.Data, r.Number("last"))
			}
		}
	}
	for _, c := range rec.Claims {
		if c.Verdict == reproduce.NotTestable {
			t.Errorf("%s on %s, %s, is not judged: %s", c.ID, c.Table, c.Reading, c.Ours)
		}
	}
	if err := reproduce.CheckClaims(Study, rec); err != nil {
		t.Error(err)
	}
	if n := len(Study.Figures(rec)); n != 12 {
		t.Errorf("%d figures", n)
	}
}
