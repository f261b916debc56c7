package tracenorm

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/internal/machine"
	"github.com/proxlab/proxlab/reproduce"
)

func quick(t *testing.T, policy datasets.Policy, only ...string) reproduce.Config {
	t.Helper()
	c := reproduce.DefaultConfig()
	c.Mode, c.Data, c.Folder, c.Only = reproduce.Both, policy, t.TempDir(), only
	return c
}

// TestQuickRunOnSyntheticData runs a panel of Figure 1 and a column of Figure 2, and both again from the results kept.
func TestQuickRunOnSyntheticData(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic)
	done, total := 0, 0
	c.Progress = func(d, n int, _ string) { done, total = d, n }
	rec, err := tiny(machine.ProcessorSeconds).Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if done != total || total == 0 {
		t.Errorf("%d of %d done at the end", done, total)
	}
	for _, where := range []string{"heavy-0.9", conjoint1} {
		table := rec.Table(tableFigure1Sound)
		if where == conjoint1 {
			table = rec.Table(tableFigure2Sound)
		}
		for _, m := range []string{sound, proxThin, proxFree} {
			r, ok := table.Row(where + "/" + m)
			if !ok || r.Data.Kind != datasets.Synthetic || !(accuracyOf.In(r) < 1e-3) ||
				!(r.Number(accuracyKey("cpu", 1e-3)) <= secondsOf.In(r)) {
				t.Errorf("%s, %s: %+v", where, m, r)
			}
		}
	}
	for _, id := range []string{
		tableFigure1, tableFigure1Sound, tableFigure2, tableFigure2Sound, tableReadings, tableSpeed, tablePath, tableGauges,
	} {
		if rec.Table(id) == nil || len(rec.Table(id).Rows) == 0 {
			t.Errorf("table %s is empty", id)
		}
	}
	if n := len(Study.Tables(rec)); n != len(layouts) {
		t.Errorf("%d tables are shown", n)
	}
	figures := []string{
		"figure1-rho-0.9", "figure1-rho-0.1", stepsFigure, stepsFigure + "-rho-0.1", "staircase", "figure2", "test-errors",
		"am-starts", "ranks", "path", "figure3",
	}
	if d := cmp.Diff(figures, drawn(t, rec)); d != "" {
		t.Errorf("figures:\n%s", d)
	}
	if err := reproduce.CheckClaims(Study, rec); err != nil {
		t.Error(err)
	}
	again, err := tiny(machine.ProcessorSeconds).Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(rec.Tables, again.Tables, cmpopts.EquateNaNs(), cmpopts.IgnoreUnexported(reproduce.Row{})); d != "" {
		t.Errorf("the second run differs:\n%s", d)
	}
}

// drawn draws every figure of a record in both renderings and returns their names.
func drawn(t *testing.T, rec *reproduce.Record) (names []string) {
	t.Helper()
	for _, f := range Study.Figures(rec) {
		names = append(names, f.About().ID)
		if _, err := f.Plot(); err != nil {
			t.Errorf("figure %s: %v", f.About().ID, err)
		}
		if !strings.Contains(f.Chart(), "series") {
			t.Errorf("figure %s has no chart", f.About().ID)
		}
	}
	return names
}

func TestReadingsOfLambda(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic, tableReadings, tableGauges)
	rec, err := tiny(machine.ProcessorSeconds).Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	heavy, _ := rec.Table(tableReadings).Row("heavy-absolute")
	if keyRank.In(heavy) != 0 || math.Abs(heavy.Number("objective")-heavy.Number("at_zero")) > 1e-9 ||
		!(keyShare.In(heavy) > 1) {
		t.Errorf("λ = 0.5 is not beyond λ_max: %v", heavy.Values)
	}
	if r, _ := rec.Table(tableReadings).Row("heavy-relative"); !(keyRank.In(r) > 0) || !(r.Number("gap") <= pathTol) {
		t.Errorf("λ = 0.5 λ_max: %v", r.Values)
	}
	for _, r := range rec.Table(tableGauges).Rows {
		if math.Abs(r.Number("atoms")-r.Number("formula")) > 1e-3 {
			t.Errorf("Ω by atoms %g, by formula %g: %s", r.Number("atoms"), r.Number("formula"), r.ID)
		}
	}
}

func TestFaultInterruptedRunGoesOn(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic, conjoint1)
	ctx, cancel := context.WithCancel(t.Context())
	c.Progress = func(_, _ int, next string) {
		if strings.Contains(next, alternate) {
			cancel()
		}
	}
	rec, err := tiny(machine.ProcessorSeconds).Run(ctx, c)
	if !errors.Is(err, context.Canceled) || !rec.Partial {
		t.Fatalf("error %v", err)
	}
	if len(rec.Table(tablePath).Rows) == 0 {
		t.Error("the paths, which were done, are not in the record")
	}
	c.Progress = nil
	if rec, err = tiny(machine.ProcessorSeconds).Run(t.Context(), c); err != nil || rec.Partial {
		t.Fatalf("error %v", err)
	}
	if _, ok := rec.Table(tableFigure2).Row(conjoint1 + "/" + rescaling); !ok {
		t.Errorf("the second run: %+v", rec.Tables)
	}
}

