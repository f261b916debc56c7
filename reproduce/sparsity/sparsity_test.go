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
	"github.com/proxlab/proxlab/toolkit/fit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

func quick(t *testing.T, policy datasets.Policy, only ...string) reproduce.Config {
	t.Helper()
	c := reproduce.DefaultConfig()
	c.Mode, c.Data, c.Cells, c.Only = reproduce.Both, policy, t.TempDir(), only
	return c
}

// small is a plan with less of everything, but no table left out.
func small(c reproduce.Config) plan {
	p := planOf(c)
	p.replications = 2
	p.together, p.tasks, p.sizes = comparison{D: 20, Relevant: 3}, []int{2, 4}, []int{15, 30}
	p.dims, p.examples, p.others, p.otherDim = []int{10, 40}, []int{8, 16}, []int{16, 32}, 20
	p.stepDims, p.stepExamples = []int{10, 40}, []int{8, 16}
	p.side, p.lambdas, p.steps, p.features = 48, 4, 8, 30
	return p
}

// TestRunOnSyntheticData runs all tables, and all again from their cells.
func TestRunOnSyntheticData(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic)
	done, total := 0, 0
	c.Progress = func(d, n int, _ string) { done, total = d, n }
	rec, err := runPlan(t.Context(), c, small(c))
	if err != nil {
		t.Fatal(err)
	}
	if done != total || total == 0 {
		t.Errorf("%d of %d done at the end", done, total)
	}
	for _, id := range tableIDs {
		if rec.Table(id) == nil || len(rec.Table(id).Rows) == 0 {
			t.Errorf("table %s is empty", id)
		}
	}
	for _, r := range rec.Table(tableFigure2).Rows {
		if r.Data.Kind != datasets.Synthetic || r.Number("replications") != 2 || !(r.Number("error") > 0) || !(r.Number("error_spread") > 0) || r.Number("excess") > 1e-3 {
			t.Errorf("%s: %+v", r.ID, r.Values)
		}
	}
	if n := len(Study.Tables(rec)); n != len(tableIDs) {
		t.Errorf("%d tables are shown", n)
	}
	var drawn []string
	for _, f := range Study.Figures(rec) {
		drawn = append(drawn, f.About().ID)
		if _, err := f.Plot(); err != nil {
			t.Errorf("figure %s: %v", f.About().ID, err)
		}
	}
	if d := cmp.Diff([]string{"figure2", "instances", "paths", "figure1", "figure3", "rules", "psnr", "pictures"}, drawn); d != "" {
		t.Errorf("figures:\n%s", d)
	}
	for _, claim := range rec.Claims {
		if claim.Verdict == reproduce.NotTestable || claim.Ours == "rows missing" {
			t.Errorf("%s is not judged: %s", claim.ID, claim.Ours)
		}
	}
	again, err := runPlan(t.Context(), c, small(c))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(rec.Tables, again.Tables, cmpopts.EquateNaNs()); d != "" {
		t.Errorf("the second run differs:\n%s", d)
	}
}

// TestScaling: the paper's F + 2τJ, written out, is 2T times our objective for λ = τ/T and a ridge of μ/T; and its a and σ are ours.
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
	m := fit.SparseModel{Features: d, Tasks: tasks, Weights: w}
	for task, e := range data.train {
		f := m.Predict(e.X, task)
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
		c, err := measureContraction(t.Context(), alpha, 7)
		if err != nil || math.Abs(c.factor-1/(1+alpha)) > 1e-9 || c.measured > c.factor+1e-9 || c.distance > 1 || !(c.measured > 0.5) {
			t.Errorf("α = %g: %+v, error %v", alpha, c, err)
		}
	}
	if increase, excess := projectionSteps(1, 3000, 5); increase > 1e-12 || math.Abs(excess) > 1e-3 {
		t.Errorf("Theorem 2: increase %g, excess %g", increase, excess)
	}
}

