// Package ui is what all commands share: the terminal, progress, files in and out, words that shells complete.
package ui

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// Terminal returns the terminal that a command writes to, or nil.
func Terminal(w io.Writer) io.Writer {
	if f, ok := Below(w).(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return f
	}
	return nil
}

// Columns is the width of the terminal: of the one that is written to, or of that of error messages where a pager
// stands between, or what COLUMNS says; 0 where there is none.
func Columns(w io.Writer) int {
	if f, ok := Below(w).(*os.File); ok {
		for _, f := range []*os.File{f, os.Stderr} {
			if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
				return n
			}
		}
	}
	n, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// Colored tells whether to write in colors: on a terminal that has them, unless NO_COLOR is set (no-color.org).
func Colored(w io.Writer) bool {
	return Terminal(w) != nil && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// Say writes lines that are no wider than the terminal.
func Say(w io.Writer, format string, args ...any) {
	fmt.Fprint(w, BrokenAt(fmt.Sprintf(format, args...), cmp.Or(Columns(w), math.MaxInt), ""))
}

// Filled makes paragraphs of text, without tables and formulas, lines of a width, wherever their lines ended.
func Filled(text string, width int) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if !strings.Contains(p, "  ") {
			p = strings.ReplaceAll(p, "\n", " ")
		}
		paragraphs[i] = BrokenAt(p, width, "")
	}
	return strings.Join(paragraphs, "\n\n")
}

// HelpWidth is that of help at most.
const HelpWidth = 120

// Narrow is the width of help where there is no terminal.
const Narrow = 80

// BrokenAt breaks lines that are wider at spaces, and writes a sign where it does. What goes on stands under the text
// of its line, behind the last gap of two spaces or more; in commands further in.
func BrokenAt(text string, width int, sign string) string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		indent := utf8.RuneCountInString(line) - utf8.RuneCountInString(strings.TrimLeft(line, " "))
		if gap := strings.LastIndex(strings.TrimRight(line, " "), "  "); sign == "" && gap > 0 && gap+2 < width/2 {
			indent = utf8.RuneCountInString(line[:gap+2])
		} else if sign != "" {
			indent = 4
		}
		for utf8.RuneCountInString(line) > width {
			at := strings.LastIndex(string([]rune(line)[:width-len(sign)]), " ")
			if at < 0 || utf8.RuneCountInString(line[:at]) <= indent { // a long word stands alone
				text := len(line) - len(strings.TrimLeft(line, " "))
				if at = strings.Index(line[text:], " "); at < 0 {
					break
				}
				at += text
			}
			out = append(out, strings.TrimRight(line[:at], " ")+sign)
			line = strings.Repeat(" ", indent) + strings.TrimLeft(line[at:], " ")
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}
