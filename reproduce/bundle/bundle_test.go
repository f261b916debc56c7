package bundle

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
)

func quick(t *testing.T) reproduce.Config {
	t.Helper()
	c := reproduce.DefaultConfig()
	c.Data, c.Folder = datasets.OnlySynthetic, t.TempDir()
	return c
}

// tiny are the sets of some ids with so little data, and so few calls, that they take a second.
func tiny(ids ...string) (out []set) {
	for _, s := range sets {
		if !slices.Contains(ids, s.id) {
			continue
		}
		s.startCall, s.extent = 4, extent{6, 6}
		if s.kind == byHinge {
			s.extent.Budget = 60
		}
		s.made = &synthetic{
			Hairpins: &generate.HairpinsConfig{Count: 6, Least: 20, Most: 24},
			Queries:  &QueriesConfig{Queries: 6, Documents: 6, Features: 3},
			Classes:  &generate.LowCurvatureConfig{Train: 40, Test: 1, Features: 6, Active: 3, Decades: 1},
		}
		out = append(out, s)
	}
	return out
}

// small returns the study of such sets.
func small(ids ...string) reproduce.Study {
	out := Study
	out.Plan = func(d *reproduce.Draft) error {
		for _, s := range tiny(ids...) {
			o, _, err := s.originOf(d.Config)
			if err != nil {
				return err
			}
			planSet(d, s, o)
		}
		return nil
	}
	return out
}

// generated are the sets with synthetic data.
var generated = []string{"rna", "ndcg", "pairs", "hinge"}

// TestRun goes through a whole run: the tables, the figures, the claims and what is said are those of one record, and a
// second run finds all done.
func TestRun(t *testing.T) {
	t.Parallel()
	c := quick(t)
	rec, err := small(generated...).Run(t.Context(), c)
	if err != nil || rec.Partial {
		t.Fatal(err)
	}
	rows := map[string]int{"calls-rna": 12, "calls-ndcg": 12, "calls-pairs": 12, "calls-hinge": 15, "starts-rna": 6,
		"starts-ndcg": 6, "starts-hinge": 6, "bounds": 12, "test-ndcg": 6, "folds": 5, "ties": 8}
	for id, n := range rows {
		if table := rec.Table(id); table == nil || len(table.Rows) != n {
			t.Errorf("%s has not %d rows: %v", id, n, table)
		}
	}
	checkCourses(t, rec)
	if err := reproduce.CheckClaims(Study, rec); err != nil {
		t.Error(err)
	}
	var shown []string
	for _, f := range Study.Figures(rec) {
		shown = append(shown, f.About().ID)
		if _, err := f.Plot(); err != nil {
			t.Errorf("%s: %v", f.About().ID, err)
		}
	}
	want := []string{"figure3", "best-pairs", "best-hinge", "certified", "starts", "bounds", "folds"}
	if d := cmp.Diff(want, shown); d != "" {
		t.Errorf("figures:\n%s", d)
	}
	if said := strings.Join(remarks(rec), " "); strings.Contains(said, "NaN") || !strings.Contains(said, "of 12 λ") {
		t.Errorf("remarks %q", said)
	}
	c.Progress = func(done, total int, what string) {
		if done < total && what != "" {
			t.Errorf("%q is done again", what)
		}
	}
	again, err := small(generated...).Run(t.Context(), c)
	if d := cmp.Diff(rec.Tables, again.Tables, cmpopts.IgnoreUnexported(reproduce.Row{}), cmpopts.EquateNaNs()); d != "" {
		t.Errorf("the second run differs, error %v:\n%s", err, d)
	}
}

