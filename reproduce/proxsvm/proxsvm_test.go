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
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/reproduce"
)

func quick(t *testing.T, policy datasets.Policy) reproduce.Config {
	t.Helper()
	c := reproduce.DefaultConfig()
	c.Mode, c.Data, c.Folder = reproduce.Both, policy, t.TempDir()
	return c
}

// small is the study on a small synthetic set.
func small() reproduce.Study {
	s := Study
	s.Plan = func(d *reproduce.Draft) error {
		shape := generate.DefaultLowCurvature
		shape.Train, shape.Test, shape.Features = 2000, 500, 60
		return draft(d, shape)
	}
	return s
}

// losses returns a row's three medians; ok is false where one is missing.
func lossesIn(t *reproduce.Table, id string) (l [3]float64, r reproduce.Row, ok bool) {
	r, ok = t.Row(id)
	for k, m := range methods {
		l[k] = losses.median(m).In(r)
		ok = ok && !math.IsNaN(l[k])
	}
	return l, r, ok
}

// same compares records.
var same = cmp.Options{cmpopts.EquateNaNs(), cmpopts.IgnoreUnexported(reproduce.Row{})}

func TestRunOnSyntheticData(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic)
	c.Only = []string{tableLiteral, tableSound}
	rec, err := small().Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range c.Only {
		l, r, ok := lossesIn(rec.Table(id), synthetic.id)
		if !ok || r.Data.Kind != datasets.Synthetic {
			t.Fatalf("%s: row %+v", id, r)
		}
		best := optimum.In(r)
		if !(l[0] > l[1] && l[1] > l[2] && l[2] >= best && l[2] < 1.8*best) {
			t.Errorf("%s: losses %.4f, the optimum is %.4f: at so small a λ they should fall", id, l, best)
		}
		if gap := bestGap.In(r); !(gap <= 1e-10) {
			t.Errorf("%s: the optimum has a gap of %g", id, gap)
		}
	}
	again, err := small().Run(t.Context(), c) // from the results kept
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(rec.Tables, again.Tables, same); d != "" {
		t.Errorf("the second run differs:\n%s", d)
	}
	c.Fresh = true
	fresh, err := small().Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(rec.Tables, fresh.Tables, same); d != "" {
		t.Errorf("a fresh run differs:\n%s", d)
	}
}

// TestTheoryAndFigures runs every table: bounds hold, every value is shown, every claim is judged.
func TestTheoryAndFigures(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic)
	for _, l := range layouts {
		c.Only = append(c.Only, l.ID)
	}
	rec, err := small().Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if err := reproduce.CheckClaims(Study, rec); err != nil {
		t.Error(err)
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
		for _, m := range allMethods {
			if losses.median(m).In(r) < optimum.In(r)-1e-9 {
				t.Errorf("%s: %s is below the optimum", r.ID, m)
			}
		}
	}
	var drawn []string
	for _, f := range Study.Figures(rec) {
		drawn = append(drawn, f.About().ID)
	}
	want := []string{"table1", "readings", "figure1", "figure2", "sweep-low-curvature", "regret", "certificate"}
	if d := cmp.Diff(want, drawn); d != "" {
		t.Errorf("figures:\n%s", d)
	}
	if n := len(Study.Tables(rec)); n != len(layouts) {
		t.Errorf("%d tables are shown", n)
	}
}

func TestFaultInterruptedRunGoesOn(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic)
	c.Only = []string{tableLiteral}
	ctx, cancel := context.WithCancel(t.Context())
	c.Progress = func(_, _ int, next string) {
		if strings.Contains(next, "Proximal") {
			cancel()
		}
	}
	rec, err := small().Run(ctx, c)
	if !errors.Is(err, context.Canceled) || !rec.Partial {
		t.Fatalf("error %v, record %+v", err, rec)
	}
	c.Progress = nil
	if rec, err = small().Run(t.Context(), c); err != nil || rec.Partial {
		t.Fatalf("error %v", err)
	}
	if _, _, ok := lossesIn(rec.Table(tableLiteral), synthetic.id); !ok {
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
		if !math.IsNaN(losses.median(proximal).In(r)) || r.Status() != "data not available" {
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

func TestConvergence(t *testing.T) {
	t.Parallel()
	if n := convergence([]float64{2, 0.5, 0.303, 0.3, 0.31}); n != 3 {
		t.Errorf("at %g", n)
	}
	if n := convergence([]float64{3, 2, 1.5}); !math.IsNaN(n) {
		t.Errorf("never below 1: at %g", n)
	}
}

// TestTooManyFeatures plans what rests on the number of features, which is known with the data alone.
func TestTooManyFeatures(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic)
	c.Only = []string{tableLambda}
	s := Study
	s.Plan = func(d *reproduce.Draft) error {
		shape := generate.DefaultLowCurvature
		shape.Train, shape.Test, shape.Features = 200, 50, referenceLimit+1
		return draft(d, shape)
	}
	rec, err := s.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if r, ok := rec.Table(tableLambda).Row(synthetic.id); !ok || len(errorsOf.In(r)) != len(decades) {
		t.Errorf("cross-validation: %+v", r)
	}
	c.Only = []string{tableLiteral}
	c.Folder = ""
	if rec, err = s.Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if l, r, ok := lossesIn(rec.Table(tableLiteral), synthetic.id); !ok || !math.IsNaN(optimum.In(r)) {
		t.Errorf("losses %v, optimum %g", l, optimum.In(r))
	}
}
