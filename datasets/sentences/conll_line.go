package sentences

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/proxlab/proxlab/datasets/source"
)

// lineKind is what a line of a CoNLL file is.
type lineKind int

const (
	emptyLine lineKind = iota
	commentLine
	markupLine // <s>, </s> and others, which separate sentences
	wordLine
	rangeLine // of a multiword token, 3-4
	nodeLine  // of an empty node, 5.1
	oddLine
)

// conllLine is a line of a file, with its columns where it has some.
type conllLine struct {
	n      int    // counted from 0, in its text
	text   string // without its end
	end    string
	kind   lineKind
	id     int // of a word; the first of a multiword token; the word before an empty node
	second int // the last of a multiword token; the number of an empty node
}

// linesOf takes a text apart.
func linesOf(text string) (out []conllLine) {
	for n := 0; text != ""; n++ {
		line, _, cut := strings.Cut(text, "\n")
		l := conllLine{n: n, text: strings.TrimSuffix(line, "\r")}
		size := len(line)
		if cut {
			size++
		}
		l.end = text[len(l.text):size]
		text = text[size:]
		l.classify()
		out = append(out, l)
	}
	return out
}

// classify sees what a line is by its first character, and its ID.
func (l *conllLine) classify() {
	line := strings.TrimPrefix(l.text, "\ufeff")
	l.kind = oddLine
	switch {
	case strings.Trim(line, " \t\r") == "":
		l.kind = emptyLine
	case line[0] == '#':
		l.kind = commentLine
	case line[0] == '<':
		l.kind = markupLine
	case '0' <= line[0] && line[0] <= '9':
		id, _, _ := strings.Cut(line, "\t")
		at := strings.IndexAny(id, "-.")
		first := id
		if at >= 0 {
			first = id[:at]
			second, err := strconv.Atoi(id[at+1:])
			if err != nil || second < 0 {
				return
			}
			l.second = second
		}
		var err error
		if l.id, err = strconv.Atoi(first); err != nil {
			return
		}
		switch {
		case at < 0:
			l.kind = wordLine
		case id[at] == '-':
			l.kind = rangeLine
		default:
			l.kind = nodeLine
		}
	}
}

// columns are the line's.
func (l *conllLine) columns() []string {
	return strings.Split(strings.TrimPrefix(l.text, "\ufeff"), "\t")
}

// present is the first of some columns that is there and not "_"; "_" for none.
func present(cols []string, at []int) string {
	for _, c := range at {
		if c < len(cols) && cols[c] != "" && cols[c] != "_" {
			return cols[c]
		}
	}
	return "_"
}

// fault is what is wrong with a word's line by itself.
func (c columns) fault(line string, cols []string) string {
	switch {
	case !utf8.ValidString(line):
		return "the line is no UTF-8: convert the file, as from Latin 1"
	case strings.Contains(line, "\r"):
		return "a carriage return inside of a line: a line ends with a line feed"
	case len(cols) == 1:
		return "there is no tab: columns are separated by tabs, not by spaces"
	case len(cols) < c.least:
		return fmt.Sprintf("%d columns, and not the %d at least of the format", len(cols), c.least)
	case c.most > 0 && len(cols) > c.most:
		return fmt.Sprintf("%d columns, and not the %d at most of the format", len(cols), c.most)
	}
	return ""
}

// token reads the word's columns.
func (c columns) token(cols []string) (t Token, field int, says string) {
	for _, f := range t.fields(c) {
		*f.value = present(cols, f.at)
	}
	if form := cols[c.form[len(c.form)-1]]; t.Form == "_" && form == "" {
		return t, c.form[len(c.form)-1] + 1, "the form is empty"
	}
	t.Head = NoHead
	head := present(cols, c.head)
	if head == "_" {
		return t, 0, ""
	}
	v, err := strconv.Atoi(head)
	if err != nil || v < 0 || head[0] == '+' {
		return t, c.head[0] + 1, fmt.Sprintf("%q is no head: a word has one, a number from 0, or _", source.Brief(head))
	}
	t.Head = v
	return t, 0, ""
}

// guess finds the format of a file by the columns of its first word: in CoNLL-2008 DEPREL follows HEAD, in CoNLL-2009
// another head does.
func guess(cols []string) (CoNLL, string) {
	switch n := len(cols); {
	case n <= columnsOf[CoNLLU].most:
		return CoNLLU, ""
	case n >= columnsOf[CoNLL2009].least && isWhole(cols[9]):
		return CoNLL2009, ""
	case isWhole(cols[8]) && !isWhole(cols[9]) && cols[9] != "_":
		return CoNLL2008, ""
	}
	return "", fmt.Sprintf("%d columns: is this CoNLL-2008 or CoNLL-2009? Name the format", len(cols))
}

// stranger tells a word of another format than that of the file by its columns.
func (f CoNLL) stranger(cols []string) string {
	switch {
	case f == CoNLL2008 && isWhole(cols[9]):
		return "DEPREL is a number: does a part of the file have the columns of CoNLL-2009?"
	case f == CoNLL2009 && !isWhole(cols[9]) && cols[9] != "_":
		return fmt.Sprintf("PHEAD %q is no number: does a part of the file have the columns of CoNLL-2008?",
			source.Brief(cols[9]))
	}
	return ""
}

func isWhole(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}
