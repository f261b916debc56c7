package reproduce

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// TextWidth is how long a line of text may be in a document.
const TextWidth = 120

// Wrapped breaks the lines of a document's paragraphs and lists that are wider; tables and headings stay in one line.
func Wrapped(doc string, width int) string {
	lines := strings.Split(doc, "\n")
	for i, l := range lines {
		if !strings.HasPrefix(l, "|") && !strings.HasPrefix(l, "#") {
			lines[i] = wrap(l, width)
		}
	}
	return strings.Join(lines, "\n")
}

// wrap breaks a line before words only that cannot be read as the beginning of a list, a quotation or a heading, and
// not before a unit. What follows in a list, or on an indented line, is indented by two more.
func wrap(line string, width int) string {
	indent := ""
	if rest := strings.TrimLeft(line, " "); len(rest) < len(line) || strings.HasPrefix(line, "- ") {
		indent = strings.Repeat(" ", len(line)-len(rest)+2)
	}
	var units []string // words, with those that may not begin a line
	for i, word := range strings.Split(line, " ") {
		if i > 0 && !opens(word, utf8.RuneCountInString(word)) {
			units[len(units)-1] += " " + word
		} else {
			units = append(units, word)
		}
	}
	var b strings.Builder
	length := 0
	for i, unit := range units {
		n := utf8.RuneCountInString(unit)
		switch {
		case i == 0:
		case length+1+n > width:
			b.WriteString("\n" + indent)
			length = len(indent)
		default:
			b.WriteString(" ")
			length++
		}
		b.WriteString(unit)
		length += n
	}
	return b.String()
}

// opens tells whether a word of n characters may begin a line: a number with a point or a bracket behind it would begin
// a list.
func opens(word string, n int) bool {
	first, _ := utf8.DecodeRuneInString(word)
	number := unicode.IsDigit(first) && !strings.HasSuffix(word, ".") && !strings.HasSuffix(word, ")")
	return n > 2 && (number || unicode.IsLetter(first) || first == '(' || first == '[')
}

// Anchor returns the fragment by which a heading is linked to, as GitHub makes it: lower case, spaces as hyphens, and
// of the rest only letters, digits, marks, hyphens and underscores.
func Anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-', r == '_', unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}
