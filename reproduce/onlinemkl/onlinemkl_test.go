package onlinemkl

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/dataset"
	"github.com/proxlab/proxlab/datasets/generate"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
)

func quick(t *testing.T, policy datasets.Policy) reproduce.Config {
	t.Helper()
	c := reproduce.DefaultConfig()
	c.Data, c.Folder = policy, t.TempDir()
	return c
}

// handwriting is a small set.
func handwriting(t *testing.T, words, writers int, seed uint64) *dataset.OCR {
	t.Helper()
	data, err := generate.Handwriting(t.Context(), generate.HandwritingConfig{Words: words, Writers: writers, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// small returns the study on a small set.
func small(words int) reproduce.Study {
	out := Study
	out.Plan = func(d *reproduce.Draft) error {
		return planOn(d, origin{Generated: generate.HandwritingConfig{Words: words, Writers: 40, Seed: 1}})
	}
	return out
}

func TestRunOnSyntheticData(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic)
	c.Only = []string{"quadratic", "mkl-lb", tableEta1}
	var steps []string
	left := 0
	c.Progress = func(done, total int, next string) {
		steps, left = append(steps, next), total-done
	}
	rec, err := small(300).Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	// The accuracies were 63.9 and 61.6 when this was written; chance is 4.
	for id, least := range map[string]float64{"quadratic": 60, "mkl-lb": 57} {
		row, ok := rec.Table(tableEta1).Row(id)
		if acc := accuracyOf.In(row); !ok || row.Data.Kind != datasets.Synthetic || acc < least || acc > 95 {
			t.Errorf("%s: accuracy %.1f on %v", id, acc, row.Data)
		}
	}
	for _, want := range []string{"fold 0, quadratic, η0 = 1", "fold 0, mkl-lb, η0 = 1", "fold 0, training times"} {
		if !slices.Contains(steps, want) {
			t.Errorf("progress lacks %q: %q", want, steps)
		}
	}
	if row, _ := rec.Table(tableEta1).Row("mkl-lb"); left != 0 || timedAt.In(row) != 100 ||
		!(trained.In(row) > 0) {
		t.Errorf("%d tasks are left; row %+v", left, row.Values)
	}
	objective := rec.Curve("objective-quadratic-fold-0").Column("C = 100")
	if len(objective) != epochs || objective[epochs-1] >= objective[0] {
		t.Errorf("objective %v", objective)
	}
	var drawn []string
	for _, f := range Study.Figures(rec) {
		drawn = append(drawn, f.About().ID)
	}
	want := []string{
		"accuracy-by-row-eta0-1", "training-seconds-eta0-1", "objective", "beta-mkl-lb", "words-quadratic", "words-mkl-lb",
	}
	if d := cmp.Diff(want, drawn); d != "" {
		t.Errorf("figures:\n%s", d)
	}
	again, err := small(300).Run(t.Context(), c) // from the results kept
	if err != nil {
		t.Fatal(err)
	}
	rows := cmpopts.IgnoreUnexported(reproduce.Row{})
	if d := cmp.Diff(rec.Tables, again.Tables, rows, cmpopts.EquateNaNs()); d != "" {
		t.Errorf("the second run differs:\n%s", d)
	}
	c.Fresh = true
	fresh, err := small(300).Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	timeless := cmpopts.IgnoreMapEntries(func(k string, _ any) bool { return Study.TimedValue(k) })
	if d := cmp.Diff(rec.Tables, fresh.Tables, rows, timeless, cmpopts.EquateNaNs()); d != "" {
		t.Errorf("a fresh run differs:\n%s", d)
	}
}

// TestAllTables runs every table on six rows, and fills nothing that is not shown.
func TestAllTables(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic)
	c.Only = append([]string{"mkl-lb", tableRegret, tableVariants, tableRates, tableMoreFolds}, upper...)
	c.Only = append(c.Only, forms...)
	rec, err := small(24).Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	best, _ := rec.Table(tableBest).Row("mkl-lb")
	for _, id := range forms {
		if row, ok := rec.Table(id).Row("mkl-lb"); !ok || !(accuracyOf.In(row) <= accuracyOf.In(best)) {
			t.Errorf("%s has %.2f, the best is %.2f", id, accuracyOf.In(row), accuracyOf.In(best))
		}
	}
	if mode := rec.Table(tableHeldOut).Mode; mode != reproduce.Sound {
		t.Errorf("mode %s", mode)
	}
	if n := len(Study.Tables(rec)); n != len(forms)+4 {
		t.Errorf("%d tables are shown", n)
	}
	if n := len(rec.Table(tableVariants).Rows); n != len(variantRows)*len(variants) {
		t.Errorf("%d rows of variants", n)
	}
	if n := len(rec.Table(tableRegret).Rows); n != len(regretRules) || rec.Table(tableRegret).Mode != reproduce.Literal {
		t.Errorf("%d rows of regret", n)
	}
	if err := reproduce.CheckClaims(Study, rec); err != nil {
		t.Error(err)
	}
	if told := remarks(rec)[0]; !strings.Contains(told, "at C = 1 it picks η0 = ") {
		t.Errorf("the turning point is told as %q", told)
	}
	if drawn := Study.Figures(rec); !slices.ContainsFunc(drawn, func(f figures.Figure) bool {
		return f.About().ID == tableRegret
	}) {
		t.Errorf("no figure of regret: %+v", drawn)
	}
}

func TestPlan(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		config reproduce.Config
		tasks  int
	}{
		"quick": {reproduce.Config{Scale: reproduce.Quick, Mode: reproduce.Literal}, 8 + 1},
		"one row": {reproduce.Config{
			Scale: reproduce.Quick,
			Mode:  reproduce.Literal,
			Only:  []string{"linear"},
		}, 1 + 1},
		"sound":       {reproduce.Config{Scale: reproduce.Quick, Mode: reproduce.Sound}, 8*8 + 1},
		"paper, both": {reproduce.Config{Scale: reproduce.Paper, Mode: reproduce.Both}, 10*8*8 + 4*4*6 + 2*50 + 10 + 1},
		"variants, two rows": {reproduce.Config{
			Scale: reproduce.Quick,
			Mode:  reproduce.Literal,
			Only:  []string{tableVariants, "quadratic", "linear"},
		}, 7},
	} {
		d, err := small(300).Draft(c.config)
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
	c := quick(t, datasets.OnlySynthetic)
	c.Folds, c.Only = []int{0, 1}, []string{"quadratic"}
	d, err := small(300).Draft(c)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	d.Progress = func(done, _ int, _ string) {
		if done == 1 {
			cancel()
		}
	}
	if err := d.Run(ctx, plan.Options{Workers: 1}); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	rec := d.Record()
	row, _ := rec.Table(tableEta1).Row("quadratic")
	if folds := folds.In(row); !rec.Partial || len(folds) != 1 || len(Study.Tables(rec)[0].Rows) != 1 ||
		!math.IsNaN(trained.In(row)) {
		t.Errorf("the finished fold is not shown: %v", row)
	}
	kept, _ := filepath.Glob(filepath.Join(c.Folder, "results", "*.json"))
	if len(kept) != 1 {
		t.Fatalf("%d results were kept, not 1", len(kept))
	}
	before, _ := os.Stat(kept[0])
	rec, err = small(300).Run(t.Context(), c)
	if row, _ := rec.Table(tableEta1).Row("quadratic"); err != nil || len(folds.In(row)) != 2 {
		t.Errorf("the second run: %v, %v", row, err)
	}
	if after, _ := os.Stat(kept[0]); !after.ModTime().Equal(before.ModTime()) {
		t.Error("the kept result was computed again")
	}
}

func TestRunWithoutData(t *testing.T) {
	t.Setenv(datasets.Env, "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	c := quick(t, datasets.OnlyReal)
	var notices strings.Builder
	c.Log = &notices
	rec, err := Study.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if row, ok := rec.Table(tableEta1).Row("quadratic"); !ok || !math.IsNaN(accuracyOf.In(row)) ||
		row.Status() != "data not available" {
		t.Errorf("row %+v", row)
	}
	if cells := Study.Tables(rec)[0].Rows[1]; cells[1] != "–" || cells[len(cells)-1] != "data not available" {
		t.Errorf("shown as %q", cells)
	}
	if !strings.Contains(notices.String(), "proxlab data fetch ocr") {
		t.Errorf("notice %q", notices.String())
	}
}
