package table

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/proxlab/proxlab/internal/plain"
)

// The least widths of a terminal for a table of lines, and of a column of text that is wrapped.
const (
	leastForLines = 100
	leastOfText   = 12
)

// Text writes the table for a terminal of so many columns; 0 stands for any width. Where it does not fit, cells of text
// are wrapped; where that is not enough, or the terminal has fewer than 100 columns, rows stand one under the other, a
// line for each cell. Without a title it begins with the headings.
func (t Table) Text(w io.Writer, width int) error {
	t = t.mapped(plain.Text)
	widths := t.widths(0)
	var b strings.Builder
	if t.Title != "" {
		b.WriteString(strings.Join(broken(t.Title, width), "\n") + "\n\n")
	}
	switch fitted, ok := t.fitted(widths, width); {
	case width == 0 || taken(widths) <= width:
		t.lines(&b, widths)
	case ok && width >= leastForLines:
		t.lines(&b, fitted)
	default:
		t.records(&b, width)
	}
	for _, n := range t.Notes {
		for k, line := range broken(n, width-2) {
			if k == 0 {
				b.WriteString("\n")
			}
			b.WriteString("  " + line + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// taken is the width of a line of cells, each after two spaces.
func taken(widths []int) int {
	sum := 0
	for _, n := range widths {
		sum += 2 + n
	}
	return sum
}

// fitted returns widths for which lines fit: the widest columns of text give way. ok is false where they cannot.
func (t Table) fitted(widths []int, width int) (out []int, ok bool) {
	out = slices.Clone(widths)
	for over := taken(out) - width; over > 0; over-- {
		widest := -1
		for c := range out {
			if !t.Columns[c].Right && out[c] > leastOfText && (widest < 0 || out[c] > out[widest]) {
				widest = c
			}
		}
		if widest < 0 {
			return out, false
		}
		out[widest]--
	}
	return out, true
}

// lines writes headings, a rule and rows, with cells wrapped to their widths.
func (t Table) lines(b *strings.Builder, widths []int) {
	row := func(cells []string) {
		wrapped := make([][]string, len(cells))
		most := 1
		for c, s := range cells {
			wrapped[c] = broken(s, widths[c])
			most = max(most, len(wrapped[c]))
		}
		for k := range most {
			line := make([]string, len(cells))
			for c := range cells {
				if k < len(wrapped[c]) {
					line[c] = wrapped[c][k]
				}
			}
			b.WriteString(strings.TrimRight("  "+strings.Join(t.padded(line, widths), "  "), " ") + "\n")
		}
	}
	row(t.headings())
	rules := make([]string, len(widths))
	for c, n := range widths {
		rules[c] = strings.Repeat("─", n)
	}
	row(rules)
	for _, r := range t.Rows {
		row(r)
	}
}

// records writes a line for each cell, with its heading, and an empty one between rows.
func (t Table) records(b *strings.Builder, width int) {
	most := 0
	for _, h := range t.headings() {
		most = max(most, utf8.RuneCountInString(h))
	}
	for i, r := range t.Rows {
		if i > 0 {
			b.WriteString("\n")
		}
		for c, s := range r {
			if s == "" {
				continue
			}
			heading := t.Columns[c].Title
			for k, line := range broken(s, max(leastOfText, width-most-4)) {
				if k > 0 {
					heading = ""
				}
				b.WriteString("  " + heading + strings.Repeat(" ", most-utf8.RuneCountInString(heading)) + "  " + line + "\n")
			}
		}
	}
}

// broken breaks a text at spaces into lines of a width, and words that are longer anywhere; 0 or less breaks none.
func broken(s string, width int) (lines []string) {
	if width <= 0 || utf8.RuneCountInString(s) <= width {
		return []string{s}
	}
	line := ""
	for _, word := range strings.Fields(s) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width {
			line += " " + word
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		runes := []rune(word)
		for ; len(runes) > width; runes = runes[width:] {
			lines = append(lines, string(runes[:width]))
		}
		line = string(runes)
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
