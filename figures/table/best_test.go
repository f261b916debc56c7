package table_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/proxlab/proxlab/figures/table"
)

// tex is the table for a page.
func tex(t *testing.T, x table.Table, page table.Page) string {
	t.Helper()
	var b bytes.Buffer
	if err := x.TeXFor(&b, page); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// compared is a table of four methods on one data set, whose errors differ from the first's by what is given, draw by
// draw.
func compared(differences ...[]float64) table.Table {
	base := []float64{10, 12, 9, 11, 14, 8}
	x := table.Table{
		ID: "best", Columns: []table.Column{{Title: "method"}, {Title: "error", Right: true, Best: table.Least}},
	}
	for k, d := range append([][]float64{make([]float64, 6)}, differences...) {
		var list []float64
		sum := 0.
		for i := range d {
			list = append(list, base[i]+d[i])
			sum += list[i]
		}
		x.Rows = append(x.Rows, []string{fmt.Sprint("m", k), fmt.Sprintf("%.2f", sum/float64(len(d)))})
		x.Draws = append(x.Draws, [][]float64{nil, list})
	}
	return x
}

// TestBestByPairedTest: bold is the best and what a paired t test with Holm's correction does not tell from it. The
// values of t are by hand: differences of mean .5 and deviation .5477 of six pairs have t = 2.236, p = .0756; of mean
// .5 and deviation .3162, t = 3.873, p = .0117, which one comparison tells and the first of five does not.
func TestBestByPairedTest(t *testing.T) {
	t.Parallel()
	noisy := []float64{0, 1, 0, 1, 0, 1}
	clearer := []float64{0.5, 0.1, 0.9, 0.5, 0.2, 0.8}
	far := []float64{5, 5, 5.1, 5, 5, 5}
	constant := []float64{1, 1, 1, 1, 1, 1}
	bolds := func(x table.Table) (out []string) {
		for line := range strings.Lines(tex(t, x, table.Article)) {
			if name, _, ok := strings.Cut(line, ` & \bfseries `); ok {
				out = append(out, name)
			}
		}
		return out
	}
	for _, c := range []struct {
		x    table.Table
		want string
	}{
		{compared(noisy, far, constant), "[m0 m1]"},
		{compared(clearer), "[m0]"},
		{compared(clearer, noisy, noisy, noisy, noisy), "[m0 m1 m2 m3 m4 m5]"},
	} {
		if got := fmt.Sprint(bolds(c.x)); got != c.want {
			t.Errorf("bold are %s, want %s", got, c.want)
		}
	}
	said := tex(t, compared(noisy, far), table.Article)
	if want := `paired t test (two-sided, 6 pairs, 5 \% with Holm's correction)`; !strings.Contains(said, want) {
		t.Errorf("the caption does not say %q:\n%s", want, said)
	}
	x := compared(noisy, far)
	x.Draws = nil
	if got := fmt.Sprint(bolds(x)); got != "[m0]" || strings.Contains(tex(t, x, table.Article), "t test") {
		t.Errorf("without draws bold are %s", got)
	}
	x.Columns[1].Best = table.Most
	if got := fmt.Sprint(bolds(x)); got != "[m2]" {
		t.Errorf("the greatest is %s", got)
	}
	nan := compared(noisy, far)
	nan.Draws[1][1][0] = math.NaN()
	if said := tex(t, nan, table.Article); !strings.Contains(said, "5 to 6 pairs") {
		t.Errorf("a draw that is missing:\n%s", said)
	}
	uneven := compared(noisy)
	uneven.Draws[1][1] = uneven.Draws[1][1][:3]
	if said := tex(t, uneven, table.Article); strings.Contains(said, "t test") {
		t.Errorf("lists of different lengths were compared:\n%s", said)
	}
}

// TestBestInRows: the best of a row, of equal ones all, and none where there is one number.
func TestBestInRows(t *testing.T) {
	t.Parallel()
	x := table.Table{
		ID: "rows", BestInRows: table.Most,
		Columns: []table.Column{{Title: "data"}, {Title: "a", Right: true}, {Title: "b", Right: true}},
		Rows:    [][]string{{"x", "1.5 ± 0.1", "2.5 ± 0.2"}, {"y", "3.0", "3.0"}, {"z", "–", "4.0 ± 1.0"}},
	}
	got := tex(t, x, table.Article)
	for _, want := range []string{
		`x & 1.5 +- 0.1 & \bfseries 2.5 +- 0.2`, `y & \bfseries 3.0 & \bfseries 3.0`, `z & {--} & 4.0 +- 1.0`,
		"best of its row.",
		"S[table-format=1.1(2),separate-uncertainty=true,detect-weight,mode=text]",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing in\n%s", want, got)
		}
	}
}

// TestPageOfTable: a table is as wide as a column where it fits, else as the text, in blocks where it has to be; one
// column of text has no table*.
func TestPageOfTable(t *testing.T) {
	t.Parallel()
	of := func(columns int) table.Table {
		x := table.Table{ID: "t", Columns: []table.Column{{Title: "name"}}, Rows: [][]string{{"a"}, {"b"}}}
		for c := range columns {
			x.Columns = append(x.Columns, table.Column{Title: "value", Right: true})
			for r := range x.Rows {
				x.Rows[r] = append(x.Rows[r], fmt.Sprintf("%d.123", 1000+c+r))
			}
		}
		return x
	}
	for _, c := range []struct {
		columns, blocks int
		page            table.Page
		star            bool
	}{
		{4, 1, table.Page{Column: 252, Text: 516}, false}, {9, 1, table.Page{Column: 252, Text: 516}, true},
		{20, 2, table.Page{Column: 252, Text: 516}, true}, {20, 3, table.Article, false},
	} {
		got := tex(t, of(c.columns), c.page)
		if n := strings.Count(got, `\begin{tabular}`); n != c.blocks || strings.Contains(got, "table*") != c.star {
			t.Errorf("%d columns on %v: %d blocks, want %d\n%s", c.columns, c.page, n, c.blocks, got)
		}
	}
	for _, page := range []table.Page{{}, {Column: 300, Text: 200}, {Column: math.NaN(), Text: 1}} {
		if err := of(2).TeXFor(&bytes.Buffer{}, page); err == nil {
			t.Errorf("a page of %v", page)
		}
	}
}
