package datasets

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"unicode"
	"unicode/utf8"

	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/encode"
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

// csvLayout is what the cells of a record become.
type csvLayout struct {
	path   string
	comma  byte
	point  byte
	fast   byte       // the same where cells need no quotes for it
	either bool       // the decimal point may be a comma as well
	modes  []cellMode // by column
	slots  []int      // by column: its place among those that are used
	used   int        // columns that are
}

// csvBlock is what became of some records.
type csvBlock struct {
	cells []float64 // row by row, the columns that are used
	rows  int
	slots []csvSlot
	point [2]int // the first lines with a decimal point, and with a comma; 0 for none
	err   error
}

// csvSlot tells of a column of a block. Words are those that this parser had not met before.
type csvSlot struct {
	words                   []string
	lines                   []int
	texts, missing, numbers int
	gaps                    []int // the first lines where a cell is missing
}

// csvParser parses records by the rules of encoding/csv, with spaces before cells trimmed. It knows the texts of its
// columns.
type csvParser struct {
	*csvLayout
	known   []map[string]int // by slot
	scratch []byte
	line    int
	open    bool // the text ended within quotes
}

// maxWords bounds the texts of a column that are kept.
const maxWords = 1 << 20

func newCSVParser(l *csvLayout) *csvParser {
	p := &csvParser{csvLayout: l, known: make([]map[string]int, l.used)}
	for k := range p.known {
		p.known[k] = map[string]int{}
	}
	return p
}

// parse reads the records of a text, which ends with a line end, into b.
func (p *csvParser) parse(b *csvBlock, t csvText) {
	*b = csvBlock{cells: b.cells[:0], slots: make([]csvSlot, p.used)}
	p.line = t.line
	record := t.line
	for i := 0; i < len(t.text) && b.err == nil; {
		if n := lineEnd(t.text[i:]); n > 0 {
			i += n
			p.line++
			continue
		}
		record = p.line
		i = p.record(b, t.text, i)
	}
	if t.long && (b.err == nil || p.open) {
		b.err = fmt.Errorf("%s:%d: %w", p.path, record, errLongRecord)
	}
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

// record reads the record at i, and returns where the next begins.
func (p *csvParser) record(b *csvBlock, s []byte, i int) int {
	base, first, j := len(b.cells), p.line, 0
	b.cells = append(b.cells, make([]float64, p.used)...)
	for more := true; more; j++ {
		mode := skipped
		if j < len(p.modes) {
			mode = p.modes[j]
		}
		if mode == number || mode == label {
			v, n := scanNumber(s[i:], p.fast)
			if n > 0 && p.either && s[i+n] == ',' {
				v, n = scanNumber(s[i:], ',')
			}
			if n > 0 && p.ends(s[i+n:], &more) {
				b.cells[base+p.slots[j]] = v
				b.slots[p.slots[j]].numbers++
				if p.either {
					b.points(s[i:i+n], p.line)
				}
				i += n + 1
				if !more {
					i += lineEnd(s[i-1:]) - 1
					p.line++
				}
				continue
			}
		}
		cell, next, err := p.cell(s, i)
		if err != nil {
			b.err = err
			return next
		}
		if mode != skipped {
			b.cells[base+p.slots[j]] = p.value(b, j, cell, first)
		}
		i = next
		more = s[i-1] == p.comma
	}
	if j != len(p.modes) && b.err == nil {
		b.err = &SyntaxError{
			File: p.path, Line: first,
			Msg: fmt.Sprintf("there are %d fields where the first line has %d", j, len(p.modes)),
		}
	}
	b.rows++
	return i
}

// ends tells whether a cell ends before the rest of a text, and whether more follow it.
func (p *csvParser) ends(rest []byte, more *bool) bool {
	if rest[0] == p.comma {
		return true
	}
	if lineEnd(rest) == 0 {
		return false
	}
	*more = false
	return true
}

// points notes how a number is written.
func (b *csvBlock) points(cell []byte, line int) {
	for k, mark := range []byte{'.', ','} {
		if b.point[k] == 0 && bytes.IndexByte(cell, mark) >= 0 {
			b.point[k] = line
		}
	}
}

// value is what a cell is read as.
func (p *csvParser) value(b *csvBlock, j int, cell []byte, line int) float64 {
	slot, mode := &b.slots[p.slots[j]], p.modes[j]
	if len(cell) == 0 || (mode == number || mode == integer || mode == text) && isMissing(string(cell)) {
		slot.missing++
		if len(slot.gaps) < 3 {
			slot.gaps = append(slot.gaps, line)
		}
		return math.NaN()
	}
	if mode != text && mode != exactly {
		v, ok := p.number(cell)
		switch {
		case ok && mode == integer && (v != math.Trunc(v) || math.Abs(v) > 1<<53):
			b.err = &SyntaxError{File: p.path, Line: line, Field: j + 1,
				Msg: fmt.Sprintf("the task is %s: tasks are whole numbers", brief(cell))}
		case ok:
			slot.numbers++
			if p.either {
				b.points(cell, line)
			}
		}
		if ok {
			return v
		}
	}
	slot.texts++
	known := p.known[p.slots[j]]
	k, met := known[string(cell)]
	if !met {
		k = len(known)
		word := string(cell)
		if k == maxWords && b.err == nil {
			b.err = &SyntaxError{File: p.path, Line: line, Field: j + 1,
				Msg: fmt.Sprintf("the column has more than %d different texts: leave it out", maxWords)}
		}
		known[word] = k
		slot.words, slot.lines = append(slot.words, word), append(slot.lines, line)
	}
	return encode.Word(k)
}

// number reads a cell that is one, with its kind of decimal point.
func (p *csvParser) number(cell []byte) (float64, bool) {
	comma := bytes.IndexByte(cell, ',') >= 0
	if p.point == '.' && !(p.either && comma) || p.point == ',' && !comma && bytes.IndexByte(cell, '.') < 0 {
		return parseNumber(cell)
	}
	if !comma || bytes.IndexByte(cell, '.') >= 0 || bytes.Count(cell, []byte(",")) > 1 {
		return 0, false
	}
	return parseNumber(bytes.Replace(cell, []byte(","), []byte("."), 1))
}

// cell reads the cell at i: without spaces around it, quotes and the apostrophe of a table of predictions. What
// follows it is behind its comma or line end.
func (p *csvParser) cell(s []byte, i int) (cell []byte, next int, err error) {
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
	if cell = bytes.TrimSpace(cell); len(cell) > 0 && cell[0] == '\'' {
		cell = []byte(plain.Uncell(string(cell)))
	}
	return cell, next, err
}

// quoted reads a cell behind its first quote. A quote within stands there twice, and \r\n is a line end.
func (p *csvParser) quoted(s []byte, i int) (cell []byte, next int, err error) {
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

func (p *csvParser) fault(err error) error {
	return &SyntaxError{File: p.path, Line: p.line, Msg: err.Error()}
}
