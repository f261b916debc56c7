package reproduce_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/reproduce"
)

// keptStudy returns a study with a record of one table of five rows, judged by one claim on two tables.
func keptStudy(t *testing.T) reproduce.Study {
	t.Helper()
	rec := sampleRecord()
	rec.System = reproduce.System{Go: "go1", OS: "linux/amd64", CPU: "a processor", Cores: 2, Revision: "0123456789abcdef"}
	source := rec.Tables[0].Rows[0].Data
	for len(rec.Tables[0].Rows) < 5 {
		rec.Tables[0].Rows = append(rec.Tables[0].Rows, rec.Tables[0].Rows[0])
	}
	dir := t.TempDir()
	if err := rec.Save(dir); err != nil {
		t.Fatal(err)
	}
	claim := reproduce.Criterion{
		ID: "C1", Table: "t", Where: "section 1", Statement: "w* is found.", Paper: "always", Rule: "0.5 is below 1",
		Judge: func(*reproduce.Table, *reproduce.Record) reproduce.Finding {
			return reproduce.Finding{Ours: "0.5 < 1", Verdict: reproduce.Open, Spread: "wide*", Needed: 12}
		},
	}
	other := claim.On("u").Under(reproduce.Reading{Name: "another", Rank: reproduce.Ours, Reason: "The paper is silent."})
	other.ID = "C2"
	return reproduce.Study{
		Name: "s", Title: "A study: of λ", Paper: "Somebody, A paper, 2009",
		Guide:   "\nWhat is\nrun: " + strings.Repeat("word ", 40) + "> less than P*.\n",
		Remarks: func(*reproduce.Record) []string { return []string{"A remark on w*.", ""} },
		Layouts: []reproduce.Layout{{ID: "t", Notes: []string{"A note."}, Show: func(f *figures.Table, t *reproduce.Table) {
			f.Columns = figures.Columns(1, "row", "x", "same", "none", "data")
			for i := range t.Rows {
				n := strconv.Itoa(i)
				f.Rows = append(f.Rows, []string{"r" + n, "1|" + n, "7", "–", source.String()})
			}
		}}},
		Claims:  []reproduce.Criterion{claim, other},
		Results: os.DirFS(dir),
	}
}

// pageOf is a study's page of results.
func pageOf(t *testing.T, s reproduce.Study) string {
	t.Helper()
	var b strings.Builder
	if err := s.WriteResults(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestResults(t *testing.T) {
	t.Parallel()
	none := reproduce.Study{Name: "none", Title: "Nothing kept"}
	page, empty := pageOf(t, keptStudy(t)), pageOf(t, none)
	for _, want := range []string{
		"# A study: of λ\n\nSomebody, A paper, 2009\n", "[Results](../results.md)", " > less than P\\*.\n",
		"- A remark on w\\*.\n",
		"The record: scale quick, seed 7, 1.5 s on 2 cores of a processor (linux/amd64), go1, source 0123456789ab, ",
		"Tables: [t](#t).\n",
		"### C1\n\nsection 1: “w\\* is found.” The paper's value: always.\n\nIt holds where 0.5 is below 1:\n\n" +
			"- t: **open** on real data: 0.5 \\< 1. Spread: wide\\*. About 12 replications would decide it.\n",
		"\n- u, another (ours): **not testable**: rows missing.\n",
		"\n## How the paper can be read\n\n- **another** (ours): The paper is silent.\n",
		"\n## T\n\n`t`; literal mode; d (real, sha256 ab).\n\nIn all rows: same = 7.\n",
		"\n\n| row  |    x |\n| ---- | ---: |\n| r0   | 1\\|0 |\n", "\n*A note.*\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	if !strings.HasPrefix(empty, "# Nothing kept\n") || !strings.Contains(empty, "No record is kept.") {
		t.Errorf("of nothing: %s", empty)
	}
	for _, l := range strings.Split(page, "\n") {
		if strings.HasPrefix(l, ">") || len(l) > 300 {
			t.Errorf("a line was broken badly: %q", l)
		}
	}
}

func TestFaultResultsOfADamagedRecord(t *testing.T) {
	t.Parallel()
	s := reproduce.Study{Name: "s", Results: fstest.MapFS{"record.json": {Data: []byte("{")}}}
	err := s.WriteResults(&strings.Builder{})
	if err == nil || !strings.Contains(err.Error(), "study s: record.json") {
		t.Errorf("error %v", err)
	}
}

func TestReportHasGuideAndRemarks(t *testing.T) {
	t.Parallel()
	dir, s := t.TempDir(), keptStudy(t)
	s.Figures = func(*reproduce.Record) []figures.Figure { return nil }
	rec, err := s.Kept()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.WriteReport(dir, rec, false); err != nil {
		t.Fatal(err)
	}
	page, _ := os.ReadFile(filepath.Join(dir, "report.html"))
	for _, want := range []string{
		"<p>What is run: word", "&gt; less than P*.</p>", "<li>A remark on w*.</li></ul>", "source 0123456789ab",
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the report lacks %q", want)
		}
	}
}

func TestAnchor(t *testing.T) {
	t.Parallel()
	for heading, want := range map[string]string{
		"Figure 2: error (%) over λ_best": "figure-2-error--over-λ_best",
		"The paper's η0 = 1, and C":       "the-papers-η0--1-and-c",
	} {
		if got := reproduce.Anchor(heading); got != want {
			t.Errorf("anchor of %q: %q, not %q", heading, got, want)
		}
	}
}

// TestVerdictsTable: a line for each claim, with the readings and tables of each verdict.
func TestVerdictsTable(t *testing.T) {
	t.Parallel()
	under := func(id, reading, table string, v reproduce.Verdict) reproduce.Claim {
		return reproduce.Claim{ID: id, Reading: reading, Table: table, Verdict: v, Statement: "Says.", PaperValue: "7"}
	}
	got := reproduce.VerdictsTable([]reproduce.Claim{
		under("A", "one", "t", reproduce.Fails), under("B", "", "t", reproduce.Open), under("A", "two", "t", reproduce.Holds),
		under("A", "one", "u", reproduce.Fails), under("A", "three", "t", reproduce.Fails),
	}).Rows
	want := [][]string{{"A", "holds: two (t); fails: one (t, u), three (t)", "Says.", "7"}, {"B", "open: t", "Says.", "7"}}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%q", got)
	}
}
