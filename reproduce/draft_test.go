package reproduce_test

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
)

// races is a study of two timed rows, one that fails where the seed is 13, and tables of every kind.
func races() reproduce.Study {
	timed := reproduce.Criterion{
		ID: "R", Table: "times", Statement: "a is faster", Timed: true, Needs: []string{"a", "b"},
		Judge: func(t *reproduce.Table, _ *reproduce.Record) reproduce.Finding {
			a, _ := t.Row("a")
			b, _ := t.Row("b")
			return reproduce.Decided("found", a.Number("seconds") < b.Number("seconds"), "one run")
		},
	}
	return reproduce.Study{
		Name: "races", Version: 1, Modes: []reproduce.Mode{reproduce.Literal, reproduce.Sound},
		Layouts: []reproduce.Layout{
			{ID: "times", Title: "Times", EveryMode: true, Columns: []reproduce.Column{
				{"", "method", reproduce.RowID}, {"seconds", "s", reproduce.Decimals(1)}, {"", "data", reproduce.Data},
			}},
			{ID: "literal", Title: "Literal"}, {ID: "sound", Title: "Sound", Mode: reproduce.Sound},
			{ID: "long", Title: "Long", Scale: reproduce.Paper, EveryMode: true},
		},
		Parts:   []reproduce.Part{{ID: "set"}, {ID: "set of sound", Tables: []string{"sound"}}},
		Plan:    planRaces,
		Figures: func(*reproduce.Record) []figures.Figure { return nil },
		Claims:  []reproduce.Criterion{timed, timed.On("long")},
	}
}

func planRaces(d *reproduce.Draft) error {
	for i, id := range []string{"a", "b"} {
		r := plan.Add(
			d.Plan,
			plan.Task{Key: []any{id, d.Seed}, Label: id, Timed: true},
			func(context.Context) (float64, error) {
				if d.Seed == 13 && id == "b" {
					return 0, errors.New("no luck")
				}
				return float64(i + 1), nil
			},
		)
		d.Row("times", id, func() (datasets.Source, reproduce.Values) {
			v, ok := r.Get()
			if !ok {
				return datasets.Source{}, nil
			}
			return datasets.Source{Name: "made up", Kind: datasets.Synthetic}, reproduce.Values{"seconds": v}
		})
	}
	d.Missing("times", "c", "a set", reproduce.Values{"seconds": math.NaN()})
	d.Row("sound", "never", func() (datasets.Source, reproduce.Values) { panic("not wanted") })
	return nil
}

func TestDraft(t *testing.T) {
	t.Parallel()
	c := reproduce.DefaultConfig()
	c.Folder = filepath.Join(t.TempDir(), reproduce.TasksName)
	rec, err := races().Run(t.Context(), c)
	if err != nil || rec.Partial || rec.Claims[0].Verdict != reproduce.Holds || len(rec.Claims) != 1 {
		t.Fatalf("%+v, error %v", rec, err)
	}
	shown := races().Tables(rec)
	want := [][]string{
		{"a", "1.0", "made up (synthetic, sha256 )"}, {"b", "2.0", "made up (synthetic, sha256 )"},
		{"c", "–", "data not available"},
	}
	if len(shown) != 1 || shown[0].Title != "Times (literal, scale quick)" {
		t.Fatalf("shown: %+v", shown)
	}
	if d := cmp.Diff(want, shown[0].Rows); d != "" {
		t.Errorf("rows:\n%s", d)
	}
	other := c
	other.Seed = 13
	rec, err = races().Run(t.Context(), other)
	if err == nil || !rec.Partial || rec.Claims[0].Verdict != reproduce.NotTestable {
		t.Errorf("with a failure: %+v, error %v", rec, err)
	}
	d, err := races().Draft(other)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Assemble(t.Context()); err == nil || !strings.Contains(err.Error(), "1 of 2 results are missing") {
		t.Errorf("assembled: %v", err)
	}
	var refused *plan.OtherPlanError
	if rec, err := races().Run(t.Context(), c); rec != nil || !errors.As(err, &refused) {
		t.Errorf("beside an unfinished plan: %v", err)
	}
	c.Replace = true
	if rec, err := races().Run(t.Context(), c); err != nil || rec.Partial {
		t.Errorf("in its place: %v", err)
	}
}

