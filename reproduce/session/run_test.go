package session_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/plan"
	"github.com/proxlab/proxlab/reproduce/session"
	"github.com/proxlab/proxlab/reproduce/tracenorm"
)

// printed returns what a function prints.
func printed(t *testing.T, work func()) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	text := make(chan string)
	go func() {
		all, _ := io.ReadAll(r)
		text <- string(all)
	}()
	stdout := os.Stdout
	os.Stdout = w
	defer func() { os.Stdout = stdout }()
	work()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return <-text
}

// study makes one row of the seed, and has another task that ends with err.
func study(err error) reproduce.Study {
	return reproduce.Study{
		Name: "demo", Modes: []reproduce.Mode{reproduce.Literal},
		Layouts: []reproduce.Layout{{
			ID: "table", Title: "A table", Columns: []reproduce.Column{{"seed", "seed", reproduce.Decimals(0)}},
		}},
		Plan: func(d *reproduce.Draft) error {
			found := plan.Add(
				d.Plan,
				plan.Task{Key: d.Seed},
				func(context.Context) (float64, error) { return float64(d.Seed), nil },
			)
			plan.Add(
				d.Plan,
				plan.Task{Key: fmt.Sprint(err), Label: "the other"},
				func(context.Context) (int, error) { return 0, err },
			)
			d.Row("table", "row", func() (datasets.Source, reproduce.Values) {
				v, _ := found.Get()
				return datasets.Source{}, reproduce.Values{"seed": v}
			})
			return nil
		},
		Figures: func(*reproduce.Record) []figures.Figure {
			return []figures.Figure{figures.Lines{Meta: figures.Meta{ID: "figure", Title: "A figure"}}}
		},
		Claims: []reproduce.Criterion{
			{ID: "D-1", Table: "table", Judge: func(*reproduce.Table, *reproduce.Record) reproduce.Finding {
				return reproduce.Finding{}
			}},
		},
	}
}

// TestRunSavesForLaterCells: a record is found again, an interrupted one too; what cannot be had is said.
func TestRunSavesForLaterCells(t *testing.T) {
	t.Setenv(session.OutEnv, t.TempDir())
	config := reproduce.DefaultConfig()
	other := config
	other.Seed = 9
	failing := config
	failing.Seed = 8
	bad := config
	bad.Only = []string{"nothing"}
	lost := study(nil)
	lost.Plan = func(*reproduce.Draft) error { return errors.New("no data") }
	for _, c := range []struct {
		what   string
		study  reproduce.Study
		config reproduce.Config
		says   string
		seed   float64 // of the record that the next cell finds; 0 for none
	}{
		{"a config that does not fit", study(nil), bad, `study demo: `, 0},
		{"a study without data", lost, config, "demo: no data\n", 0},
		{"a cell that is stopped", study(context.Canceled), config, "What is complete was kept", 1},
		{"a run", study(nil), config, "", 1},
		{"another seed", study(nil), other, "The results of an earlier run", 9},
		{"a failure", study(errors.New("no luck")), failing, "demo: 1 of 2 tasks failed\n  the other: no luck", 8},
	} {
		var ran, last *reproduce.Record
		if text := printed(t, func() { ran = session.Run(c.study, c.config) }); !strings.HasPrefix(text, c.says) ||
			c.says == "" && text != "" {
			t.Errorf("%s: printed %q, not %q", c.what, text, c.says)
		}
		text := printed(t, func() { last = session.Last(c.study) })
		if c.seed == 0 {
			if !strings.Contains(text, "no record of demo yet") || len(ran.Tables)+len(last.Tables) > 0 {
				t.Errorf("%s: printed %q; records %+v and %+v", c.what, text, ran, last)
			}
			continue
		}
		hidden := cmpopts.IgnoreUnexported(reproduce.Row{})
		if d := cmp.Diff(ran.Tables, last.Tables, cmpopts.EquateEmpty(), hidden); d != "" || text != "" {
			t.Errorf("%s: printed %q; the record found again differs:\n%s", c.what, text, d)
		}
		if row, ok := last.Table("table").Row("row"); !ok || row.Number("seed") != c.seed {
			t.Errorf("%s: row %+v, not of seed %g", c.what, row, c.seed)
		}
	}
}

// TestKept: the record at paper scale comes with its claims; where there is none, or a damaged one, that is said.
func TestKept(t *testing.T) {
	s := study(nil)
	none := "No record of demo at paper scale is kept with the project.\n"
	if text := printed(t, func() { session.Kept(s) }); text != none {
		t.Errorf("without a record: printed %q", text)
	}
	s.Results = fstest.MapFS{"record.json": &fstest.MapFile{Data: []byte("{")}}
	if text := printed(t, func() { session.Kept(s) }); !strings.Contains(text, "record.json") {
		t.Errorf("with a damaged record: printed %q", text)
	}
	s.Results = fstest.MapFS{"record.json": &fstest.MapFile{Data: []byte(`{"study": "demo", "seed": 4}`)}}
	var rec *reproduce.Record
	if text := printed(t, func() { rec = session.Kept(s) }); text != "" || rec.Seed != 4 || len(rec.Claims) != 1 {
		t.Errorf("printed %q; record %+v", text, rec)
	}
}

// TestInShort: what came of a study of the project, and of one of which nothing is written; a number of its record.
func TestInShort(t *testing.T) {
	text := printed(t, func() { session.InShort(tracenorm.Study) })
	if !strings.Contains(text, "The message.") || !strings.Contains(text, "D-R1 fails") || strings.Contains(text, "<") {
		t.Errorf("printed %q", text)
	}
	s := study(nil)
	s.Results = fstest.MapFS{"record.json": &fstest.MapFile{Data: []byte(`{"study": "demo", "seed": 4}`)}}
	if text := printed(t, func() { session.InShort(s) }); text != "\n" {
		t.Errorf("of another study: printed %q", text)
	}
	rank := session.Number(tracenorm.Study, "readings", "light-absolute", "rank")
	if !(rank > 1) || session.Number(s, "none", "row", "key") == rank {
		t.Errorf("a rank of %g", rank)
	}
}

// TestShow: ids that a record does not have are named; outside a notebook the others are silent.
func TestShow(t *testing.T) {
	s := study(nil)
	rec := &reproduce.Record{Tables: []reproduce.Table{{ID: "table", Rows: make([]reproduce.Row, 1)}}}
	for want, show := range map[string]func(){
		"": func() {
			session.Show(s, rec)
			session.Show(s, rec, "table", "figure")
			session.Compare(s, "figure", []string{"here", "kept"}, rec, rec)
			session.ShowClaims(rec)
		},
		"The record has no table or figure \"nothing\".\n": func() { session.Show(s, rec, "table", "nothing") },
		"None of the records has a figure of curves \"table\".\n": func() {
			session.Compare(s, "table", []string{"here"}, rec)
		},
	} {
		if text := printed(t, show); text != want {
			t.Errorf("printed %q, not %q", text, want)
		}
	}
}
