package table

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/proxlab/proxlab/internal/plain"
)

// The room of a table in points: the text width of LaTeX's article class, and about how wide a character and a column's
// margins are at \footnotesize.
const (
	texWidth  = 345.
	texLetter = 4.4
	texMargin = 6.
	texText   = 100. // of a column of long texts
	texRows   = 52   // of all blocks on a page

	texHeading = 7 // letters of a heading that are not broken into lines
)

// TeX writes the table for LaTeX, with \usepackage{booktabs,siunitx}: no wider than the text, in blocks of columns one
// under the other where it has more than fit, each of them with the columns of text that name the rows, and no longer
// than a page. A column that says the same in every row is said in the caption. Numbers are aligned at their points.
func (t Table) TeX(w io.Writer) error {
	t = t.mapped(plain.Text)
	t, said := t.withoutConstants()
	t, sources := t.withoutAside()
	said = append(said, sources...)
	blocks := t.texBlocks()
	words := strings.Join(append([]string{t.Title}, append(t.Notes, said...)...), " ")
	caption := inTeX(words)
	const headings, captionLine = 5, 60 // lines of a block beside its rows, and characters of the caption beside a row
	rows := max(1, (texRows-utf8.RuneCountInString(words)/captionLine)/len(blocks)-headings)
	var b strings.Builder
	for from := 0; from == 0 || from < len(t.Rows); from += rows {
		part := t
		part.Rows = t.Rows[from:min(len(t.Rows), from+rows)]
		b.WriteString("\\begin{table}\n\\centering\\footnotesize\\setlength{\\tabcolsep}{3pt}\n")
		for k, columns := range blocks {
			if k > 0 {
				b.WriteString("\n\\medskip\n\n")
			}
			part.texBlock(&b, columns)
		}
		if from == 0 {
			fmt.Fprintf(&b, "\\caption{%s}\n\\label{tab:%s}\n\\end{table}\n", caption, plain.FileID(t.ID))
		} else {
			fmt.Fprintf(&b, "\n\\smallskip\nTable~\\ref{tab:%s}, continued.\n\\end{table}\n", plain.FileID(t.ID))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
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

// texBlocks returns the columns of each block: those of text at the left, and as many others as fit.
func (t Table) texBlocks() (blocks [][]int) {
	keys := len(t.keys())
	var block []int
	room := 0.
	begin := func() {
		block, room = nil, texWidth
		for c := range keys {
			block, room = append(block, c), room-t.texWidthOf(c)
		}
	}
	begin()
	for c := keys; c < len(t.Columns); c++ {
		if w := t.texWidthOf(c); w > room && len(block) > keys {
			blocks = append(blocks, block)
			begin()
		}
		block, room = append(block, c), room-t.texWidthOf(c)
	}
	return append(blocks, block)
}

// texWidthOf is about how wide a column is, with its margins.
func (t Table) texWidthOf(c int) float64 {
	most := 0
	for _, r := range t.Rows {
		most = max(most, utf8.RuneCountInString(r[c]))
	}
	if t.texLong(c) {
		return texText + texMargin
	}
	if strings.Contains(t.texNumbers(c), "e") { // decimals stand before a power of ten, which is written out
		var parts [3]int
		for _, r := range t.Rows {
			if m := number.FindStringSubmatch(r[c]); m != nil {
				for k := range parts {
					parts[k] = max(parts[k], len(m[k+1]))
				}
			}
		}
		most = parts[0] + 1 + parts[1] + len("x10-") + parts[2]
	}
	title := t.Columns[c].Title
	for _, word := range strings.Fields(title) {
		most = max(most, utf8.RuneCountInString(word))
	}
	most = max(most, min(utf8.RuneCountInString(title), texHeading))
	return float64(most)*texLetter + texMargin
}

// texLong tells whether a column of text is wrapped.
func (t Table) texLong(c int) bool {
	return !t.Columns[c].Right && slices.ContainsFunc(t.Rows, func(r []string) bool {
		return float64(utf8.RuneCountInString(r[c]))*texLetter > texText
	})
}

// number is what a column of siunitx aligns at its point.
var number = regexp.MustCompile(`^[-−]?(\d+)(?:\.(\d+))?(?:e[-+]?(\d+))?$`)

// texNumbers returns the format of a column of numbers, or "" for others. Cells without a number may stand between.
func (t Table) texNumbers(c int) string {
	whole, decimals, exponent, any := 0, 0, 0, false
	for _, r := range t.Rows {
		m := number.FindStringSubmatch(r[c])
		if m == nil {
			if strings.ContainsAny(r[c], "0123456789") {
				return ""
			}
			continue
		}
		any = true
		sign := 0
		if strings.HasPrefix(m[0], "-") || strings.HasPrefix(m[0], "−") {
			sign = 1
		}
		whole, decimals, exponent = max(whole, len(m[1])+sign), max(decimals, len(m[2])), max(exponent, len(m[3]))
	}
	switch {
	case !any:
		return ""
	case exponent > 0:
		return fmt.Sprintf("%d.%de-%d", whole, decimals, exponent)
	}
	return fmt.Sprintf("%d.%d", whole, decimals)
}

// texBlock writes a tabular environment of some columns.
func (t Table) texBlock(b *strings.Builder, columns []int) {
	b.WriteString("\\begin{tabular}{@{}")
	formats := make([]string, len(t.Columns))
	for _, c := range columns {
		formats[c] = t.texNumbers(c)
		switch {
		case t.Columns[c].Right && formats[c] != "":
			fmt.Fprintf(b, "S[table-format=%s]", formats[c])
		case t.Columns[c].Right:
			b.WriteString("r")
		case t.texLong(c):
			fmt.Fprintf(b, ">{\\raggedright\\arraybackslash}p{%.0fpt}", texText)
		default:
			b.WriteString("l")
		}
	}
	b.WriteString("@{}}\n\\toprule\n")
	for k, c := range columns {
		if k > 0 {
			b.WriteString(" & ")
		}
		b.WriteString(t.texTitle(c))
	}
	b.WriteString(" \\\\\n\\midrule\n")
	for _, r := range t.Rows {
		for k, c := range columns {
			if k > 0 {
				b.WriteString(" & ")
			}
			switch isNumber := number.MatchString(r[c]); {
			case !t.Columns[c].Right || formats[c] == "":
				b.WriteString(inTeX(r[c]))
			case isNumber:
				b.WriteString(strings.ReplaceAll(r[c], "−", "-"))
			default:
				b.WriteString("{" + inTeX(r[c]) + "}")
			}
		}
		b.WriteString(" \\\\\n")
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
}

// texTitle breaks a heading into lines no longer than its column.
func (t Table) texTitle(c int) string {
	room := texHeading
	for _, r := range t.Rows {
		room = max(room, utf8.RuneCountInString(r[c]))
	}
	var lines []string
	for _, word := range strings.Fields(t.Columns[c].Title) {
		last := len(lines) - 1
		if last >= 0 && utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(word) <= room {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	for k := range lines {
		lines[k] = inTeX(lines[k])
	}
	if len(lines) < 2 {
		return "{" + strings.Join(lines, "") + "}"
	}
	side := "l"
	if t.Columns[c].Right {
		side = "r"
	}
	return "{\\shortstack[" + side + "]{" + strings.Join(lines, " \\\\ ") + "}}"
}
