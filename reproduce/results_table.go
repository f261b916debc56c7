package reproduce

import (
	"fmt"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/datasets"
	"github.com/proxlab/proxlab/figures"
	"github.com/proxlab/proxlab/figures/table"
)

// writeTable writes a table under a heading of its own, with its mode and data, and what all rows share.
func writeTable(b *strings.Builder, rec *Record, t figures.Table) error {
	fmt.Fprintf(b, "\n## %s\n\n", heading(rec, t))
	var rows []Row
	about := []string{"`" + t.ID + "`"}
	if from := rec.Table(t.ID); from != nil {
		rows = from.Rows
		about = append(about, fmt.Sprintf("%s mode", from.Mode))
	}
	if data := sourcesOf(rows); data != "" {
		about = append(about, data)
	}
	fmt.Fprintf(b, "%s.\n\n", strings.Join(about, "; "))
	t, shared := folded(withoutChecksums(t, rows))
	if len(shared) > 0 {
		fmt.Fprintf(b, "In all rows: %s.\n\n", table.EscapeMarkdown(strings.Join(shared, ", ")))
	}
	t.Title = ""
	return t.Markdown(b)
}

// heading returns a table's title in the record, which leaves mode and scale to the lines below it.
func heading(rec *Record, t figures.Table) string {
	if from := rec.Table(t.ID); from != nil {
		return from.Title
	}
	return t.Title
}

// fewChecksums is how many sets of one name are named by their checksums.
const fewChecksums = 2

// sourcesOf names the data of rows with their kinds and checksums, where these are few.
func sourcesOf(rows []Row) string {
	var kinds []datasets.Source // without checksums
	sums := map[datasets.Source][]string{}
	for _, r := range rows {
		if r.Status() != "" || r.Data.Name == "" {
			continue
		}
		kind := datasets.Source{Name: r.Data.Name, Kind: r.Data.Kind}
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
		if sum := fmt.Sprintf("%.8s", r.Data.SHA256); sum != "" && !slices.Contains(sums[kind], sum) {
			sums[kind] = append(sums[kind], sum)
		}
	}
	out := make([]string, len(kinds))
	for i, kind := range kinds {
		switch n := len(sums[kind]); {
		case n > fewChecksums:
			out[i] = fmt.Sprintf("%s (%s, checksums in the record)", kind.Name, kind.Kind)
		case n > 0:
			out[i] = fmt.Sprintf("%s (%s, sha256 %s)", kind.Name, kind.Kind, strings.Join(sums[kind], " and "))
		default:
			out[i] = label(kind)
		}
	}
	return strings.Join(out, ", ")
}

// label returns a source without its checksum.
func label(s datasets.Source) string { return fmt.Sprintf("%s (%s)", s.Name, s.Kind) }

// withoutChecksums shortens the sources in a table's cells: their checksums stand above it.
func withoutChecksums(t figures.Table, rows []Row) figures.Table {
	short := map[string]string{}
	for _, r := range rows {
		short[r.Data.String()] = label(r.Data)
	}
	lines := make([][]string, len(t.Rows))
	for i, line := range t.Rows {
		lines[i] = slices.Clone(line)
		for c, s := range line {
			if l, ok := short[s]; ok {
				lines[i][c] = l
			}
		}
	}
	t.Rows = lines
	return t
}

// foldFrom is the number of rows from which on a column that never changes is taken out.
const foldFrom = 4

// folded returns a table without the columns that say the same in all rows, and what they say. Columns of dashes go
// without a word, and so do data, which are named above.
func folded(t figures.Table) (figures.Table, []string) {
	out := figures.Table{ID: t.ID, Title: t.Title, Notes: t.Notes, Rows: make([][]string, len(t.Rows))}
	var shared []string
	for c, col := range t.Columns {
		differs := func(r []string) bool { return r[c] != t.Rows[0][c] }
		constant := len(t.Rows) > 0 && !slices.ContainsFunc(t.Rows, differs)
		if constant && (len(t.Rows) >= foldFrom || col.Title == "data" || t.Rows[0][c] == "–") {
			if value := t.Rows[0][c]; value != "–" && col.Title != "data" {
				shared = append(shared, col.Title+" = "+value)
			}
			continue
		}
		out.Columns = append(out.Columns, col)
		for i, r := range t.Rows {
			out.Rows[i] = append(out.Rows[i], r[c])
		}
	}
	return out, shared
}