// TestInterruptedRunGoesOn with an instance named alone.
func TestInterruptedRunGoesOn(t *testing.T) {
	t.Parallel()
	c := quick(t, datasets.OnlySynthetic, "group-lasso")
	ctx, cancel := context.WithCancel(t.Context())
	c.Progress = func(_, _ int, next string) {
		if strings.Contains(next, "n = 32, α = 0.01") {
			cancel()
		}
	}
	rec, err := runPlan(ctx, c, small(c))
	if !errors.Is(err, context.Canceled) || !rec.Partial {
		t.Fatalf("error %v", err)
	}
	if r, ok := rec.Table(tableInstances).Row("group-lasso/20-16-0"); !ok || r.Number("replications") != 2 {
		t.Errorf("what was done is not in the record: %+v", r)
	}
	c.Progress = nil
	if rec, err = runPlan(t.Context(), c, small(c)); err != nil || rec.Partial || len(rec.Tables) != 1 || len(rec.Table(tableInstances).Rows) != 8 {
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
	if r := rec.Table(tableSchool).Rows[0]; r.Values["status"] != "data not available" {
		t.Errorf("row %+v", r)
	}
	if !strings.Contains(notices.String(), "cameraman") || len(Study.Tables(rec)) != 2 {
		t.Errorf("notices %q", notices.String())
	}
}

// made is a record of made-up rows as the paper would have them, or, with sign −1, the opposite.
func made(sign float64) *reproduce.Record {
	toward := func(good, bad float64) float64 {
		if sign > 0 {
			return good
		}
		return bad
	}
	table := func(id string) *reproduce.Table { return &reproduce.Table{ID: id} }
	one, two, others, three, theory := table(tableFigure1), table(tableFigure2), table(tableInstances), table(tableFigure3), table(tableTheory)
	add := func(t *reproduce.Table, id string, values map[string]any) {
		t.Rows = append(t.Rows, reproduce.Row{ID: id, Data: datasets.Source{Kind: datasets.Synthetic}, Values: values})
	}
	for _, tasks := range []float64{2, 4} {
		for _, n := range []float64{20, 50} {
			add(one, "", map[string]any{"tasks": tasks, "n": n, "gamma": sign * tasks / n})
		}
	}
	for _, d := range []float64{100, 1000} {
		for _, n := range []float64{8, 16} {
			for k, alpha := range paperAlphas {
				v := map[string]any{
					"d": d, "n": n, "alpha": alpha, "error": 1 + toward(0.01, 0.5)*float64(k), "plain_error": 1 + toward(0.01, 0.5)*float64(k),
					"selected": 5 + float64(k)*toward(8/n, n/8-2), "iterations": 1000 * math.Pow(toward(0.3, 2), float64(k)) * math.Pow(n, -sign),
				}
				add(two, "", v)
				v = cloned(v)
				v["instance"] = "lasso"
				add(others, "", v)
			}
			add(three, "", map[string]any{"d": d, "n": n, "ratio": toward(d/5, 1/d), "ratio_least": toward(2, 0.5), "guarded_least": toward(3, 0.5)})
		}
	}
	if sign < 0 {
		for _, r := range three.Rows {
			r.Values["ratio"] = 1 / r.Number("d") * r.Number("n")
		}
	}
	add(theory, "contraction", map[string]any{"what": "contraction", "alpha": 0.1, "measured": 0.5, "formula": 0.9, "bound": 0.9, "worst": -sign, "distance": toward(0.5, 2)})
	add(theory, "projection-1", map[string]any{"what": "projection", "increase": toward(0, 0.1), "excess": 0.})
	return &reproduce.Record{Tables: []reproduce.Table{*one, *two, *others, *three, *theory}}
}

func cloned(m map[string]any) map[string]any {
	out := map[string]any{}
	for k, v := range m {
		out[k] = v
	}
	return out
}

// TestClaims judges numbers as the paper would have them, and their opposite.
func TestClaims(t *testing.T) {
	t.Parallel()
	for what, rec := range map[reproduce.Verdict]*reproduce.Record{reproduce.Holds: made(1), reproduce.Fails: made(-1), reproduce.NotTestable: {}} {
		seen := map[string]bool{}
		for _, c := range judge(rec) {
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
	for table, rows := range map[string]int{tableFigure1: 12, tableFigure2: 60, tableInstances: 60, tableFigure3: 15, tableRules: 135, tableTheory: 6, tableImages: 15, tablePenalties: 8, tableSchool: 1} {
		got := rec.Table(table)
		if got == nil || len(got.Rows) != rows {
			t.Fatalf("table %s is not whole", table)
		}
		for _, r := range got.Rows {
			if n := r.Number("replications"); n != 20 && table != tableImages && !(table == tableSchool && n == 10) {
				t.Errorf("%s, %s: %g replications", table, r.ID, n)
			}
		}
	}
	if r, _ := rec.Table(tableSchool).Row("school"); r.Data.Kind != datasets.Real || !(r.Number("gamma") > 0) || !(r.Number("explained") > 30) {
		t.Errorf("schools: %+v", r)
	}
	if r, ok := rec.Table(tableImages).Row("cameraman-0.1"); !ok || r.Data.Kind != datasets.Real || !(r.Number("psnr") > r.Number("noisy")+7) {
		t.Errorf("cameraman: %+v", r)
	}
	for _, r := range rec.Table(tableRules).Rows { // the safeguard never failed, at any size
		if r.Values["rule"] == guarded && r.Number("failed") > 0 {
			t.Errorf("%s: %g failed", r.ID, r.Number("failed"))
		}
	}
	for _, c := range rec.Claims {
		if c.Verdict == reproduce.NotTestable {
			t.Errorf("%s has no verdict", c.ID)
		}
	}
	if len(Study.Tables(rec)) != len(tableIDs) || len(Study.Figures(rec)) != 8 {
		t.Errorf("%d tables and %d figures", len(Study.Tables(rec)), len(Study.Figures(rec)))
	}
}
