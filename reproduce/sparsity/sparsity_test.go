package sparsity

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

func quick(t *testing.T, policy datasets.Policy, only ...string) reproduce.Config {
	t.Helper()
	c := reproduce.DefaultConfig()
	c.Mode, c.Data, c.Folder, c.Only = reproduce.Both, policy, t.TempDir(), only
	return c
}

// drawn draws every figure of a record, and returns their ids.
func drawn(t *testing.T, rec *reproduce.Record) []string {
	t.Helper()
	var ids []string
	for _, f := range Study.Figures(rec) {
		ids = append(ids, f.About().ID)
		if _, err := f.Plot(); err != nil {
			t.Errorf("figure %s: %v", f.About().ID, err)
		}
	}
	return ids
}

// small returns the study with less of everything, but no table left out.
func small() reproduce.Study {
	e := extentOf(reproduce.Quick)
	e.replications = 2
	e.together, e.tasks, e.sizes = comparison{D: 20, Relevant: 3}, []int{2, 4}, []int{15, 30}
	e.dims, e.examples, e.others, e.otherDim = []int{10, 64}, []int{8, 16}, []int{8, 32}, 32
	e.stepDims, e.stepExamples = []int{10, 40}, []int{8, 16}
	e.side, e.lambdas, e.steps, e.features = 48, 4, 8, 30
	out := Study
	out.Plan = func(d *reproduce.Draft) error { return study{d, e}.plan() }
	return out
}

// TestRunOnSyntheticData runs all tables, and all again from the results kept.
func TestRunOnSyntheticData(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic)
	done, total := 0, 0
	c.Progress = func(d, n int, _ string) { done, total = d, n }
	rec, err := small().Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if done != total || total == 0 {
		t.Errorf("%d of %d done at the end", done, total)
	}
	for _, l := range layouts {
		if rec.Table(l.ID) == nil || len(rec.Table(l.ID).Rows) == 0 {
			t.Errorf("table %s is empty", l.ID)
		}
	}
	for _, r := range rec.Table(tableFigure2).Rows {
		if r.Data.Kind != datasets.Synthetic || keyReplications.In(r) != 2 || !(keyError.In(r) > 0) ||
			!(errorSpread.In(r) > 0) ||
			keyExcess.In(r) > 1e-3 {
			t.Errorf("%s: %+v", r.ID, r.Values)
		}
	}
	if n := len(Study.Tables(rec)); n != len(layouts) {
		t.Errorf("%d tables are shown", n)
	}
	want := []string{
		"figure2", "figure2-centred", "saving", "instances", "instances-centred", "contraction", "paths", "figure1",
		"figure3", "rules", "projection", "psnr", "pictures",
	}
	if d := cmp.Diff(want, drawn(t, rec)); d != "" {
		t.Errorf("figures:\n%s", d)
	}
	checkClaims(t, rec)
	checkSecondRun(t, c, rec)
}

// checkClaims tests that every claim is judged, and has all it needs.
func checkClaims(t *testing.T, rec *reproduce.Record) {
	t.Helper()
	for _, claim := range rec.Claims {
		if claim.Verdict == reproduce.NotTestable {
			t.Errorf("%s is not judged: %s", claim.ID, claim.Ours)
		}
	}
	if err := reproduce.CheckClaims(small(), rec); err != nil {
		t.Error(err)
	}
}

// checkSecondRun runs again what has a record.
func checkSecondRun(t *testing.T, c reproduce.Config, rec *reproduce.Record) {
	t.Helper()
	again, err := small().Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	numbers := cmp.Options{cmpopts.EquateNaNs(), cmpopts.IgnoreUnexported(reproduce.Row{})}
	if d := cmp.Diff(rec.Tables, again.Tables, numbers); d != "" {
		t.Errorf("the second run differs:\n%s", d)
	}
	if d := cmp.Diff(rec.Curves, again.Curves, numbers); d != "" {
		t.Errorf("the curves of the second run differ:\n%s", d)
	}
}

