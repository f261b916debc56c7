// Package plain makes text of other people's files fit to be shown: without control characters, and not too long.
package plain

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Text writes what has no picture of its own as Go does between quotes, \x1b for the character that begins commands to
// a terminal, line ends included: one name stays in one line, and says no more than itself. Two marks that join
// letters, which some scripts need, stay.
func Text(s string) string {
	if !strings.ContainsFunc(s, hidden) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case r == utf8.RuneError: // it stands there itself
			b.WriteRune(r)
		case r < 0x20:
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		case hidden(r): // as JSON has it, where these may stand as they are
			for _, unit := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&b, `\u%04x`, unit)
			}
		default:
			b.WriteRune(r)
		}
		s = s[n:]
	}
	return b.String()
}

const (
	nonJoiner = '\u200c'
	joiner    = '\u200d'
)

// hidden tells whether a character is to be written out; so is the one that stands for bytes that are no characters.
func hidden(r rune) bool {
	return r == utf8.RuneError || !strconv.IsGraphic(r) && r != nonJoiner && r != joiner
}

// Cut takes the middle out of a text of more than most characters, and says so: what is at fault stands at the
// beginning, and what to do at the end.
func Cut(s string, most int) string {
	count := utf8.RuneCountInString(s)
	if count <= most {
		return s
	}
	runes := []rune(s)
	tail := most / 3
	return fmt.Sprintf("%s … (%d characters) … %s", string(runes[:most-tail]), count-most, string(runes[count-tail:]))
}

// List joins the first names, each a Text that is not too long, and counts the rest.
func List(names []string) string {
	const most, long = 12, 60
	out := make([]string, 0, most+1)
	for _, s := range names[:min(most, len(names))] {
		out = append(out, Text(Cut(s, long)))
	}
	if more := len(names) - most; more > 0 {
		out = append(out, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(out, ", ")
}

// Lines is Text for what has several lines or tabs of its own, each line cut to most characters; 0 cuts none.
func Lines(s string, most int) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		cells := strings.Split(line, "\t")
		for k, c := range cells {
			cells[k] = Text(c)
		}
		if lines[i] = strings.Join(cells, "\t"); most > 0 {
			lines[i] = Cut(lines[i], most)
		}
	}
	return strings.Join(lines, "\n")
}

// Count is a number of things by their name, which takes an s where there are others than one.
func Count(n int, name string) string {
	if n != 1 {
		name += "s"
	}
	return fmt.Sprintf("%d %s", n, name)
}
