package onlinemkl

import (
	"errors"
	"math"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/toolkit/fit"
)

// TestKeptRecord derives tables, figures and claims again from the record kept at paper scale.
func TestKeptRecord(t *testing.T) {
	t.Parallel()
	rec, err := Study.Kept()
	if err != nil {
		t.Fatal(err)
	}
	accuracy, table := map[string]float64{}, keptForm(rec)
	for _, r := range rows {
		row, ok := table.Row(r.id)
		if !ok || row.Data.Kind != datasets.Real || len(row.Numbers("accuracies")) != datasets.OCRFolds {
			t.Fatalf("row %+v", row)
		}
		accuracy[r.id] = row.Number("accuracy")
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
	for _, id := range []string{tableBest, tableHeldOut, tableVariants, tableRegret} {
		if table := rec.Table(id); table == nil || len(table.Rows) == 0 {
			t.Errorf("the record has no table %s", id)
		}
	}
	if len(Study.Tables(rec)) == 0 || len(Study.Figures(rec)) == 0 {
		t.Error("nothing to show")
	}
}

// keptForm returns the form of Table 1 at η0 = 1: that of the rule, or what a record of an earlier version has in its
// place.
func keptForm(rec *reproduce.Record) *reproduce.Table {
	if t := rec.Table(tableRuleOnce); t != nil {
		return t
	}
	return rec.Table(tableEta1)
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
	row, _ := keptForm(rec).Row("quadratic")
	f, r := split(data, 0), specOf("quadratic")
	m, err := f.learn(t.Context(), job{row: r, variant: literal, c: row.Numbers("C")[0], eta0: 1})
	if err != nil {
		t.Fatal(err)
	}
	scores, err := f.score(t.Context(), &f.test, r.sources, []*model{m})
	if err != nil {
		t.Fatal(err)
	}
	got := fit.Accuracy(predict(&f.test, m, scores, 0), f.test.sequences.Y)
	if then := row.Numbers("accuracies")[0]; math.Abs(then-got) > 0.05 {
		t.Errorf("fold 0 now gives %.3f, the kept record has %.3f", got, then)
	}
}
