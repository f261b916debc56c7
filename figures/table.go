package figures

import (
	"encoding/csv"
	"fmt"
	"html"
	"io"
	"math"
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
}

// Column is a heading; numbers stand flush right.
type Column struct {
	Title string
	Right bool
}

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
	out := Table{ID: t.ID, Title: f(t.Title), Notes: each(t.Notes)}
	for _, c := range t.Columns {
		out.Columns = append(out.Columns, Column{f(c.Title), c.Right})
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

// CSV writes headings and rows, without title and notes. What a spreadsheet would take for a formula has an apostrophe
// before it.
func (t Table) CSV(w io.Writer) error {
	t = t.mapped(plain.Cell)
	c := csv.NewWriter(w)
	if err := c.Write(t.headings()); err != nil {
		return err
	}
	return c.WriteAll(t.Rows)
}

// HTML writes a plain table, every text escaped.
func (t Table) HTML(w io.Writer) error {
	var b strings.Builder
	t = t.mapped(plain.Text)
	wraps := t.wraps()
	b.WriteString(`<div style="overflow:auto;max-height:36em;padding-bottom:1em"><table class="proxlab">` +
		`<caption style="text-align:left;font-weight:600;padding:.4em 0;white-space:nowrap">` + html.EscapeString(t.Title) +
		"</caption><thead>")
	line := func(cell string, cells []string) {
		b.WriteString("<tr>")
		for c, s := range cells {
			align := "left"
			if t.Columns[c].Right {
				align = "right"
			}
			fmt.Fprintf(&b, `<%s style="text-align:%s;padding:.2em .8em;%s">%s</%s>`, cell, align, wraps[c],
				html.EscapeString(s), cell)
		}
		b.WriteString("</tr>")
	}
	line("th", t.headings())
	b.WriteString("</thead><tbody>")
	for _, r := range t.Rows {
		line("td", r)
	}
	b.WriteString("</tbody></table></div>")
	for _, n := range t.Notes {
		b.WriteString("<p style=\"font-size:.85em;margin:.2em 0\">" + html.EscapeString(n) + "</p>")
	}
	_, err := io.WriteString(w, b.String()+"\n")
	return err
}

// longCell is how many characters a cell of text may have in one line.
const longCell = 44

// wraps returns the styles of columns: in one line where all cells are short, else no narrower than can be read.
func (t Table) wraps() []string {
	out := make([]string, len(t.Columns))
	for c := range out {
		out[c] = "white-space:nowrap"
		for _, r := range t.Rows {
			if utf8.RuneCountInString(r[c]) > longCell {
				out[c] = "min-width:16em"
			}
		}
	}
	return out
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
