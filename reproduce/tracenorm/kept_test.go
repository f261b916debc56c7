package tracenorm

import (
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// TestKeptRecord re-derives tables, figures and claims from the record kept at paper scale.
func TestKeptRecord(t *testing.T) {
	t.Parallel()
	rec, err := Study.Kept()
	if err != nil {
		t.Fatal(err)
	}
	checkSpeed(t, rec.Table(tableSpeed))
	for id, want := range map[string]float64{"light-0.9": 10, "heavy-0.9": 80, "light-0.1": 3, "heavy-0.1": 3} {
		if r, ok := rec.Table(tableFigure1Sound).Row(id + "/" + sound); !ok || keyReplications.In(r) != want ||
			features.In(r) != 250 ||
			outputs.In(r) != 500 {
			t.Errorf("%s: %+v", id, r.Values)
		}
	}
	for _, s := range []string{conjoint1, conjoint2, pictures} {
		r, ok := rec.Table(tableFigure2).Row(s + "/" + proxThin)
		if !ok || keyReplications.In(r) < 10 || r.Data.Kind == datasets.Synthetic {
			t.Errorf("%s: %+v", s, r)
		}
	}
	if r, ok := rec.Table(tableReadings).Row("heavy-absolute"); !ok || keyRank.In(r) != 0 || !(keyShare.In(r) > 2) {
		t.Errorf("λ = 0.5: %v", r.Values)
	}
	for _, c := range rec.Claims {
		if c.Verdict == reproduce.NotTestable {
			t.Errorf("%s, %s, is not judged: %s", c.ID, c.Reading, c.Ours)
		}
	}
	if err := reproduce.CheckClaims(Study, rec); err != nil {
		t.Error(err)
	}
	if len(Study.Tables(rec)) != len(layouts) || len(Study.Figures(rec)) != 11 {
		t.Errorf("%d tables and %d figures", len(Study.Tables(rec)), len(Study.Figures(rec)))
	}
}

// checkSpeed compares the ratios of times that the README and the notebooks speak of.
func checkSpeed(t *testing.T, speed *reproduce.Table) {
	t.Helper()
	for _, c := range []struct {
		row   string
		share float64
		below float64
	}{
		{"light-0.9/" + proxThin, 1e-3, 0.7}, {"light-0.9/" + proxGram, 1e-3, 0.7}, {"heavy-0.9/" + proxThin, 1e-3, 1},
		{"heavy-0.1/" + proxThin, 1e-3, 1}, {"heavy-0.1/" + proxGram, 1e-3, 1},
	} {
		r, ok := speed.Row(c.row)
		if ratio := r.Number(accuracyKey("ratio", c.share)); !ok || !(ratio < c.below) {
			t.Errorf("%s at %.0e: ratio %.2f", c.row, c.share, ratio)
		}
	}
}