// TestScaling: the paper's F + 2τJ, written out, is 2T times our objective for λ = τ/T and a ridge of μ/T; its a and σ
// are ours.
func TestScaling(t *testing.T) {
	t.Parallel()
	const tasks, d, n, tau, mu = 3, 7, 5, 0.3, 0.2
	data := newDraw(tasks, d, 2, n, 1)
	a, b, err := curvature(data.train)
	if err != nil {
		t.Fatal(err)
	}
	s := newSmooth(data.train, 0, tau/tasks, mu/tasks, a, b)
	rng := rand.New(rand.NewPCG(1, 1))
	w := make([]float64, d*tasks) // feature by feature
	for k := range w {
		w[k] = rng.NormFloat64()
	}
	var paper float64
	for task, e := range data.train {
		f := predictions(w, task, tasks, e.X)
		floats.Sub(f, e.Y)
		paper += floats.Dot(f, f) / n
	}
	paper += mu * floats.Dot(w, w)
	for j := range d {
		paper += 2 * tau * floats.Norm(w[j*tasks:(j+1)*tasks], 2)
	}
	if ours := s.objectiveOf(w, tasks); math.Abs(paper-2*tasks*ours) > 1e-12*paper {
		t.Errorf("the paper's objective is %g, 2T times ours %g", paper, 2*tasks*ours)
	}
	var top float64
	for _, e := range data.train {
		_, hi := linalg.SquaredNorm(e.X)
		top = math.Max(top, hi)
	}
	if math.Abs(a-top/(n*tasks)) > 1e-12 || b != 0 {
		t.Errorf("a = %g, want %g; b = %g", a, top/(n*tasks), b)
	}
}

// TestContractionIsTheBound: for fewer examples than features, L_σ is 1/(1 + α), and nothing measured is above it.
func TestContractionIsTheBound(t *testing.T) {
	t.Parallel()
	for _, alpha := range []float64{0.001, 0.1} {
		c, err := contracting{Alpha: alpha, Seed: 7}.run(t.Context())
		if err != nil || math.Abs(c.Factor-1/(1+alpha)) > 1e-9 || c.Measured > c.Factor+1e-9 || c.Distance > 1 ||
			!(c.Measured > 0.5) {
			t.Errorf("α = %g: %+v, error %v", alpha, c, err)
		}
	}
	p, err := projecting{Times: 1, Steps: 3000, Seed: 5}.run(t.Context())
	if p.Increase > 1e-12 || math.Abs(p.Excess) > 1e-3 || p.Distance > 1e-3 || err != nil {
		t.Errorf("Theorem 2: %+v, error %v", p, err)
	}
}

// TestFaultInterruptedRunGoesOn with an instance named alone.
func TestFaultInterruptedRunGoesOn(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic, "group-lasso")
	ctx, cancel := context.WithCancel(t.Context())
	c.Progress = func(_, _ int, next string) {
		if strings.Contains(next, "n = 32, α = 0.01") {
			cancel()
		}
	}
	rec, err := small().Run(ctx, c)
	if !errors.Is(err, context.Canceled) || !rec.Partial {
		t.Fatalf("error %v", err)
	}
	if r, ok := rec.Table(tableInstances).Row("group-lasso/32-8-0"); !ok || keyReplications.In(r) != 2 {
		t.Errorf("what was done is not in the record: %+v", r)
	}
	c.Progress = nil
	if rec, err = small().Run(t.Context(), c); err != nil || rec.Partial || len(rec.Tables) != 2 ||
		len(rec.Table(tableInstances).Rows) != 8 || len(rec.Table(tableInstancesCentred).Rows) != 8 {
		t.Fatalf("%+v, error %v", rec.Tables, err)
	}
}

func TestRunWithoutData(t *testing.T) {
	t.Setenv(datasets.Env, "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	c := quick(t, datasets.OnlyReal, tableSchool, tableImages)
	var notices strings.Builder
	c.Log = &notices
	rec, err := Study.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if r := rec.Table(tableSchool).Rows[0]; r.Status() != "data not available" {
		t.Errorf("row %+v", r)
	}
	if !strings.Contains(notices.String(), "cameraman") || len(Study.Tables(rec)) != 2 {
		t.Errorf("notices %q", notices.String())
	}
}
