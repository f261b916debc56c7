package reproduce_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/paper"
	"github.com/proxlab/proxlab/reproduce"
)

func sampleRecord() *reproduce.Record {
	return &reproduce.Record{
		Study:   "s",
		Scale:   reproduce.Quick,
		Seed:    7,
		Seconds: 1.5,
		Started: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Config: reproduce.Config{
			Scale: reproduce.Quick,
			Mode:  reproduce.Literal,
			Data:  datasets.Auto,
			Folds: []int{1},
			Seed:  7,
		},
		Tables: []reproduce.Table{{ID: "t", Mode: reproduce.Literal, Title: "T", Rows: []reproduce.Row{{
			ID: "r", Data: datasets.Source{Name: "d", Kind: datasets.Real, SHA256: "ab"},
			Values: reproduce.Values{"x": 1.25, "nan": math.NaN(), "list": []float64{1, math.NaN()}, "text": "a"},
		}}}},
		Curves: []reproduce.Curve{{ID: "c", Columns: []string{"k", "v"}, Values: [][]float64{{1, 2}, {0.1, math.NaN()}}}},
	}
}

func TestRecordsSurviveTheDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rec := sampleRecord()
	if err := rec.Save(dir); err != nil {
		t.Fatal(err)
	}
	back, err := reproduce.Load(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(rec, back, cmpopts.EquateNaNs(), cmpopts.EquateEmpty(),
		cmpopts.IgnoreFields(reproduce.Row{}, "Values"), cmpopts.IgnoreUnexported(reproduce.Row{})); d != "" {
		t.Errorf("saved and loaded:\n%s", d)
	}
	row, ok := back.Table("t").Row("r")
	if !ok || row.Number("x") != 1.25 || !math.IsNaN(row.Number("nan")) || !math.IsNaN(row.Numbers("list")[1]) ||
		row.Values["text"] != "a" {
		t.Errorf("row %+v", row)
	}
	if _, ok := back.Table("none").Row("r"); ok || back.Curve("none") != nil {
		t.Error("what is not there is found")
	}
	if !math.IsNaN(back.Curve("c").Column("v")[1]) {
		t.Error("NaN in a curve is lost")
	}
}

func TestRowJSON(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(sampleRecord().Tables[0].Rows[0])
	want := `{"data":{"name":"d","kind":"real","sha256":"ab"},"id":"r","list":[1,null],"nan":null,"text":"a","x":1.25}`
	if err != nil || string(text) != want {
		t.Errorf("got %s, error %v", text, err)
	}
	if _, err := json.Marshal(reproduce.Row{Values: reproduce.Values{"id": 1}}); err == nil {
		t.Error("a value may hide the id")
	}
}

func TestSetAsideLosesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rec := sampleRecord()
	if kept, err := reproduce.SetAside(dir, rec); kept != "" || err != nil {
		t.Errorf("nothing there: %q, %v", kept, err)
	}
	if err := rec.Save(dir); err != nil {
		t.Fatal(err)
	}
	if kept, err := reproduce.SetAside(dir, rec); kept != "" || err != nil {
		t.Errorf("the same run: %q, %v", kept, err)
	}
	other := sampleRecord()
	other.Config.Seed = 8
	kept, err := reproduce.SetAside(dir, other)
	if err != nil || kept == "" {
		t.Fatalf("another config: %q, %v", kept, err)
	}
	if _, err := reproduce.Load(os.DirFS(kept)); err != nil {
		t.Errorf("what was set aside: %v", err)
	}
	if err := rec.Save(dir); err != nil {
		t.Fatal(err)
	}
	other = sampleRecord()
	other.Tables[0].Rows[0].Data.Kind = datasets.Synthetic
	again, err := reproduce.SetAside(dir, other)
	if err != nil || again == "" || again == kept {
		t.Errorf("other data: %q after %q, %v", again, kept, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "record.json"), []byte("{"), 0o666); err != nil {
		t.Fatal(err)
	}
	if kept, err := reproduce.SetAside(dir, rec); err != nil || !strings.Contains(kept, "unreadable") {
		t.Errorf("a damaged record: %q, %v", kept, err)
	}
}

func TestParsing(t *testing.T) {
	t.Parallel()
	for known, err := range map[string]error{
		"paper":     second(reproduce.ParseScale("huge")),
		"both":      second(reproduce.ParseMode("loud")),
		"synthetic": second(source.ParsePolicy("fake")),
	} {
		if err == nil || !strings.Contains(err.Error(), known) {
			t.Errorf("error %v does not list %s", err, known)
		}
	}
	s := reproduce.Study{
		Name:    "s",
		Layouts: []reproduce.Layout{{ID: "a"}},
		Parts:   []reproduce.Part{{ID: "b"}},
		Modes:   []reproduce.Mode{reproduce.Literal},
		Folds:   3,
	}
	good := reproduce.Config{Mode: reproduce.Literal, Only: []string{"a"}, Folds: []int{2}}
	if err := s.Check(good); err != nil {
		t.Error(err)
	}
	for _, bad := range []reproduce.Config{
		{Mode: reproduce.Sound}, {Mode: reproduce.Literal, Only: []string{"c"}}, {Mode: reproduce.Literal, Folds: []int{3}},
		{Mode: reproduce.Literal, Folds: []int{-1}},
	} {
		if err := s.Check(bad); err == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestReport(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := reproduce.Study{
		Name: "s", Title: "A study",
		Layouts: []reproduce.Layout{{ID: "t", Columns: []reproduce.Column{{"x", "x", reproduce.Decimals(2)}}}},
		Figures: func(*reproduce.Record) []figures.Figure {
			return []figures.Figure{figures.Lines{
				Meta:   figures.Meta{ID: "f", Title: "F"},
				Series: []figures.Series{{Name: "a", X: []float64{1, 2}, Y: []float64{1, 2}}},
			}}
		},
	}
	paths, err := s.WriteReport(dir, sampleRecord(), true)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range paths {
		names = append(names, filepath.Base(p))
	}
	want := []string{"f.html", "f.pdf", "f.png", "f.svg", "record.json", "report.html", "t.csv", "t.md", "t.tex"}
	if d := cmp.Diff(want, names, cmpopts.SortSlices(strings.Compare)); d != "" {
		t.Errorf("files written:\n%s", d)
	}
	ieee, err := paper.Named("ieee")
	if err != nil {
		t.Fatal(err)
	}
	paths, err = s.WriteReport(dir, sampleRecord(), true, ieee)
	if err != nil || len(paths) != len(want)+1 || !slices.Contains(paths, filepath.Join(dir, "f.pgf")) {
		t.Errorf("on paper %v were written, error %v", paths, err)
	}
	if pgf, _ := os.ReadFile(filepath.Join(dir, "f.pgf")); !strings.Contains(string(pgf), `\pgfpoint{251.0`) {
		t.Errorf("a figure of another width:\n%.200s", pgf)
	}
	page, _ := os.ReadFile(filepath.Join(dir, "report.html"))
	if !strings.Contains(string(page), "data:image/png") || !strings.Contains(string(page), "proxlab-chart") {
		t.Error("the report lacks its figure")
	}
}
