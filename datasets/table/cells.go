package table

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/proxlab/proxlab/datasets/source"
)

// cellMode says how cells of a column are read.
type cellMode int

const (
	skipped cellMode = iota
	number           // a number, missing, or a text
	integer          // the same; numbers must be whole
	label            // a number or a text; missing where it is empty
	text             // a text whatever it looks like, or missing
	exactly          // a text whatever it looks like; missing where it is empty
)

// layout is what the cells of a record become.
type layout struct {
	path   string
	comma  byte
	point  byte
	fast   byte       // the same where cells need no quotes for it
	either bool       // the decimal point may be a comma as well
	modes  []cellMode // by column
	slots  []int      // by column: its place among those that are used
	used   int        // columns that are
}

// block is what became of some records.
type block struct {
	cells []float64 // row by row, the columns that are used
	rows  int
	slots []blockColumn
	point [2]int // the first lines with a decimal point, and with a comma; 0 for none
	err   error
}

// blockColumn tells of a column of a block. Words are those that this parser had not met before.
type blockColumn struct {
	words                   []string
	lines                   []int
	texts, missing, numbers int
	gaps                    []int // the first lines where a cell is missing
}

// parser parses records by the rules of encoding/csv, with spaces before cells trimmed. It knows the texts of its
// columns.
type parser struct {
	*layout
	known   []map[string]int // by slot
	scratch []byte
	line    int
	first   int  // line of the record
	open    bool // the text ended within quotes
}

func newParser(l *layout) *parser {
	p := &parser{layout: l, known: make([]map[string]int, l.used)}
	for k := range p.known {
		p.known[k] = map[string]int{}
	}
	return p
}

// lineEnd is the length of the line end that a text begins with; 0 for none.
func lineEnd(s []byte) int {
	switch {
	case s[0] == '\n':
		return 1
	case s[0] == '\r' && s[1] == '\n': // a text ends with a line end
		return 2
	}
	return 0
}

var missingWords = []string{"", "?", "NA", "NaN", "null", "N/A", "n.a.", "<NA>", "#N/A"}

// isMissing tells whether a cell says that a value is missing: no name of a column.
func isMissing(cell string) bool {
	if len(cell) > len("#N/A") {
		return false
	}
	return slices.ContainsFunc(missingWords, func(w string) bool { return strings.EqualFold(w, cell) })
}

// cell reads the cell at i, without spaces around it and quotes. What follows it is behind its comma or line end.
func (p *parser) cell(s []byte, i int) (cell []byte, next int, err error) {
	for s[i] != '\n' && s[i] != p.comma {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(s[i:])
		}
		if !unicode.IsSpace(r) {
			break
		}
		i += n
	}
	if s[i] == '"' {
		cell, next, err = p.quoted(s, i+1)
	} else {
		next = i
		for s[next] != p.comma && s[next] != '\n' {
			if s[next] == '"' {
				return nil, next, p.fault(csv.ErrBareQuote)
			}
			next++
		}
		cell = s[i:next]
		if s[next] == '\n' {
			p.line++
		}
		next++
	}
	return bytes.TrimSpace(cell), next, err
}

// quoted reads a cell behind its first quote. A quote within stands there twice, and \r\n is a line end.
func (p *parser) quoted(s []byte, i int) (cell []byte, next int, err error) {
	p.scratch = p.scratch[:0]
	for {
		at := i
		for at < len(s) && s[at] != '"' && s[at] != '\n' {
			at++
		}
		if at == len(s) {
			p.open = true
			return nil, at, p.fault(csv.ErrQuote)
		}
		if s[at] == '\n' {
			line := bytes.TrimSuffix(s[i:at], []byte("\r"))
			p.scratch = append(append(p.scratch, line...), '\n')
			if i = at + 1; i < len(s) {
				p.line++
			}
			continue
		}
		p.scratch = append(p.scratch, s[i:at]...)
		i = at + 1
		switch rest := s[i:]; {
		case len(rest) == 0:
			return p.scratch, i, nil
		case rest[0] == '"':
			p.scratch = append(p.scratch, '"')
			i++
		case rest[0] == p.comma:
			return p.scratch, i + 1, nil
		case lineEnd(rest) > 0:
			p.line++
			return p.scratch, i + lineEnd(rest), nil
		default:
			return nil, i, p.fault(csv.ErrQuote)
		}
	}
}

func (p *parser) fault(err error) error {
	return &source.SyntaxError{File: p.path, Line: p.line, Msg: err.Error()}
}

// span is some records.
type span struct {
	text []byte
	line int
	long bool // the last one is longer than may be, and cut
}
