package proxsvm

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
)

func quick(t *testing.T, policy datasets.Policy) reproduce.Config {
	t.Helper()
	c := reproduce.DefaultConfig()
	c.Mode, c.Data, c.Cells = reproduce.Both, policy, t.TempDir()
	return c
}

// runSmall runs the study on a small set.
func runSmall(ctx context.Context, c reproduce.Config) (*reproduce.Record, error) {
	return runOn(ctx, c, func(ctx context.Context, _ set) (*datasets.Binary, bool, error) {
		small := datasets.DefaultLowCurvature
		small.Train, small.Test, small.Features = 2000, 500, 60
		d, err := datasets.LowCurvature(ctx, small)
		return d, err == nil, err
	})
}

func TestRunOnSyntheticData(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic)
	c.Only = []string{tableLiteral, tableSound}
	rec, err := runSmall(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range c.Only {
		l, r, ok := losses(rec.Table(id), synthetic.id)
		if !ok || r.Data.Kind != datasets.Synthetic {
			t.Fatalf("%s: row %+v", id, r)
		}
		best := r.Number("optimum")
		if !(l[0] > l[1] && l[1] > l[2] && l[2] >= best && l[2] < 1.8*best) {
			t.Errorf("%s: losses %.4f, the optimum is %.4f: at so small a λ they should fall", id, l, best)
		}
		if gap := r.Number("optimum_gap"); !(gap <= 1e-10) {
			t.Errorf("%s: the optimum has a gap of %g", id, gap)
		}
	}
	again, err := runSmall(t.Context(), c) // from the cells
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(rec.Tables, again.Tables, cmpopts.EquateNaNs()); d != "" {
		t.Errorf("the second run differs:\n%s", d)
	}
	c.Fresh = true
	fresh, err := runSmall(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	timeless := cmpopts.IgnoreMapEntries(func(k string, _ any) bool { return reproduce.TimedValue(k) })
	if d := cmp.Diff(rec.Tables, fresh.Tables, timeless, cmpopts.EquateNaNs()); d != "" {
		t.Errorf("a fresh run differs:\n%s", d)
	}
}

func TestTheoryAndFigures(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic)
	c.Only = []string{tableGrid, tableSweep, tableRegret, tableCertificate}
	rec, err := runSmall(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	r, _ := rec.Table(tableRegret).Row(synthetic.id)
	for _, pair := range [][2]string{
		{"pegasos", "pegasos_bound"}, {"proximal", "theorem1"}, {"single", "theorem1"}, {"theorem1", "corollary2"},
	} {
		if a, b := r.Number(pair[0]), r.Number(pair[1]); !(a <= b) {
			t.Errorf("%s is %g, its bound %g", pair[0], a, b)
		}
	}
	r, _ = rec.Table(tableCertificate).Row(synthetic.id)
	if gap, distance := r.Number("gap"), r.Number("distance"); !(distance <= gap && r.Number("excess") <= 1e-9 &&
		gap < 0.05) {
		t.Errorf("gap %g, distance %g, excess %g", gap, distance, r.Number("excess"))
	}
	if n := len(rec.Table(tableSweep).Rows); n != len(decades) {
		t.Errorf("%d rows of the sweep", n)
	}
	for _, r := range rec.Table(tableSweep).Rows {
		for _, m := range append(methods[:], sound) {
			if r.Number("loss_"+m) < r.Number("optimum")-1e-9 {
				t.Errorf("%s: %s is below the optimum", r.ID, m)
			}
		}
	}
	var drawn []string
	for _, f := range Study.Figures(rec) {
		drawn = append(drawn, f.About().ID)
	}
	if d := cmp.Diff([]string{"figure1", "figure2", "sweep-low-curvature", "certificate"}, drawn); d != "" {
		t.Errorf("figures:\n%s", d)
	}
	if n := len(Study.Tables(rec)); n != 4 {
		t.Errorf("%d tables are shown", n)
	}
}

func TestInterruptedRunGoesOn(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic)
	c.Only = []string{tableLiteral}
	ctx, cancel := context.WithCancel(t.Context())
	c.Progress = func(_, _ int, next string) {
		if strings.Contains(next, "Proximal") {
			cancel()
		}
	}
	rec, err := runSmall(ctx, c)
	if !errors.Is(err, context.Canceled) || !rec.Partial {
		t.Fatalf("error %v, record %+v", err, rec)
	}
	c.Progress = nil
	if rec, err = runSmall(t.Context(), c); err != nil || rec.Partial {
		t.Fatalf("error %v", err)
	}
	if _, _, ok := losses(rec.Table(tableLiteral), synthetic.id); !ok {
		t.Errorf("the second run: %+v", rec.Tables)
	}
}

