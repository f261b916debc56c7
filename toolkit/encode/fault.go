package encode

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Fault says what is wrong with a column, and what mends it.
type Fault struct {
	Column int // from 0; −1 where it is not there
	Name   string
	Line   int // the first, of a file; 0 where it is not known
	Msg    string
}

// Error names the column.
func (f *Fault) Error() string { return fmt.Sprintf("column %q: %s", short(f.Name), f.Msg) }

// Faults are those of all columns.
type Faults []*Fault

// Error has a line for each.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for k, one := range f {
		lines[k] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// err is nil without faults.
func (f Faults) err() error {
	if len(f) == 0 {
		return nil
	}
	return f
}

// add adds what is wrong with column j of a table.
func (f *Faults) add(t *Table, j, line int, format string, args ...any) {
	*f = append(*f, &Fault{Column: j, Name: t.Columns[j].Name, Line: line, Msg: fmt.Sprintf(format, args...)})
}

// quote is a text of a table as an error shows it, cut where it is long.
func quote(s string) string { return strconv.Quote(short(s)) }

func short(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	runes := []rune(s)
	return string(runes[:most*2/3]) + " … " + string(runes[len(runes)-most/3:])
}

// places says on which lines something is, as ", on lines 2, 3, …"; nothing where that is not known.
func places(lines []int, all int) string {
	if len(lines) == 0 {
		return ""
	}
	const most = 3
	shown := make([]string, 0, most)
	for _, l := range lines[:min(most, len(lines))] {
		shown = append(shown, strconv.Itoa(l))
	}
	word := "lines"
	if all == 1 {
		word = "line"
	}
	more := ""
	if all > len(shown) {
		more = ", …"
	}
	return fmt.Sprintf(", %s %s%s", word, strings.Join(shown, ", "), more)
}

// cells counts them.
func cells(count int) string {
	if count == 1 {
		return "1 cell"
	}
	return fmt.Sprintf("%d cells", count)
}

// some are the first texts.
func some(words []string) string {
	const most = 3
	shown := make([]string, 0, most+1)
	for _, w := range words[:min(most, len(words))] {
		shown = append(shown, quote(w))
	}
	if len(words) > most {
		shown = append(shown, "…")
	}
	return strings.Join(shown, ", ")
}

// NoNumber says of a column that it has texts where numbers are due, which, where, and what would help.
func (c *Column) NoNumber(remedy string) string {
	if !utf8.ValidString(c.Words[0]) {
		return quote(c.Words[0]) + " is no UTF-8: save the file so, or say its encoding"
	}
	return fmt.Sprintf("%s is no number (%s of text%s: %s): %s", quote(c.Words[0]), cells(c.Texts),
		places(c.Lines, len(c.Words)), some(c.Words), remedy)
}

// Gap says of a column that values are missing, where, and what would help.
func (c *Column) Gap(remedy string) string {
	return fmt.Sprintf("the value is missing in %s%s: %s", cells(c.Missing), places(c.MissingLines, c.Missing), remedy)
}

// Remedy says what helps where the first text is a number after all, but for its writing; "" where it is none.
func (c *Column) Remedy() string {
	switch word := strings.ToLower(c.Words[0]); {
	case infinite(word):
		return "a value must be finite: leave the line or the column out"
	case decimalComma(word):
		return "where commas are decimal points, say so (--decimal ,)"
	}
	return ""
}

// FirstLine is the line of the column's first text, GapLine of the first cell that is missing; 0 where it is not known.
func (c *Column) FirstLine() int { return firstOf(c.Lines) }

// GapLine is described at FirstLine.
func (c *Column) GapLine() int { return firstOf(c.MissingLines) }

func firstOf(lines []int) int {
	if len(lines) == 0 {
		return 0
	}
	return lines[0]
}