// checkCourses: all methods begin at one value, the best objective never rises, and no gap is negative.
func checkCourses(t *testing.T, rec *reproduce.Record) {
	t.Helper()
	for _, s := range tiny(generated...) {
		first := rec.Table(tableCalls + s.id).Rows[0].Number("f1")
		for _, r := range rec.Table(tableCalls + s.id).Rows {
			if !(r.Number("f1") == first && r.Number("f_last") <= first && r.Number("gap") > 0 && r.Number("gap") <= 100) {
				t.Errorf("%s, %s: %+v", s.id, r.ID, r.Values)
			}
			if r.Data.Kind != datasets.Synthetic || len(r.Data.SHA256) != 64 {
				t.Errorf("%s, %s: of %+v", s.id, r.ID, r.Data)
			}
		}
		for _, lambda := range s.lambdas {
			c := rec.Curve(curveBest + s.id + "-" + power(lambda))
			for k, m := range s.methods {
				if falls := slices.Clone(c.Values[k+1]); !slices.IsSortedFunc(falls, func(a, b float64) int {
					return int(max(-1, min(1, 1e300*(b-a))))
				}) {
					t.Errorf("%s at λ = %g rises: %v", m.id, lambda, falls)
				}
			}
		}
	}
}

// TestPlan counts the tasks.
func TestPlan(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		config reproduce.Config
		tasks  int
	}{
		// of RNA 11 courses, 4 starts, 6 ties and 15 folds; of NDCG 16, of pairs 12, of hinges 19
		"quick": {reproduce.Config{Scale: reproduce.Quick, Data: datasets.Auto}, 36 + 16 + 12 + 19},
		"paper": {reproduce.Config{Scale: reproduce.Paper, Data: datasets.OnlySynthetic}, 36 + 16 + 12 + 19},
		"a set": {reproduce.Config{
			Scale: reproduce.Quick, Data: datasets.OnlySynthetic, Only: []string{"rna"},
		}, 36},
		"a table": {reproduce.Config{
			Scale: reproduce.Quick, Data: datasets.OnlySynthetic, Only: []string{"bounds"},
		}, 11 + 12 + 12 + 15},
	} {
		c.config.Mode, c.config.Seed = reproduce.Literal, 1
		d, err := Study.Draft(c.config)
		if err != nil {
			t.Fatal(err)
		}
		if n := d.Plan.Len(); n != c.tasks {
			t.Errorf("%s: %d tasks, not %d", what, n, c.tasks)
		}
	}
}

func TestFaultInterruptedRunGoesOn(t *testing.T) {
	t.Parallel()
	c := quick(t)
	d, err := small("ndcg").Draft(c)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	d.Progress = func(done, _ int, _ string) {
		if done == 5 {
			cancel()
		}
	}
	if err := d.Run(ctx, plan.Options{Workers: 1}); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	rec := d.Record()
	if !rec.Partial || len(Study.Judge(rec)) == 0 || strings.Contains(strings.Join(remarks(rec), ""), "NaN") {
		t.Errorf("partial %v, remarks %q", rec.Partial, remarks(rec))
	}
	for _, f := range Study.Figures(rec) {
		if _, err := f.Plot(); err != nil {
			t.Errorf("%s: %v", f.About().ID, err)
		}
	}
	kept, _ := filepath.Glob(filepath.Join(c.Folder, "results", "*.json"))
	if len(kept) != 5 {
		t.Fatalf("%d results were kept, not 5", len(kept))
	}
	before, _ := os.Stat(kept[0])
	rec, err = small("ndcg").Run(t.Context(), c)
	if after, _ := os.Stat(kept[0]); err != nil || rec.Partial || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("error %v, partial %v, or the kept result was computed again", err, rec.Partial)
	}
}

func TestRunWithoutData(t *testing.T) {
	t.Setenv(datasets.Env, "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	c := quick(t)
	c.Scale, c.Data = reproduce.Paper, datasets.OnlyReal
	var notices strings.Builder
	c.Log = &notices
	rec, err := Study.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if shown := Study.Tables(rec); len(shown) != len(Study.Layouts) {
		t.Errorf("%d tables", len(shown))
	}
	for _, table := range Study.Tables(rec) {
		if cells := table.Rows[0]; cells[len(cells)-1] != "data not available" {
			t.Errorf("shown as %q", cells)
		}
	}
	for _, c := range Study.Judge(rec) {
		if c.Verdict != reproduce.NotTestable {
			t.Errorf("%s on %s is judged without data: %+v", c.ID, c.Table, c)
		}
	}
	if n := len(Study.Figures(rec)); n != 0 || !strings.Contains(notices.String(), "a9a") {
		t.Errorf("%d figures, notice %q", n, notices.String())
	}
}