func TestRunWithoutData(t *testing.T) {
	t.Setenv(datasets.Env, "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	c := quick(t, datasets.OnlyReal)
	c.Scale = reproduce.Paper
	var notices strings.Builder
	c.Log = &notices
	rec, err := Study.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	table := rec.Table(tableLiteral)
	if len(table.Rows) != len(sets) {
		t.Fatalf("%d rows", len(table.Rows))
	}
	for _, r := range table.Rows {
		if !math.IsNaN(r.Number("loss_"+proximal)) || r.Values["status"] != "data not available" {
			t.Errorf("row %+v", r)
		}
	}
	if cells := Study.Tables(rec)[0].Rows[0]; cells[len(cells)-1] != "data not available" || cells[4] != "0.3537" {
		t.Errorf("shown as %q", cells)
	}
	if !strings.Contains(notices.String(), "proxlab data info rcv1") {
		t.Errorf("notices %q", notices.String())
	}
	for _, claim := range Study.Judge(rec) {
		if claim.Verdict != reproduce.NotTestable {
			t.Errorf("%s is judged without data: %s", claim.ID, claim.Verdict)
		}
	}
	c.Data = datasets.Auto
	if wanted := setsWanted(c); len(wanted) != 1 || wanted[0].id != synthetic.id {
		t.Errorf("without any set: %v", wanted)
	}
}

func TestConvergenceAndMedian(t *testing.T) {
	t.Parallel()
	if f, n := convergence([]float64{2, 0.5, 0.303, 0.3, 0.31}); f != 0.3 || n != 3 {
		t.Errorf("least %g at %g", f, n)
	}
	if f, n := convergence([]float64{3, 2, 1.5}); f != 1.5 || !math.IsNaN(n) {
		t.Errorf("never below 1: %g at %g", f, n)
	}
	nan := math.NaN()
	for _, c := range []struct {
		v    []float64
		want float64
	}{
		{[]float64{3, 1, 2}, 2}, {[]float64{4, 1}, 2.5}, {[]float64{nan, 1, 2}, 2}, {[]float64{nan, nan, 2}, nan},
		{nil, nan},
	} {
		if got := median(c.v); got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("median of %v is %g", c.v, got)
		}
	}
}

// TestClaimsOnThePapersOwnNumbers judges a table that holds what the paper printed.
func TestClaimsOnThePapersOwnNumbers(t *testing.T) {
	t.Parallel()
	table := reproduce.Table{ID: tableLiteral}
	for _, s := range sets {
		if math.IsNaN(s.paper.loss[0]) {
			continue
		}
		values := map[string]any{"optimum_norm": 12.94, "R_" + proximal: 16.}
		for k, m := range methods {
			values["loss_"+m], values["passes_"+m] = s.paper.loss[k], s.paper.passes[k]
		}
		table.Rows = append(table.Rows, reproduce.Row{ID: s.id, Data: datasets.Source{Kind: datasets.Real}, Values: values})
	}
	verdicts := map[string]reproduce.Verdict{}
	for _, c := range judge(&reproduce.Record{Tables: []reproduce.Table{table}}) {
		verdicts[c.ID] = c.Verdict
	}
	want := map[string]reproduce.Verdict{
		"D-P1": reproduce.Holds, "D-P2": reproduce.Holds, "D-P3": reproduce.Holds,
		"D-P4": reproduce.Fails, // mnist, at λ = 1e-5, differs by 19 %
		"D-P5": reproduce.Holds,
	}
	if d := cmp.Diff(want, verdicts); d != "" {
		t.Error(d)
	}
}

// keptRecord returns the record kept at paper scale.
func keptRecord(t *testing.T) *reproduce.Record {
	t.Helper()
	rec, err := Study.Kept()
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// TestKeptLosses compares Table 1 of the kept record with the paper.
func TestKeptLosses(t *testing.T) {
	t.Parallel()
	rec := keptRecord(t)
	l, r, ok := losses(rec.Table(tableLiteral), "a9a")
	if !ok || r.Data.Kind != datasets.Real || len(r.Numbers("loss_proximal_seeds")) != 5 {
		t.Fatalf("row %+v", r)
	}
	for k, v := range l {
		if v < .352 || v > .355 {
			t.Errorf("a9a, %s: %.4f", methods[k], v)
		}
	}
	l, r, _ = losses(rec.Table(tableLiteral), "w8a")
	if n := r.Number("passes_" + proximal); math.Abs(l[2]-.129) > .001 || n < 11 || n > 15 {
		t.Errorf("w8a, Proximal: %.4f in %g", l[2], n)
	}
	if n := r.Number("passes_" + adaptive); l[1] < .136 || l[1] > .141 || n < 40 || n > 58 {
		t.Errorf("w8a, Adaptive: %.4f in %g", l[1], n)
	}
	if !math.IsNaN(r.Number("passes_" + pegasos)) {
		t.Errorf("w8a, Pegasos: %g passes", r.Number("passes_"+pegasos))
	}
	if l, _, _ = losses(rec.Table(tableSound), "w8a"); l[2] > .128 {
		t.Errorf("w8a, sound: %.4f", l[2])
	}
	for _, id := range []string{"ijcnn1", "connect-4", "mnist", "covtype-subset", "sector"} {
		if _, _, ok := losses(rec.Table(tableLiteral), id); !ok {
			t.Errorf("%s has no numbers", id)
		}
	}
}

// TestKeptRecord derives tables and figures again from the kept record, and looks at the tables beside Table 1.
func TestKeptRecord(t *testing.T) {
	t.Parallel()
	rec := keptRecord(t)
	if r, ok := rec.Table(tableSweep).Row("a9a/1e-07"); !ok || r.Number("loss_"+sound) > .353 {
		t.Errorf("the sweep at 1e-7, sound: %.4f", r.Number("loss_"+sound))
	}
	r, ok := rec.Table(tableCertificate).Row("a9a")
	if n := r.Number("pass_of_gap_2e-4"); !ok || !(n <= 3000) || r.Number("excess") > 1e-9 {
		t.Errorf("certificate: gap of 2e-4 at pass %g, excess %g", n, r.Number("excess"))
	}
	if len(Study.Tables(rec)) != len(tableIDs) || len(Study.Figures(rec)) < 6 {
		t.Errorf("%d tables and %d figures", len(Study.Tables(rec)), len(Study.Figures(rec)))
	}
}
