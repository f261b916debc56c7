package sparsity

import (
	"maps"
	"math"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// made returns a record of made-up rows as the paper would have them, or, with sign −1, the opposite.
func made(sign float64) *reproduce.Record {
	toward := func(good, bad float64) float64 {
		if sign > 0 {
			return good
		}
		return bad
	}
	table := func(id string) *reproduce.Table { return &reproduce.Table{ID: id} }
	one, two, others, three, theory :=
		table(tableFigure1), table(tableFigure2), table(tableInstances), table(tableFigure3), table(tableTheory)
	add := func(t *reproduce.Table, id string, values reproduce.Values) {
		t.Rows = append(t.Rows, reproduce.Row{ID: id, Data: datasets.Source{Kind: datasets.Synthetic}, Values: values})
	}
	for _, tasks := range []float64{2, 4} {
		for _, n := range []float64{20, 50} {
			add(one, "", reproduce.Values{"tasks": tasks, "n": n, "gamma": sign * tasks / n})
		}
	}
	for _, d := range []float64{100, 1000} {
		for _, n := range []float64{8, 16} {
			for k, alpha := range paperAlphas {
				v := reproduce.Values{
					"d":           d,
					"n":           n,
					"alpha":       alpha,
					"error":       1 + toward(0.01, 0.5)*float64(k),
					"plain_error": 1 + toward(0.01, 0.5)*float64(k),
					"selected":    5 + float64(k)*toward(8/n, n/8-2),
					"iterations":  1000 * math.Pow(toward(0.3, 2), float64(k)) * math.Pow(n, -sign),
				}
				add(two, "", v)
				v = maps.Clone(v)
				v["instance"] = "lasso"
				add(others, "", v)
			}
			add(three, "", reproduce.Values{
				"d":             d,
				"n":             n,
				"ratio":         toward(d/5, 1/d),
				"ratio_least":   toward(2, 0.5),
				"guarded_least": toward(3, 0.5),
			})
		}
	}
	if sign < 0 {
		for _, r := range three.Rows {
			r.Values["ratio"] = 1 / r.Number("d") * r.Number("n")
		}
	}
	add(theory, "contraction", reproduce.Values{
		"what":     "contraction",
		"alpha":    0.1,
		"measured": 0.5,
		"formula":  0.9,
		"bound":    0.9,
		"worst":    -sign,
		"distance": toward(0.5, 2),
	})
	add(theory, "projection-1", reproduce.Values{"what": "projection", "increase": toward(0, 0.1), "excess": 0.})
	return &reproduce.Record{Tables: []reproduce.Table{*one, *two, *others, *three, *theory}}
}

// TestClaims judges numbers as the paper would have them, and their opposite.
func TestClaims(t *testing.T) {
	t.Parallel()
	for what, rec := range map[reproduce.Verdict]*reproduce.Record{
		reproduce.Holds:       made(1),
		reproduce.Fails:       made(-1),
		reproduce.NotTestable: {},
	} {
		seen := map[string]bool{}
		for _, c := range Study.Judge(rec) {
			seen[c.ID] = true
			if c.Verdict != what {
				t.Errorf("%s is judged %q, not %q: %s", c.ID, c.Verdict, what, c.Ours)
			}
		}
		for _, id := range []string{"D-S1", "D-S2", "D-S3", "D-S4", "D-S5", "D-S6", "D-S7"} {
			if !seen[id] {
				t.Errorf("%s is not judged", id)
			}
		}
	}
}

// TestKeptRecord re-derives tables, figures and claims from the record kept at paper scale.
func TestKeptRecord(t *testing.T) {
	t.Parallel()
	rec, err := Study.Kept()
	if err != nil {
		t.Fatal(err)
	}
	for table, rows := range map[string]int{
		tableFigure1:   12,
		tableFigure2:   60,
		tableInstances: 60,
		tableFigure3:   15,
		tableRules:     135,
		tableTheory:    6,
		tableImages:    15,
		tablePenalties: 8,
		tableSchool:    1,
	} {
		if got := rec.Table(table); got == nil || len(got.Rows) != rows {
			t.Fatalf("table %s is not whole", table)
		}
	}
	checkReplications(t, rec)
	if r, _ := rec.Table(tableSchool).Row("school"); r.Data.Kind != datasets.Real || !(r.Number("gamma") > 0) ||
		!(r.Number("explained") > 30) {
		t.Errorf("schools: %+v", r)
	}
	if r, ok := rec.Table(tableImages).Row("cameraman-0.1"); !ok || r.Data.Kind != datasets.Real ||
		!(r.Number("psnr") > r.Number("noisy")+7) {
		t.Errorf("cameraman: %+v", r)
	}
	for _, r := range rec.Table(tableRules).Rows { // the safeguard never failed, at any size
		if r.Text("rule") == guarded && r.Number("failed") > 0 {
			t.Errorf("%s: %g failed", r.ID, r.Number("failed"))
		}
	}
	for _, c := range rec.Claims {
		if c.Verdict == reproduce.NotTestable {
			t.Errorf("%s has no verdict", c.ID)
		}
	}
	if len(Study.Tables(rec)) != len(layouts) || len(Study.Figures(rec)) != 8 {
		t.Errorf("%d tables and %d figures", len(Study.Tables(rec)), len(Study.Figures(rec)))
	}
}

// checkReplications tests that every row is over 20 replications, and the schools' over ten splits; pictures have none.
func checkReplications(t *testing.T, rec *reproduce.Record) {
	t.Helper()
	for _, table := range rec.Tables {
		want := 20.
		if table.ID == tableSchool {
			want = 10
		}
		for _, r := range table.Rows {
			if n := r.Number("replications"); n != want && table.ID != tableImages {
				t.Errorf("%s, %s: %g replications", table.ID, r.ID, n)
			}
		}
	}
}
