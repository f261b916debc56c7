package parsing

import (
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// keptSets are the sets of the kept record.
var keptSets = setIDs

// TestKeptRecord derives tables, figures and claims again from the record kept.
func TestKeptRecord(t *testing.T) {
	t.Parallel()
	rec, err := Study.Kept()
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range keptSets {
		for _, table := range tablesOf(id) {
			if found := rec.Table(table); found == nil || len(found.Rows) == 0 {
				t.Fatalf("the record has no table %s", table)
			}
		}
		kind := datasets.StandIn
		if id == grammar.id {
			kind = datasets.Synthetic
		}
		for _, r := range rec.Table(tableKept + id).Rows {
			least := 3
			if strings.HasPrefix(r.ID, "random") {
				least = 5
			}
			if r.Data.Kind != kind || len(r.Numbers("tests")) < least {
				t.Errorf("%s, %s: %v of %d replications", id, r.ID, r.Data, len(r.Numbers("tests")))
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
	if n := len(Study.Figures(rec)); n != 3*len(keptSets) {
		t.Errorf("%d figures", n)
	}
}