// TestClaimsOfWhatWasChosen: of tables that were not asked for no claim is listed; where nothing was chosen all are.
func TestClaimsOfWhatWasChosen(t *testing.T) {
	t.Parallel()
	claim := func(id, table string) reproduce.Criterion {
		return reproduce.Criterion{ID: id, Table: table, Judge: func(*reproduce.Table, *reproduce.Record) reproduce.Finding {
			return reproduce.Decided("found", true, reproduce.NothingDrawn)
		}}
	}
	s := reproduce.Study{Claims: []reproduce.Criterion{claim("C1", "made"), claim("C2", "empty"), claim("C3", "none")}}
	rec := &reproduce.Record{Tables: []reproduce.Table{{ID: "made", Rows: []reproduce.Row{{ID: "r"}}}, {ID: "empty"}}}
	for _, c := range []struct {
		only []string
		want []string
	}{{nil, []string{"C1", "C2", "C3"}}, {[]string{"made"}, []string{"C1"}}} {
		rec.Config.Only = c.only
		var got []string
		for _, j := range s.Judge(rec) {
			got = append(got, j.ID)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("only %q: claims %q, want %q", c.only, got, c.want)
		}
	}
}

func TestWhichTablesAreMade(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode  reproduce.Mode
		scale reproduce.Scale
		only  string
		want  string
	}{
		{reproduce.Literal, reproduce.Quick, "", "times literal"},
		{reproduce.Sound, reproduce.Quick, "", "times sound"},
		{reproduce.Both, reproduce.Paper, "", "times literal sound long"},
		{reproduce.Literal, reproduce.Quick, "long sound", "sound long"},
		{reproduce.Literal, reproduce.Quick, "set", "times literal"},
		{reproduce.Literal, reproduce.Quick, "set of sound", "sound"},
	} {
		config := reproduce.Config{Mode: c.mode, Scale: c.scale}
		switch c.only {
		case "":
		case "long sound":
			config.Only = []string{"long", "sound"}
		default:
			config.Only = []string{c.only}
		}
		d, err := races().Draft(config)
		if err != nil {
			t.Fatal(err)
		}
		var made []string
		for _, id := range []string{"times", "literal", "sound", "long"} {
			if d.Wants(id) {
				made = append(made, id)
			}
		}
		if got := strings.Join(made, " "); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// TestTimesOfDifferentProcessors: a verdict needs times from one model.
func TestTimesOfDifferentProcessors(t *testing.T) {
	t.Parallel()
	on := func(processors ...string) reproduce.Verdict {
		rows := []reproduce.Row{
			{ID: "a", Values: reproduce.Values{"seconds": 1.}}, {ID: "b", Values: reproduce.Values{"seconds": 2.}},
		}
		for i, p := range processors {
			rows[i].Values["processors"] = strings.Split(p, "+")
		}
		return races().Judge(&reproduce.Record{Tables: []reproduce.Table{{ID: "times", Rows: rows}}})[0].Verdict
	}
	if v := on(); v != reproduce.Holds {
		t.Errorf("one processor: %s", v)
	}
	if v := on("x+y", "x+y"); v != reproduce.NotComparable {
		t.Errorf("two in each row: %s", v)
	}
	if v := on("x", "y"); v != reproduce.NotComparable {
		t.Errorf("two rows of one each: %s", v)
	}
	if v := on("x", "x"); v != reproduce.Holds {
		t.Errorf("two rows of the same: %s", v)
	}
}

func TestSummaries(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	for _, c := range []struct {
		values []float64
		median float64
	}{
		{nil, nan}, {[]float64{3}, 3}, {[]float64{3, 1}, 2}, {[]float64{nan, 1, 2}, 2}, {[]float64{nan, nan, 1}, nan},
		{[]float64{nan, 1}, nan},
	} {
		if m := reproduce.Median(c.values); m != c.median && !(m != m && c.median != c.median) {
			t.Errorf("median of %v: %g", c.values, m)
		}
	}
	if mean, spread := reproduce.MeanSpread([]float64{1, 3}); mean != 2 || spread != math.Sqrt2 {
		t.Errorf("%g ± %g", mean, spread)
	}
	if mean, spread := reproduce.MeanSpread([]float64{5}); mean != 5 || spread == spread {
		t.Errorf("%g ± %g", mean, spread)
	}
}
