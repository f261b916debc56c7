package notebooks_test

import (
	"html"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	tableTag = regexp.MustCompile(`(?s)<table.*?</table>`)
	rowTag   = regexp.MustCompile(`(?s)<tr.*?</tr>`)
	cellTag  = regexp.MustCompile(`(?s)<t[hd][^>]*>(.*?)</t[hd]>`)
	anyTag   = regexp.MustCompile(`<[^>]*>`)
	caption  = regexp.MustCompile(`(?s)<caption[^>]*>(.*?)</caption>`)

	// Headings and names of rows that have times, which differ from run to run.
	timed = regexp.MustCompile(`\(s\)|[Ss]econds|[Tt]ime|[Ss]peed|ns/|faster|: s$|^(in|at) s$`)
)

// tables returns the tables in a notebook's outputs: the texts of their cells, the first row being the headings. Those
// of times are left out, with what is shown of them on demand: a table without a title, under the same headings.
func tables(t *testing.T, path string) (all [][][]string) {
	t.Helper()
	for _, c := range cells(t, path) {
		for _, o := range c.Outputs {
			text, times := "", [][]string(nil)
			switch v := o.Data["text/html"].(type) {
			case string:
				text = v
			case []any:
				for _, line := range v {
					text += line.(string)
				}
			}
			for _, table := range tableTag.FindAllString(text, -1) {
				var rows [][]string
				for _, row := range rowTag.FindAllString(table, -1) {
					var texts []string
					for _, cell := range cellTag.FindAllStringSubmatch(row, -1) {
						texts = append(texts, strings.TrimSpace(html.UnescapeString(anyTag.ReplaceAllString(cell[1], ""))))
					}
					rows = append(rows, texts)
				}
				m := caption.FindStringSubmatch(table)
				if m != nil && strings.HasPrefix(html.UnescapeString(m[1]), "Time of ") {
					times = rows
				}
				if times != nil && slices.Equal(rows[0], times[0]) {
					continue
				}
				all = append(all, rows)
			}
		}
	}
	return all
}

// compareTables compares the tables of a committed notebook with those of another run on the same data; columns of
// times are exempt.
func compareTables(t *testing.T, committed, run string) {
	t.Helper()
	want, got := tables(t, committed), tables(t, run)
	if len(want) != len(got) {
		t.Errorf("%s: %d tables, as committed %d", committed, len(got), len(want))
		return
	}
	for k := range want {
		if len(want[k]) != len(got[k]) {
			t.Errorf("%s, table %d: %d rows, as committed %d", committed, k+1, len(got[k]), len(want[k]))
			continue
		}
		for r, row := range want[k] {
			for c, text := range row {
				if c < len(want[k][0]) && timed.MatchString(want[k][0][c]) || timed.MatchString(row[0]) {
					continue
				}
				if c >= len(got[k][r]) || !alike(text, got[k][r][c]) {
					t.Errorf("%s, table %d, row %d, column %d: %q, as committed %q", committed, k+1, r+1, c+1, got[k][r], text)
				}
			}
		}
	}
}

// alike tells whether two texts are the same but for the last digits of their numbers.
func alike(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	if len(x) != len(y) {
		return false
	}
	for k := range x {
		if x[k] == y[k] {
			continue
		}
		v, err1 := strconv.ParseFloat(strings.Trim(strings.ReplaceAll(x[k], ",", ""), "()"), 64)
		w, err2 := strconv.ParseFloat(strings.Trim(strings.ReplaceAll(y[k], ",", ""), "()"), 64)
		if err1 != nil || err2 != nil || math.Abs(v-w) > 0.02*math.Max(math.Abs(v), math.Abs(w))+1e-9 {
			return false
		}
	}
	return true
}
