package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/figures/tex"
)

// block writes a tabular environment of some columns.
func (t texTable) block(b *strings.Builder, columns []int) {
	b.WriteString("\\begin{tabular}{@{}")
	formats := make([]format, len(t.Columns))
	for _, c := range columns {
		formats[c] = t.numbers(c)
		switch {
		case t.Columns[c].Right && formats[c].any:
			options := formats[c].String()
			if slices.ContainsFunc(t.Rows, func(r []string) bool { return strings.HasPrefix(r[c], boldly) }) {
				options += ",detect-weight,mode=text"
			}
			fmt.Fprintf(b, "S[table-format=%s]", options)
		case t.Columns[c].Right:
			b.WriteString("r")
		case t.long(c):
			fmt.Fprintf(b, ">{\\raggedright\\arraybackslash}p{%.0fpt}", t.text())
		default:
			b.WriteString("l")
		}
	}
	b.WriteString("@{}}\n\\toprule\n")
	for k, c := range columns {
		if k > 0 {
			b.WriteString(" & ")
		}
		b.WriteString(t.title(c))
	}
	b.WriteString(" \\\\\n\\midrule\n")
	for _, r := range t.Rows {
		for k, c := range columns {
			if k > 0 {
				b.WriteString(" & ")
			}
			b.WriteString(t.cell(r[c], t.Columns[c].Right && formats[c].any))
		}
		b.WriteString(" \\\\\n")
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
}

// cell writes a cell, of a column of numbers or of text.
func (t texTable) cell(s string, ofNumbers bool) string {
	s, bold := strings.CutPrefix(s, boldly)
	switch weight := map[bool]string{true: `\bfseries `}[bold]; {
	case !ofNumbers && bold:
		return "{" + weight + tex.Text(s) + "}"
	case !ofNumbers:
		return tex.Text(s)
	case anyNumber.MatchString(s):
		return weight + strings.NewReplacer("−", "-", "±", "+-").Replace(s)
	default:
		return "{" + weight + tex.Text(s) + "}"
	}
}

// title writes a heading in its lines.
func (t texTable) title(c int) string {
	lines := t.heading(c)
	for k := range lines {
		lines[k] = tex.Text(lines[k])
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
