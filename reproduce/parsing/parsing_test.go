package parsing

import (
	"context"
	"errors"
	"maps"
	"math"
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

// tiny is a set that takes a second.
func tiny() set {
	s := smallGrammar
	s.grammar = &generate.GrammarConfig{Sentences: 10, Tags: 2, Words: 2, Relevant: 20, Strength: 1.25}
	s.grids, s.kept, s.seeds, s.draws = [3][]setting{{{10, 20}}, {{30, 20}, {300, 5}}, {{0.5, 20}}}, []int{25, 107}, 2, 2
	s.epochs, s.bits = 2, 6
	return s
}

// small returns the study of one set alone.
func small(s set) reproduce.Study {
	out := Study
	out.Plan = func(d *reproduce.Draft) error {
		planSet(d, s, "")
		return nil
	}
	return out
}

// TestRun goes through a whole run: the tables, the figures, the claims and what is said are those of one record, and a
// second run finds all done.
func TestRun(t *testing.T) {
	t.Parallel()
	c := quick(t)
	left := 0
	c.Progress = func(done, total int, _ string) { left = total - done }
	rec, err := small(tiny()).Run(t.Context(), c)
	if err != nil || left != 0 {
		t.Fatal(left, err)
	}
	checkTables(t, rec)
	checkShown(t, rec)
	if said := remarks(rec); len(said) < 3 || !strings.Contains(said[0], "2 random draws") {
		t.Errorf("remarks %q", said)
	}
	c.Progress = func(done, total int, what string) {
		if done < total && what != "" {
			t.Errorf("%q is done again", what)
		}
	}
	again, err := small(tiny()).Run(t.Context(), c)
	if d := cmp.Diff(rec.Tables, again.Tables, cmpopts.IgnoreUnexported(reproduce.Row{}), cmpopts.EquateNaNs()); d != "" {
		t.Errorf("the second run differs, error %v:\n%s", err, d)
	}
}

// checkTables looks at the rows of a whole run.
func checkTables(t *testing.T, rec *reproduce.Record) {
	t.Helper()
	rows := map[string]int{"accuracy-grammar": 10, "kept-grammar": 25, "epochs-grammar": 2}
	for id, n := range rows {
		if table := rec.Table(id); table == nil || len(table.Rows) != n {
			t.Errorf("%s has not %d rows: %v", id, n, table)
		}
	}
	for _, r := range rec.Table("kept-grammar").Rows {
		if v := r.Number("test"); !(v > 5 && v < 95) || r.Data.Kind != datasets.Synthetic || len(r.Numbers("tests")) != 2 {
			t.Errorf("row %+v", r)
		}
	}
	for _, m := range methods {
		checkChoice(t, rec.Table("accuracy-grammar"), m.id, "")
		checkChoice(t, rec.Table("kept-grammar"), m.id+forRanking, "/107")
	}
	last := rec.Table("epochs-grammar").Rows[1]
	if v := last.Number("spearman"); math.Abs(v-1) > 1e-12 || slices.Min(last.Numbers("zeros")) < 13 {
		t.Errorf("the last epoch's norms with themselves: Spearman %g, zeros %v", v, last.Numbers("zeros"))
	}
}

// asReal is the record as if its treebank were EWT: of no template it is known whether it matters.
func asReal(rec *reproduce.Record) *reproduce.Record {
	out := *rec
	out.Tables, out.Curves = nil, nil
	for _, table := range rec.Tables {
		base, is := strings.CutSuffix(table.ID, grammar.id)
		if !is {
			continue
		}
		table.ID, table.Rows = base+wholeEWT.id, slices.Clone(table.Rows)
		for k, r := range table.Rows {
			table.Rows[k].Data.Kind, table.Rows[k].Values = datasets.Real, maps.Clone(r.Values)
			delete(table.Rows[k].Values, "relevant")
		}
		out.Tables = append(out.Tables, table)
	}
	for _, c := range rec.Curves {
		c.ID = curveWeights + wholeEWT.id
		out.Curves = append(out.Curves, c)
	}
	out.Claims = Study.Judge(&out)
	return &out
}

// checkChoice: what is chosen has the best dev attachment of all settings, replication by replication.
func checkChoice(t *testing.T, table *reproduce.Table, chosen, kept string) {
	t.Helper()
	most := []float64{0, 0}
	for _, r := range table.Rows {
		if strings.HasPrefix(r.ID, chosen[:3]+" at ") && strings.HasSuffix(r.ID, kept) {
			for k, dev := range r.Numbers("devs") {
				most[k] = max(most[k], dev)
			}
		}
	}
	if r, ok := table.Row(chosen + kept); !ok || !slices.Equal(r.Numbers("devs"), most) {
		t.Errorf("%s has %v, and not %v", chosen+kept, r.Numbers("devs"), most)
	}
}

// checkShown looks at figures and claims.
func checkShown(t *testing.T, rec *reproduce.Record) {
	t.Helper()
	var shown []string
	for _, f := range Study.Figures(rec) {
		shown = append(shown, f.About().ID)
		if _, err := f.Plot(); err != nil {
			t.Errorf("%s: %v", f.About().ID, err)
		}
	}
	if d := cmp.Diff([]string{"figure1-left-grammar", "figure1-right-grammar", "attachment-grammar"}, shown); d != "" {
		t.Errorf("figures:\n%s", d)
	}
	if err := reproduce.CheckClaims(Study, rec); err != nil {
		t.Error(err)
	}
	real := asReal(rec)
	if err := reproduce.CheckClaims(Study, real); err != nil {
		t.Error(err)
	}
	if n := len(Study.Figures(real)); n != 3 || len(remarks(real)) < 2 {
		t.Errorf("of EWT %d figures, %q", n, remarks(real))
	}
	for _, claim := range rec.Claims {
		if claim.Verdict == reproduce.NotTestable != !strings.HasSuffix(claim.Table, "-grammar") {
			t.Errorf("%s on %s: %s", claim.ID, claim.Table, claim.Verdict)
		}
	}
}

// TestPlan counts the tasks: of a replication the models, their rankings kept, and information gain with its own.
func TestPlan(t *testing.T) {
	t.Parallel()
	one := func(s set, grid int) int { return s.seeds*(grid+1+(grid+1)*len(s.kept)) + s.draws*len(s.kept) }
	for what, c := range map[string]struct {
		config reproduce.Config
		tasks  int
	}{
		"quick": {reproduce.Config{Scale: reproduce.Quick, Data: datasets.OnlySynthetic}, one(smallGrammar, 5)},
		"paper": {reproduce.Config{Scale: reproduce.Paper, Data: datasets.OnlySynthetic}, one(grammar, 9)},
		"a table": {reproduce.Config{
			Scale: reproduce.Paper, Data: datasets.OnlySynthetic, Only: []string{"kept-grammar"},
		}, one(grammar, 9)},
		"not there": {reproduce.Config{Scale: reproduce.Paper, Data: datasets.OnlySynthetic, Only: []string{"ewt"}}, 0},
	} {
		c.config.Mode = reproduce.Literal
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
	d, err := small(tiny()).Draft(c)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	d.Progress = func(done, _ int, _ string) {
		if done == 9 {
			cancel()
		}
	}
	if err := d.Run(ctx, plan.Options{Workers: 1}); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	rec := d.Record()
	if rec.Partial != true || len(Study.Judge(rec)) == 0 || strings.Contains(strings.Join(remarks(rec), ""), "NaN") {
		t.Errorf("partial %v, remarks %q", rec.Partial, remarks(rec))
	}
	kept, _ := filepath.Glob(filepath.Join(c.Folder, "results", "*.json"))
	if len(kept) != 9 {
		t.Fatalf("%d results were kept, not 9", len(kept))
	}
	before, _ := os.Stat(kept[0])
	rec, err = small(tiny()).Run(t.Context(), c)
	if after, _ := os.Stat(kept[0]); err != nil || rec.Partial || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("error %v, partial %v, or the kept result was computed again", err, rec.Partial)
	}
}

func TestRunWithoutData(t *testing.T) {
	t.Setenv(datasets.Env, "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	c := quick(t)
	c.Scale, c.Data, c.Only = reproduce.Paper, datasets.OnlyReal, []string{"ewt"}
	var notices strings.Builder
	c.Log = &notices
	rec, err := Study.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if tables := Study.Tables(rec); len(tables) != 3 {
		t.Errorf("%d tables", len(tables))
	}
	for _, table := range Study.Tables(rec) {
		if cells := table.Rows[0]; cells[len(cells)-1] != "data not available" {
			t.Errorf("shown as %q", cells)
		}
	}
	if !strings.Contains(notices.String(), "proxlab data fetch ud-english-ewt") {
		t.Errorf("notice %q", notices.String())
	}
}
