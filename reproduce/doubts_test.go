package reproduce_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// TestUnverifiedDataAreShown: in the record, in every form of a table whose columns do not name data, among the
// remarks, and in the verdict, which is neither that a claim holds nor that it fails.
func TestUnverifiedDataAreShown(t *testing.T) {
	t.Parallel()
	rec, dir := sampleRecord(), t.TempDir()
	rec.Tables[0].Rows = append(rec.Tables[0].Rows, rec.Tables[0].Rows[0])
	rec.Tables[0].Rows[1].ID = "other"
	rec.Tables[0].Rows[1].Data = datasets.Source{
		Name: "real-sim", Kind: datasets.Unverified, SHA256: "cd", Doubt: "400 lines",
	}
	judge := func(holds bool) func(*reproduce.Table, *reproduce.Record) reproduce.Finding {
		return func(*reproduce.Table, *reproduce.Record) reproduce.Finding {
			return reproduce.Decided("0.5 < 1", holds, reproduce.NothingDrawn)
		}
	}
	s := reproduce.Study{
		Name: "s", Title: "A study", Figures: func(*reproduce.Record) []figures.Figure { return nil },
		Layouts: []reproduce.Layout{{ID: "t", Columns: []reproduce.Column{{"x", "x", reproduce.Decimals(2)}}}},
		Claims: []reproduce.Criterion{
			{ID: "C1", Table: "t", Judge: judge(true)}, {ID: "C2", Table: "t", Judge: judge(false), Timed: true},
			{ID: "C3", Table: "t", Needs: []string{"r"}, Judge: judge(true)},
		},
	}
	rec.Claims = s.Judge(rec)
	for i, want := range []string{
		"not verified: on data that were not verified it holds: 0.5 < 1",
		"not verified: on data that were not verified it fails: 0.5 < 1", "holds: 0.5 < 1",
	} {
		if c := rec.Claims[i]; string(c.Verdict)+": "+c.Ours != want {
			t.Errorf("%s: %s: %s, and not %s", c.ID, c.Verdict, c.Ours, want)
		}
	}
	paths, err := s.WriteReport(dir, rec, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(path) != ".csv" && !strings.Contains(string(text), "unverified") {
			t.Errorf("%s does not say that data are unverified", filepath.Base(path))
		}
	}
	s.Results = os.DirFS(dir)
	var page strings.Builder
	kept, err := s.Kept()
	if err != nil {
		t.Fatal(err)
	}
	counts := reproduce.Overview([]reproduce.Study{s}, []*reproduce.Record{kept})
	if err := errors.Join(s.WriteResults(&page), counts.Markdown(&page)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"real-sim (unverified, sha256 cd)", "The data real-sim are unverified (400 lines)",
		"- t: **not verified**: on data that were not verified it holds", "| not testable | not verified |",
		"|        3 |     1 |     0 |    0 |            0 |            2 |"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page lacks %q:\n%s", want, page.String())
		}
	}
}
