package figures

import (
	"fmt"
	"html"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/proxlab/proxlab/internal/plain"
)

// HTML writes a plain table, every text escaped. What a column says in every row is said once below it; the columns
// aside are in a table of their own that a reader opens.
func (t Table) HTML(w io.Writer) error {
	t = t.mapped(plain.Text)
	t, said := t.withoutConstants()
	var shown, aside []int
	for c, column := range t.Columns {
		if column.Aside {
			aside = append(aside, c)
		} else {
			shown = append(shown, c)
		}
	}
	var b strings.Builder
	b.WriteString(`<div><style>@media print{.proxlab-table{max-height:none!important;overflow:visible!important}` +
		`.proxlab-table table{font-size:75%}}</style>`)
	t.with(shown).html(&b, t.Title)
	for _, n := range append(slices.Clone(t.Notes), said...) {
		b.WriteString("<p style=\"font-size:.85em;margin:.2em 0\">" + html.EscapeString(n) + "</p>")
	}
	if len(aside) > 0 {
		b.WriteString(`<details style="font-size:.85em"><summary>where the rows come from</summary>`)
		t.with(append(t.keys(), aside...)).html(&b, "")
		b.WriteString("</details>")
	}
	_, err := io.WriteString(w, b.String()+"</div>\n")
	return err
}

// keys are the columns of text at the left, which name the rows: two at most.
func (t Table) keys() (out []int) {
	for c := 0; c < min(2, len(t.Columns)) && !t.Columns[c].Right && !t.Columns[c].Aside; c++ {
		out = append(out, c)
	}
	return out
}

// html writes a table of all columns.
func (t Table) html(b *strings.Builder, title string) {
	wraps := t.wraps()
	b.WriteString(`<div class="proxlab-table" style="overflow:auto;max-height:36em;padding-bottom:1em"><table class="proxlab">`)
	if title != "" {
		b.WriteString(`<caption style="text-align:left;font-weight:600;padding:.4em 0;white-space:nowrap">` +
			html.EscapeString(title) + "</caption>")
	}
	b.WriteString("<thead>")
	line := func(cell string, cells []string) {
		b.WriteString("<tr>")
		for c, s := range cells {
			align := "left"
			if t.Columns[c].Right {
				align = "right"
			}
			fmt.Fprintf(b, `<%s style="text-align:%s;padding:.2em .8em;%s">%s</%s>`, cell, align, wraps[c],
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
