package table

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/proxlab/proxlab/figures/tex"
	"github.com/proxlab/proxlab/internal/plain"
)

// Page says how wide the columns and the text of a page are, \columnwidth and \textwidth in points. They are equal
// where there is one column.
type Page struct{ Column, Text float64 }

// Article is the page of LaTeX's article class.
var Article = Page{345, 345}

// texRows is how many rows all blocks on a page have; some of them may be of two lines.
const texRows = 48

// TeX writes the table for the article class: see TeXFor.
func (t Table) TeX(w io.Writer) error { return t.TeXFor(w, Article) }

// TeXFor writes the table for a page of LaTeX, with \usepackage{booktabs,siunitx}: as a table where a column of the
// page holds it, else as a table* over the text; in blocks of columns one under the other where it has more than fit,
// each of them with the columns of text that name the rows; and no longer than a page. A column that says the same in
// every row is said in the caption. Numbers are aligned at their points, and at their ±. What is best is bold.
func (t Table) TeXFor(w io.Writer, page Page) error {
	if !(page.Column > 0) || page.Text < page.Column || math.IsInf(page.Text, 0) {
		return fmt.Errorf("table %s: columns of %g points in a text of %g; the widths are positive, and the text's no less",
			t.ID, page.Column, page.Text)
	}
	t = t.mapped(plain.Text)
	t, said := t.withoutConstants()
	t, sources := t.withoutAside()
	said = append(said, sources...)
	if bold, best := t.bold(); len(bold) > 0 {
		t.Rows, said = t.marked(bold), append(said, best)
	}
	x, blocks := texTable{t, page.Column}, [][]int(nil)
	star := ""
	if blocks = x.blocks(); page.Text > page.Column && (len(blocks) > 1 || x.taken(blocks[0]) > x.room) {
		star, x.room = "*", page.Text
		blocks = x.blocks()
	}
	words := strings.Join(append([]string{t.Title}, append(t.Notes, said...)...), " ")
	const headings = 5                         // lines of a block beside its rows
	captionLine := max(10, int(x.room/345*60)) // characters of the caption beside a row
	rows := max(1, (texRows-utf8.RuneCountInString(words)/captionLine)/len(blocks)-headings)
	var b strings.Builder
	for from := 0; from == 0 || from < len(t.Rows); from += rows {
		part := x
		part.Rows = t.Rows[from:min(len(t.Rows), from+rows)]
		b.WriteString("\\begin{table" + star + "}\n\\centering\\fontsize{8}{9.5}\\selectfont\\setlength{\\tabcolsep}{3pt}\n")
		if from == 0 {
			fmt.Fprintf(&b, "\\caption{%s}\n\\label{tab:%s}\n", tex.Text(words), plain.FileID(t.ID))
		} else {
			fmt.Fprintf(&b, "Table~\\ref{tab:%s}, continued.\n", plain.FileID(t.ID))
		}
		for _, columns := range blocks {
			b.WriteString("\n\\medskip\n")
			part.block(&b, columns)
		}
		b.WriteString("\\end{table" + star + "}\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// marked are the rows with what is bold.
func (t Table) marked(bold map[[2]int]bool) (rows [][]string) {
	for r, cells := range t.Rows {
		cells = slices.Clone(cells)
		for c := range cells {
			if bold[[2]int{r, c}] {
				cells[c] = boldly + cells[c]
			}
		}
		rows = append(rows, cells)
	}
	return rows
}

// withoutAside returns the table without the columns aside, and their different texts.
func (t Table) withoutAside() (Table, []string) {
	var said []string
	keep := []int{}
	for c, column := range t.Columns {
		if !column.Aside {
			keep = append(keep, c)
			continue
		}
		var texts []string
		for _, r := range t.Rows {
			if !slices.Contains(texts, r[c]) {
				texts = append(texts, r[c])
			}
		}
		said = append(said, column.Title+": "+strings.Join(texts, "; ")+".")
	}
	return t.with(keep), said
}
