package table

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/encode"
)

// maxWords bounds the texts of a column that are kept.
const maxWords = 1 << 20

// parse reads the records of a text, which ends with a line end, into b.
func (p *parser) parse(b *block, t span) {
	cells := bytes.Count(t.text, []byte{p.comma}) + bytes.Count(t.text, []byte("\n")) // at most, as text may have some
	*b = block{cells: slices.Grow(b.cells[:0], cells*p.used/len(p.modes)+p.used), slots: make([]blockColumn, p.used)}
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
	for k := range b.slots {
		b.slots[k].numbers = b.rows - b.slots[k].texts - b.slots[k].missing
	}
	if t.long && (b.err == nil || p.open) {
		b.err = fmt.Errorf("%s:%d: %w", p.path, record, errLongRecord)
	}
}

// record reads the record at i, and returns where the next begins.
func (p *parser) record(b *block, s []byte, i int) int {
	base, j := len(b.cells), 0
	p.first = p.line
	b.cells = append(b.cells, make([]float64, p.used)...)
	for more := true; more; j++ {
		mode := skipped
		if j < len(p.modes) {
			mode = p.modes[j]
		}
		if mode == number || mode == label {
			v, n := p.plain(s[i:])
			if n > 0 {
				b.cells[base+p.slots[j]] = v
				p.points(b, s[i:i+n])
				i += n + 1
				more = s[i-1] == p.comma
				continue
			}
		}
		cell, next, err := p.cell(s, i)
		if err != nil {
			b.err = err
			return next
		}
		if mode != skipped {
			b.cells[base+p.slots[j]] = p.value(b, j, cell)
		}
		i = next
		more = s[i-1] == p.comma
	}
	if j != len(p.modes) && b.err == nil {
		b.err = source.FaultAt(p.path, p.first, 0, "there are %d fields where the first line has %d", j, len(p.modes))
	}
	b.rows++
	return i
}

// plain reads the number that a text begins with, up to what ends its cell; n is 0 where there is more to the cell.
func (p *parser) plain(s []byte) (v float64, n int) {
	v, n = source.ScanNumber(s, p.fast)
	if n > 0 && p.either && s[n] == ',' {
		v, n = source.ScanNumber(s, ',')
	}
	switch {
	case n == 0 || s[n] == p.comma:
		return v, n
	case s[n] == '\r' && s[n+1] == '\n':
		n++
	case s[n] != '\n':
		return 0, 0
	}
	p.line++
	return v, n
}

// points notes how a number is written, where it may be in two ways.
func (p *parser) points(b *block, cell []byte) {
	if !p.either {
		return
	}
	if bytes.IndexByte(cell, ',') >= 0 { // points are between thousands then
		cell = bytes.ReplaceAll(cell, []byte("."), nil)
	}
	for k, mark := range []byte{'.', ','} {
		if b.point[k] == 0 && bytes.IndexByte(cell, mark) >= 0 {
			b.point[k] = p.first
		}
	}
}

// value is what a cell is read as.
func (p *parser) value(b *block, j int, cell []byte) float64 {
	slot, mode, line := &b.slots[p.slots[j]], p.modes[j], p.first
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
			b.err = source.FaultAt(p.path, line, j+1, "the task is %s: tasks are whole numbers", cell)
		case ok:
			p.points(b, cell)
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
			b.err = source.FaultAt(p.path, line, j+1, "the column has more than %d different texts: leave it out", maxWords)
		}
		known[word] = k
		slot.words, slot.lines = append(slot.words, word), append(slot.lines, line)
	}
	return encode.Word(k)
}

// withoutThousands takes points out of a number that stand between its thousands, as in 1.234.567,8: one to three
// digits, and then groups of three. Where the decimal point is a comma they can be nothing else.
func withoutThousands(cell []byte) (out []byte, ok bool) {
	whole, rest, decimals := bytes.Cut(cell, []byte(","))
	for k, group := range bytes.Split(bytes.TrimLeft(whole, "+-"), []byte(".")) {
		if !(len(group) == 3 || k == 0 && len(group) > 0 && len(group) < 3) || len(bytes.Trim(group, "0123456789")) > 0 {
			return nil, false
		}
	}
	out = bytes.ReplaceAll(whole, []byte("."), nil)
	if decimals {
		out = append(append(out, ','), rest...)
	}
	return out, true
}

// number reads a cell that is one, with its kind of decimal point.
func (p *parser) number(cell []byte) (float64, bool) {
	comma := bytes.IndexByte(cell, ',') >= 0
	if p.point == '.' && !(p.either && comma) || p.point == ',' && !comma && bytes.IndexByte(cell, '.') < 0 {
		return source.ParseNumber(cell)
	}
	if bytes.Count(cell, []byte(",")) > 1 {
		return 0, false
	}
	if bytes.IndexByte(cell, '.') >= 0 {
		var ok bool
		if cell, ok = withoutThousands(cell); !ok {
			return 0, false
		}
	}
	return source.ParseNumber(bytes.Replace(cell, []byte(","), []byte("."), 1))
}
