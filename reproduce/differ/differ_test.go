package differ_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/differ"
	"github.com/proxlab/proxlab/reproduce/plan"
)

// record is one of a table of two rows and a curve.
func record() *reproduce.Record {
	row := func(id string, v float64) reproduce.Row {
		return reproduce.Row{ID: id, Data: datasets.Source{Name: "set", Kind: datasets.Real, SHA256: "abc"},
			Values: reproduce.Values{"error": v, "solver_seconds": 1.5, "k": 3.,
				"fold_seconds": []float64{1, 2}}}
	}
	return &reproduce.Record{
		Study: "own", Version: 2, Seed: 1, Times: []string{"*_seconds"}, Seconds: 4,
		System: reproduce.System{Revision: "a", Go: "go1.26", CPU: "one", Modules: []string{"m v1.0.0"}},
		Tables: []reproduce.Table{{ID: "errors", Rows: []reproduce.Row{row("lasso", 0.5), row("ridge", 0.25)}}},
		Claims: []reproduce.Claim{{ID: "H-1", Table: "errors", Verdict: reproduce.Holds}},
		Curves: []reproduce.Curve{{ID: "run", Columns: []string{"iteration", "gap"}, Values: [][]float64{{0, 1}, {1, 0.5}}}},
	}
}

// between writes two records, of which the second is changed, and compares them.
func between(t *testing.T, change func(*reproduce.Record)) differ.Report {
	t.Helper()
	var read []*differ.Contents
	for _, spoil := range []func(*reproduce.Record){func(*reproduce.Record) {}, change} {
		rec, dir := record(), t.TempDir()
		spoil(rec)
		if err := rec.Save(dir); err != nil {
			t.Fatal(err)
		}
		c, err := differ.Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		read = append(read, c)
	}
	return differ.Between(read[0], read[1])
}

// TestWhyRecordsDiffer: what differs is found where it stands, is of its kind, and is explained by it.
func TestWhyRecordsDiffer(t *testing.T) {
	t.Parallel()
	value := func(rec *reproduce.Record, v float64) { rec.Tables[0].Rows[1].Values["error"] = v }
	for name, c := range map[string]struct {
		change func(*reproduce.Record)
		path   string
		kind   differ.Kind
		says   []string
	}{
		"nothing": {func(*reproduce.Record) {}, "", "", []string{"results are the same"}},
		"times": {func(r *reproduce.Record) { r.Tables[0].Rows[0].Values["solver_seconds"], r.Seconds = 9., 8 },
			"tables/errors/rows/lasso/solver_seconds", differ.Times, []string{"results are the same"}},
		"times of folds": {func(r *reproduce.Record) { r.Tables[0].Rows[0].Values["fold_seconds"] = []float64{1, 3} },
			"tables/errors/rows/lasso/fold_seconds/2", differ.Times, []string{"results are the same"}},
		"processor alone": {func(r *reproduce.Record) { r.System.CPU = "two" }, "system/cpu", differ.Machine,
			[]string{"They are, though machine differ"}},
		"last digits": {func(r *reproduce.Record) { r.System.CPU = "two"; value(r, 0.25+1e-15) },
			"tables/errors/rows/ridge/error", differ.Results, []string{"1 of ", "other instructions round otherwise"}},
		"more than last digits": {func(r *reproduce.Record) { r.System.CPU = "two"; value(r, 0.3) },
			"tables/errors/rows/ridge/error", differ.Results, []string{"by 0.2 of the larger", "the differences are larger"}},
		"data": {func(r *reproduce.Record) { r.Tables[0].Rows[1].Data.SHA256 = "def"; value(r, 0.3) },
			"tables/errors/rows/ridge/data/sha256", differ.Data, []string{"checksums of data differ"}},
		"seed": {func(r *reproduce.Record) { r.Seed = 2; value(r, 0.3) }, "seed", differ.Settings,
			[]string{"settings differ"}},
		"version": {func(r *reproduce.Record) { r.Version = 3; value(r, 0.3) }, "version", differ.Versions,
			[]string{"its author raised it"}},
		"modules": {func(r *reproduce.Record) { r.System.Modules[0] = "m v1.1.0"; value(r, 0.3) }, "system/modules/1",
			differ.Versions, []string{"versions of source, toolkit, modules or Go differ"}},
		"verdict": {func(r *reproduce.Record) { r.Claims[0].Verdict = reproduce.Open }, "claims/H-1 errors/verdict",
			differ.Results, []string{"are no numbers", "Nothing that is written down explains it"}},
		"curve": {func(r *reproduce.Record) { r.Curves[0].Values[1][1] = 0.4 }, "curves/run/2/gap", differ.Results,
			[]string{"by 0.2 of"}},
		"a row less": {func(r *reproduce.Record) { r.Tables[0].Rows = r.Tables[0].Rows[:1] },
			"tables/errors/rows/ridge/error", differ.Results, []string{"only one has them"}},
	} {
		r := between(t, c.change)
		why, found := strings.Join(r.Why(), "\n"), c.path == "" && len(r.Found) == 0
		for _, d := range r.Found {
			found = found || d.Path == c.path && d.Kind == c.kind
		}
		for _, says := range c.says {
			if !strings.Contains(why, says) {
				t.Errorf("%s: it does not say %q:\n%s", name, says, why)
			}
		}
		if !found {
			t.Errorf("%s: %s of %s is not among %+v", name, c.path, c.kind, r.Found)
		}
	}
}

// TestPlansAndFiles: results of plans are compared by their keys, files by what JSON they begin with.
func TestPlansAndFiles(t *testing.T) {
	t.Parallel()
	type key struct{ Method string }
	var read []*differ.Contents
	for _, v := range []float64{1, 1.5} {
		dir := t.TempDir()
		p := plan.New("own", 1)
		for _, m := range []string{"a", "b/c"} {
			plan.Add(p, plan.Task{Key: key{m}}, func(context.Context) ([]float64, error) { return []float64{2, v}, nil })
		}
		if err := p.Run(t.Context(), plan.Options{Folder: dir}); err != nil {
			t.Fatal(err)
		}
		c, err := differ.Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		read = append(read, c)
	}
	if r := differ.Between(read[0], read[1]); len(r.Of(differ.Results)) != 2 || r.All[differ.Results] != 4 {
		t.Errorf("%+v", r)
	}
	dir := t.TempDir()
	file := func(name, text string) *differ.Contents {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := differ.Read(path)
		if err != nil && name != "words" {
			t.Fatal(err)
		}
		if name == "words" && err == nil {
			t.Error("words are read as JSON")
		}
		return c
	}
	a := file("a.json", `{"lambda":0.1,"objective":3,"seconds":1}`+"\n\x00\x01")
	b := file("b.json", `{"lambda":0.2,"objective":4,"seconds":2}`+"\n\x00\x02")
	r := differ.Between(a, b)
	if len(r.Of(differ.Settings)) != 1 || len(r.Of(differ.Results)) != 2 || len(r.Of(differ.Times)) != 1 {
		t.Errorf("%+v", r)
	}
	file("words", "no JSON at all")
	if _, err := differ.Read(filepath.Join(dir, "nothing")); err == nil {
		t.Error("a file that is not there")
	}
	if _, err := differ.Read(dir); err == nil || !strings.Contains(err.Error(), "has no plan") {
		t.Errorf("a folder of neither: %v", err)
	}
}
