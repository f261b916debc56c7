package sparsity

import (
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

// madeUp makes up records of eight replications: as the paper would have them, or, with sign −1, the opposite; noise is
// the deviation over replications in units of the mean, which it leaves alone.
type madeUp struct {
	sign, noise float64
	rng         *rand.Rand
}

// around returns replications with this mean.
func (m madeUp) around(mean float64) []float64 {
	out := make([]float64, 8)
	for k := range out {
		out[k] = m.rng.NormFloat64()
	}
	floats.AddConst(-stat.Mean(out, nil), out)
	floats.Scale(m.noise*math.Abs(mean), out)
	floats.AddConst(mean, out)
	return out
}

func (m madeUp) toward(good, bad float64) float64 {
	if m.sign > 0 {
		return good
	}
	return bad
}

// record has all tables that are judged, but few rows.
func (m madeUp) record() *reproduce.Record {
	tables := map[string]*reproduce.Table{}
	add := func(table, id string, values reproduce.Values) {
		if tables[table] == nil {
			tables[table] = &reproduce.Table{ID: table}
		}
		values["replications"] = 8
		tables[table].Rows = append(tables[table].Rows,
			reproduce.Row{ID: id, Data: datasets.Source{Kind: datasets.Synthetic}, Values: values})
	}
	for _, tasks := range []float64{2, 4} {
		for _, n := range []float64{20, 50} {
			add(tableFigure1, "", reproduce.Values{
				"tasks": tasks, "n": n, "singles": slices.Repeat([]float64{1}, 8), "multis": m.around(1 - m.sign*tasks/n),
			})
		}
	}
	for _, d := range []float64{100, 1000} {
		for _, n := range []float64{8, 16} {
			for _, table := range []string{tableFigure2, tableFigure2Centred, tableInstances, tableInstancesCentred} {
				for k, alpha := range paperAlphas {
					add(table, "", m.trial(d, n, float64(k), alpha))
				}
			}
			ratio := m.around(m.toward(d/5, n/d))
			add(tableFigure3, "", reproduce.Values{
				"d": d, "n": n, "ratios_printed": ratio, "ratios_adaptive": ratio, "ratios_guarded": ratio,
			})
		}
	}
	wrong := m.toward(0, 1)
	add(tableTheory, "contraction",
		reproduce.Values{"what": "contraction", "above": wrong, "beyond": wrong, "other": wrong})
	add(tableTheory, "projection-1", reproduce.Values{"what": "projection", "risen": wrong, "away": wrong})
	rec := &reproduce.Record{}
	for _, t := range tables {
		rec.Tables = append(rec.Tables, *t)
	}
	return rec
}

// trial returns the row of one d, n and α, the k-th, of a table of the lasso.
func (m madeUp) trial(d, n, k, alpha float64) reproduce.Values {
	errors := 1 + m.toward(0.01, 0.5)*k
	features := 5 + k*m.toward(4/n, n/2-5)
	iterations := 1000 * math.Pow(m.toward(0.3, 2), k) * math.Pow(n, -1.5*m.sign)
	return reproduce.Values{
		"instance": "lasso", "d": d, "n": n, "alpha": alpha, "error": errors, "selected": features,
		"iterations": iterations, "errors": m.around(errors), "plain_errors": m.around(errors),
		"selections": m.around(features), "counts": m.around(iterations),
	}
}

// TestClaims judges numbers as the paper would have them, their opposite, and what noise hides. What one exception
// refutes is never open.
func TestClaims(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	beyondNoise := regexp.MustCompile("^D-S(6|9.|10.)$")
	for what, rec := range map[reproduce.Verdict]*reproduce.Record{
		reproduce.Holds:       madeUp{1, 1e-3, rng}.record(),
		reproduce.Fails:       madeUp{-1, 1e-3, rng}.record(),
		reproduce.Open:        madeUp{1, 20, rng}.record(),
		reproduce.NotTestable: {},
	} {
		judged := map[string]bool{}
		for _, c := range Study.Judge(rec) {
			judged[c.ID] = true
			if what == reproduce.Open && beyondNoise.MatchString(c.ID) {
				continue
			}
			if c.Verdict != what {
				t.Errorf("%s, %s, is judged %q, not %q: %s (%s)", c.ID, c.Reading, c.Verdict, what, c.Ours, c.Spread)
			}
		}
		for _, id := range []string{"D-S1a", "D-S2", "D-S3", "D-S4", "D-S5", "D-S6", "D-S7", "D-S8a", "D-S11"} {
			if !judged[id] {
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
		tableFigure1:          12,
		tableFigure2:          60,
		tableFigure2Centred:   60,
		tableInstances:        60,
		tableInstancesCentred: 60,
		tableFigure3:          15,
		tableRules:            135,
		tableTheory:           6,
		tableImages:           15,
		tablePenalties:        8,
		tableSchool:           1,
	} {
		if got := rec.Table(table); got == nil || len(got.Rows) != rows {
			t.Fatalf("table %s is not whole", table)
		}
	}
	checkReplications(t, rec)
	if r, _ := rec.Table(tableSchool).Row("school"); r.Data.Kind != datasets.Real || !(gammaMean.In(r) > 0) ||
		!(r.Number("explained") > 30) {
		t.Errorf("schools: %+v", r)
	}
	if r, ok := rec.Table(tableImages).Row("cameraman-0.1"); !ok || r.Data.Kind != datasets.Real ||
		!(psnr.In(r) > noisy.In(r)+7) {
		t.Errorf("cameraman: %+v", r)
	}
	for _, r := range rec.Table(tableRules).Rows { // the safeguard never failed, at any size
		if r.Text("rule") == guarded && failed.In(r) > 0 {
			t.Errorf("%s: %g failed", r.ID, failed.In(r))
		}
	}
	for _, c := range rec.Claims { // by the errors by replication, which the record has
		if c.Verdict == reproduce.NotTestable ||
			c.Verdict != reproduce.Fails && strings.HasPrefix(c.ID, "D-S3") && c.Table == tableFigure2 {
			t.Errorf("%s, %s, %s, with %s", c.ID, c.Reading, c.Verdict, c.Ours)
		}
	}
	if n := len(Study.Figures(rec)); n != 13 {
		t.Errorf("%d figures", n)
	}
}

// checkReplications tests that every row is over 20 replications or more, and the schools' over ten splits; pictures
// have none.
func checkReplications(t *testing.T, rec *reproduce.Record) {
	t.Helper()
	for _, table := range rec.Tables {
		want := 20.
		if table.ID == tableSchool {
			want = 10
		}
		for _, r := range table.Rows {
			if n := keyReplications.In(r); n < want && table.ID != tableImages {
				t.Errorf("%s, %s: %g replications", table.ID, r.ID, n)
			}
		}
	}
}
