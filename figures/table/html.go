package table

import (
	"cmp"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/proxlab/proxlab/internal/plain"
)

// HTML writes a plain table, every text escaped. What a column says in every row is said once below it; the rows of a
// long table beyond its first, and the columns aside, are in tables of their own that a reader opens.
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
	b.WriteString(tableStyle)
	first := t
	if len(t.Rows) > longTable {
		first.Rows = t.Rows[:firstRows]
	}
	first.with(shown).html(&b, t.Title)
	if rest := t.Rows[len(first.Rows):]; len(rest) > 0 {
		first.Rows = rest
		fmt.Fprintf(&b, `<details class="proxlab-rest"><summary>the other %d rows</summary>`, len(rest))
		first.with(shown).html(&b, "")
		b.WriteString("</details>")
	}
	notes := slices.Clone(t.Notes)
	if len(said) > 0 {
		notes = append(notes, "In all rows: "+strings.Join(said, ", ")+".")
	}
	for _, n := range notes {
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

// A table of more rows than longTable shows its firstRows, which are those to see first, and the others on demand.
const (
	longTable = 16
	firstRows = 10
)

// keys are the columns of text at the left, which name the rows: two at most.
func (t Table) keys() (out []int) {
	for c := 0; c < min(2, len(t.Columns)) && !t.Columns[c].Right && !t.Columns[c].Aside; c++ {
		out = append(out, c)
	}
	return out
}

// tableStyle is said once a table, and not in every cell: tables of studies have thousands. The class is named twice to
// outweigh the style that JupyterLab has for tables.
const tableStyle = `<div><style>table.proxlab.proxlab td,table.proxlab.proxlab th{` +
	`padding:.2em .8em;white-space:nowrap;text-align:left}` +
	`table.proxlab.proxlab [align=right]{text-align:right}table.proxlab.proxlab .long{white-space:normal;min-width:16em}` +
	`.proxlab caption{text-align:left;font-weight:600;padding:.4em 0;` +
	`position:sticky;left:0;width:max-content;max-width:88vw}` +
	`.proxlab-table{overflow:auto;padding-bottom:1em;` + goesOn +
	`}.proxlab-table:focus-visible{outline:2px solid}` +
	// The first column stays where a wide table is scrolled sideways.
	`.proxlab-table table.proxlab.proxlab :is(td,th):first-child{position:sticky;left:0;z-index:1;` +
	`background:var(--proxlab-paper)}.proxlab-table{--proxlab-paper:var(--jp-layout-color0,var(--paper,Canvas))}` +
	`@media(max-width:560px){table.proxlab.proxlab th{white-space:normal}` +
	`table.proxlab.proxlab :is(td,th):first-child{white-space:normal;min-width:5em;max-width:9em}}` +
	// What is closed on a screen is printed.
	`@media print{.proxlab-rest::details-content{content-visibility:visible;block-size:auto}` +
	`.proxlab-table{overflow:visible!important;background:none!important}` +
	`.proxlab{font-size:75%}table.proxlab.proxlab.proxlab :is(td,th){white-space:normal;position:static}}</style>`

// goesOn is the background of what scrolls sideways: a shadow at each edge, covered by paper that scrolls along where
// there is nothing beyond it.
const goesOn = `background:` +
	`linear-gradient(to right,var(--proxlab-paper) 30%,transparent) left/40px 100% no-repeat local,` +
	`linear-gradient(to left,var(--proxlab-paper) 30%,transparent) right/40px 100% no-repeat local,` +
	`linear-gradient(to right,rgba(128,128,128,.55),transparent) left/14px 100% no-repeat scroll,` +
	`linear-gradient(to left,rgba(128,128,128,.55),transparent) right/14px 100% no-repeat scroll`

// html writes a table of all columns.
func (t Table) html(b *strings.Builder, title string) {
	long := t.long()
	b.WriteString(`<div class="proxlab-table" tabindex="0" role="region" aria-label="` +
		html.EscapeString(cmp.Or(title, "table")) + `"><table class="proxlab">`)
	if title != "" {
		b.WriteString("<caption>" + html.EscapeString(title) + "</caption>")
	}
	b.WriteString("<thead>")
	line := func(cell string, cells []string) {
		b.WriteString("<tr>")
		for c, s := range cells {
			b.WriteString("<" + cell)
			switch {
			case t.Columns[c].Right:
				b.WriteString(` align="right"`)
			case long[c]:
				b.WriteString(` class="long"`)
			}
			b.WriteString(">" + html.EscapeString(s) + "</" + cell + ">")
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

// long tells which columns have a cell that is wrapped.
func (t Table) long() []bool {
	out := make([]bool, len(t.Columns))
	for c := range out {
		out[c] = slices.ContainsFunc(t.Rows, func(r []string) bool { return utf8.RuneCountInString(r[c]) > longCell })
	}
	return out
}
