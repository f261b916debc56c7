// Package table writes tables of text: on a terminal, and as Markdown, CSV, LaTeX and HTML.
package table

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/proxlab/proxlab/internal/plain"
)

// Table is a table of text: numbers are formatted by whoever makes it. Rows have as many cells as there are columns.
type Table struct {
	ID, Title string
	Notes     []string // shown below
	Columns   []Column
	Rows      [][]string
	// BestInRows says which of a row's numbers are best; Column.Best says it of a column. LaTeX has them in bold.
	BestInRows Best
	// Draws are what each cell is the mean of, for tests: a list a cell, nil where there is none, and a list a row. Those
	// of cells that are compared are pairs: the k-th of each was made on the same data. nil for none.
	Draws [][][]float64
}

// Column is a heading; numbers stand flush right. A column that is aside says where rows come from: in HTML it is shown
// on demand.
type Column struct {
	Title string
	Right bool
	Aside bool
	Best  Best // which of the column's numbers are best
}

// Best says which numbers are best.
type Best int

// Unranked numbers have none.
const (
	Unranked Best = iota
	Least
	Most
)

// widths returns the widths of the columns' longest cells, headings included, but no less than least.
func (t Table) widths(least int) []int {
	out := make([]int, len(t.Columns))
	for c, col := range t.Columns {
		out[c] = max(least, utf8.RuneCountInString(col.Title))
		for _, r := range t.Rows {
			out[c] = max(out[c], utf8.RuneCountInString(r[c]))
		}
	}
	return out
}

// padded returns cells of these widths, numbers flush right.
func (t Table) padded(cells []string, widths []int) []string {
	out := make([]string, len(cells))
	for c, s := range cells {
		pad := strings.Repeat(" ", widths[c]-utf8.RuneCountInString(s))
		if t.Columns[c].Right {
			out[c] = pad + s
		} else {
			out[c] = s + pad
		}
	}
	return out
}

func (t Table) headings() []string {
	out := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		out[i] = c.Title
	}
	return out
}

// Markdown writes the table for a document, with its columns aligned in the source too. Without a title it begins with
// the headings.
func (t Table) Markdown(w io.Writer) error {
	var b strings.Builder
	t = t.mapped(plain.Text).mapped(EscapeMarkdown)
	if t.Title != "" {
		fmt.Fprintf(&b, "**%s**\n\n", t.Title)
	}
	widths := t.widths(len("---:"))
	line := func(cells []string) { b.WriteString("| " + strings.Join(t.padded(cells, widths), " | ") + " |\n") }
	line(t.headings())
	rules := make([]string, len(widths))
	for c, n := range widths {
		rules[c] = strings.Repeat("-", n)
		if t.Columns[c].Right {
			rules[c] = strings.Repeat("-", n-1) + ":"
		}
	}
	line(rules)
	for _, r := range t.Rows {
		line(r)
	}
	for _, n := range t.Notes {
		b.WriteString("\n*" + n + "*\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// mapped returns the table with every text changed by f.
func (t Table) mapped(f func(string) string) Table {
	each := func(texts []string) []string {
		out := make([]string, len(texts))
		for k, s := range texts {
			out[k] = f(s)
		}
		return out
	}
	out := Table{ID: t.ID, Title: f(t.Title), Notes: each(t.Notes), BestInRows: t.BestInRows, Draws: t.Draws}
	for _, c := range t.Columns {
		c.Title = f(c.Title)
		out.Columns = append(out.Columns, c)
	}
	for _, r := range t.Rows {
		out.Rows = append(out.Rows, each(r))
	}
	return out
}

// EscapeMarkdown escapes the characters that Markdown would read as markup: stars, bars, angles that begin a tag,
// backticks, backslashes. Underscores inside words mean nothing there and stay as they are.
func EscapeMarkdown(s string) string { return markdown.Replace(s) }

var markdown = strings.NewReplacer(`\`, `\\`, "*", `\*`, "|", `\|`, "<", `\<`, "`", "\\`")

// CSV writes headings and rows, without title and notes.
func (t Table) CSV(w io.Writer) error {
	t = t.mapped(plain.Text)
	c := csv.NewWriter(w)
	if err := c.Write(t.headings()); err != nil {
		return err
	}
	return c.WriteAll(t.Rows)
}

// Columns returns columns of these titles. All but the first left ones and the last hold numbers, flush right.
func Columns(left int, titles ...string) []Column {
	out := make([]Column, len(titles))
	for k, t := range titles {
		out[k] = Column{Title: t, Right: k >= left && k < len(titles)-1}
	}
	return out
}

// Number formats a number for a table, with so many decimals; a dash where there is none.
func Number(v float64, digits int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "–"
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

// withoutConstants returns the table without the columns that say the same in every row, but for the first and those
// that compare, and what they say; dashes say nothing.
func (t Table) withoutConstants() (Table, []string) {
	if len(t.Rows) < 2 {
		return t, nil
	}
	var said []string
	keep := []int{}
	for c := range t.Columns {
		first := t.Rows[0][c]
		varies := slices.ContainsFunc(t.Rows, func(r []string) bool { return r[c] != first })
		switch {
		case c == 0 || varies || t.Columns[c].Best != Unranked:
			keep = append(keep, c)
		case first != "–":
			said = append(said, t.Columns[c].Title+": "+first)
		}
	}
	return t.with(keep), said
}

// with returns the table of these columns.
func (t Table) with(columns []int) Table {
	out := t
	out.Columns, out.Rows, out.Draws = nil, nil, nil
	for _, c := range columns {
		out.Columns = append(out.Columns, t.Columns[c])
	}
	for _, row := range t.Draws {
		var cells [][]float64
		for _, c := range columns {
			cells = append(cells, row[c])
		}
		out.Draws = append(out.Draws, cells)
	}
	for _, r := range t.Rows {
		var cells []string
		for _, c := range columns {
			cells = append(cells, r[c])
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}
