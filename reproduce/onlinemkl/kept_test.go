package onlinemkl

import (
	"errors"
	"math"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/toolkit/fit/measures"
)

// TestKeptRecord derives tables, figures and claims again from the record kept at paper scale.
func TestKeptRecord(t *testing.T) {
	t.Parallel()
	rec, err := Study.Kept()
	if err != nil {
		t.Fatal(err)
	}
	accuracy, table := map[string]float64{}, rec.Table(tableRuleOnce)
	for _, r := range rows {
		row, ok := table.Row(r.id)
		if !ok || row.Data.Kind != datasets.Real || len(ofFolds.In(row)) != dataset.OCRFolds {
			t.Fatalf("row %+v", row)
		}
		accuracy[r.id] = accuracyOf.In(row)
		// The paper's linear row is far from converged.
		if r.id != "linear" && math.Abs(accuracy[r.id]-r.paper.accuracy) > 1.5 {
			t.Errorf("%s: accuracy %.2f is not within 1.5 points of the paper's %.1f", r.id, accuracy[r.id], r.paper.accuracy)
		}
	}
	for _, id := range upper {
		if id != "mkl-lqg" && accuracy[id] >= accuracy["mkl-lqg"] {
			t.Errorf("%s has %.2f, MKL %.2f", id, accuracy[id], accuracy["mkl-lqg"])
		}
	}
	for _, l := range layouts() {
		if table := rec.Table(l.ID); l.Scale != reproduce.Quick && (table == nil || len(table.Rows) == 0) {
			t.Errorf("the record has no table %s", l.ID)
		}
	}
	for _, c := range rec.Claims {
		if c.Verdict == reproduce.NotTestable {
			t.Errorf("%s, %s, is not judged: %s", c.ID, c.Reading, c.Ours)
		}
	}
	if err := reproduce.CheckClaims(Study, rec); err != nil {
		t.Error(err)
	}
	if n := len(Study.Figures(rec)); n < 8 {
		t.Errorf("%d figures", n)
	}
}

// TestKeptAccuracy learns a row of the record on fold 0 anew where the data are at hand.
func TestKeptAccuracy(t *testing.T) {
	t.Parallel()
	rec, err := Study.Kept()
	if err != nil {
		t.Fatal(err)
	}
	data, err := datasets.LoadOCR(t.Context(), datasets.OnlyReal)
	var missing *datasets.NotFoundError
	switch {
	case errors.As(err, &missing):
		t.Skip("the real set is not at hand")
	case err != nil:
		t.Fatal(err)
	}
	row, _ := rec.Table(tableRuleOnce).Row("quadratic")
	f, r := split(data, 0), specOf("quadratic")
	m, err := f.learn(t.Context(), job{row: r, variant: literal, c: costs.In(row)[0], eta0: 1})
	if err != nil {
		t.Fatal(err)
	}
	scores, err := f.score(t.Context(), &f.test, r.sources, []*model{m})
	if err != nil {
		t.Fatal(err)
	}
	got := measures.Accuracy(predict(&f.test, m, scores, 0), f.test.sequences.Y)
	if then := ofFolds.In(row)[0]; math.Abs(then-got) > 0.05 {
		t.Errorf("fold 0 now gives %.3f, the kept record has %.3f", got, then)
	}
}