func TestRunWithoutData(t *testing.T) {
	t.Setenv(datasets.Env, "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	c := quick(t, datasets.OnlyReal, conjoint1, conjoint2, pictures)
	var notices strings.Builder
	c.Log = &notices
	rec, err := tiny(machine.ProcessorSeconds).Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(rec.Table(tableFigure2).Rows); n != 3 {
		t.Fatalf("%d rows", n)
	}
	for _, r := range rec.Table(tableFigure2).Rows {
		if r.Status() != "data not available" || !math.IsNaN(r.Number("test_error")) {
			t.Errorf("row %+v", r)
		}
	}
	if !strings.Contains(notices.String(), "omniglot") {
		t.Errorf("notices %q", notices.String())
	}
	for _, claim := range rec.Claims {
		if claim.Table == tableFigure2 && claim.Verdict != reproduce.NotTestable {
			t.Errorf("%s is judged without data: %s", claim.ID, claim.Verdict)
		}
	}
}

func TestCourses(t *testing.T) {
	t.Parallel()
	c := course{
		Start: 10, CPU: []float64{1, 2, 4}, Evals: []float64{10, 20, 40}, Iter: []float64{1, 2, 3},
		Objective: []float64{5, 1.01, 1.0001}, TestError: []float64{50, 20, 30},
	}
	if cpu, iter := c.reached(1, 0.02); cpu != 2 || iter != 2 {
		t.Errorf("2 %% at %g s, iteration %g", cpu, iter)
	}
	if cpu, _ := c.reached(1, 1e-6); !math.IsNaN(cpu) {
		t.Errorf("1e-6 at %g s", cpu)
	}
	for _, x := range []struct{ at, want float64 }{{5, 9}, {10, 4}, {30, 0.01}, {40, 1e-4}, {50, math.NaN()}} {
		if got := c.accuracy(c.Evals, x.at, 1); math.Abs(got-x.want) > 1e-9 && !(math.IsNaN(got) && math.IsNaN(x.want)) {
			t.Errorf("at %g evaluations: %g, want %g", x.at, got, x.want)
		}
	}
	if !math.IsNaN(c.errorAt(5)) || c.errorAt(30) != 20 || c.errorAt(90) != 30 {
		t.Errorf("test errors %g, %g, %g", c.errorAt(5), c.errorAt(30), c.errorAt(90))
	}
	late := course{CPU: []float64{3, 9}, Evals: []float64{20, 90}, TestError: []float64{40, 10}}
	errors := errorOverWork([]pairing{{course: c}, {course: late}}) // from 20 evaluations, where both are known, to 90
	if n := gridPoints - 1; errors.evals[0] != 20 || errors.cpu[0] != 2.5 || errors.mean[0] != 30 ||
		errors.evals[n] != 90 || errors.cpu[n] != 6.5 || errors.mean[n] != 20 {
		t.Errorf("mean test error over work: %+v", errors)
	}
}

// TestSpeed compares times where all, half or none of the replications arrived.
func TestSpeed(t *testing.T) {
	t.Parallel()
	at := func(objective, cpu float64) course {
		return course{Start: 9, CPU: []float64{cpu}, Iter: []float64{1}, Objective: []float64{objective}}
	}
	pair := func(ours, theirs course) pairing {
		return pairing{replication{Best: 1, Courses: map[string]course{sound: ours}}, theirs}
	}
	both, late, never := pair(at(1, 2), at(1, 4)), pair(at(1, 1), at(5, 10)), pair(at(5, 1), at(1, 1))
	for _, c := range []struct {
		all          []pairing
		ratio, bound float64
	}{
		{[]pairing{both}, 0.5, 0.5}, {[]pairing{late, both}, 0.5, 0.3}, {[]pairing{late}, math.NaN(), 0.1},
		{[]pairing{late, late, both}, math.NaN(), 0.1}, {[]pairing{never}, math.NaN(), math.NaN()},
	} {
		ratio, bound := speed(c.all, 1e-3)
		if d := cmp.Diff([]float64{c.ratio, c.bound}, []float64{ratio, bound}, cmpopts.EquateNaNs(),
			cmpopts.EquateApprox(1e-12, 0)); d != "" {
			t.Errorf("%d pairs: %s", len(c.all), d)
		}
	}
}
