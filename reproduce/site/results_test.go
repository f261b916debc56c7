package site

import (
	"strings"
	"testing"

	"github.com/proxlab/proxlab/reproduce"
	"github.com/proxlab/proxlab/reproduce/proxsvm"
)

// TestResultsInRows: every claim has its row, with the outcome, the number, the command and its place on the study's
// page, and every study its sentence; a study without a record has dashes.
func TestResultsInRows(t *testing.T) {
	t.Parallel()
	var b, own strings.Builder
	none := proxsvm.Study
	none.Name, none.Results, none.Claims, none.Paper = "none", nil, nil, "Nobody, Nothing, 2000"
	if err := WriteResults(&b, []reproduce.Study{proxsvm.Study, none}); err != nil {
		t.Fatal(err)
	}
	if err := proxsvm.Study.WriteResults(&own); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	papers, err := papersOf([]reproduce.Study{proxsvm.Study})
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, c := range papers[0].Claims() {
		row := "| [" + c.ID + "](results/proxsvm.md#" + strings.ToLower(c.ID) + ") | " + c.OutcomeWord() + " | "
		_, rest, found := strings.Cut(page, row)
		line, _, _ := strings.Cut(rest, "\n")
		if !found || strings.Count(line, " | ") != 2 || !strings.HasSuffix(line, "`"+c.First().Command+"` |") {
			t.Errorf("%s: row %q", c.ID, line)
		}
		if !strings.Contains(own.String(), "\n### "+c.ID+"\n") {
			t.Errorf("%s: the study's page has no place for it", c.ID)
		}
		rows++
	}
	if n := strings.Count(page, "\n| [D-"); n != rows || !strings.Contains(page, "](results/proxsvm.md#d-p4a)") ||
		!strings.Contains(page, "| [none](results/none.md)") {
		t.Errorf("%d rows of %d claims:\n%s", n, rows, page)
	}
}
