package table

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
)

// dialect finds out what separates cells, and what decimal points are. Files of tabs are known by their format. Others
// have commas, and where the first line has none semicolons, or else tabs. Where it has commas and semicolons the
// latter separate if commas are decimal points in the next lines, or were said to be. What options say is not asked.
func (c *reader) dialect(text []byte) (*layout, error) {
	decimal := c.options.Decimal
	if decimal != "" && decimal != "." && decimal != "," {
		return nil, fmt.Errorf("decimal %q: a point or a comma is due", decimal)
	}
	out := &layout{path: c.path, comma: ',', point: '.'}
	first, _, _ := bytes.Cut(text, []byte("\n"))
	has := func(mark string) bool { return bytes.Contains(first, []byte(mark)) }
	switch mark := c.options.Separator; {
	case mark != "":
		if err := frame.CheckSeparator(mark); err != nil {
			return nil, err
		}
		out.comma = mark[0]
	case has(";") && (!has(",") || decimal == "," || decimalCommas(text)):
		out.comma = ';'
	case !has(",") && has("\t"):
		out.comma = '\t'
	}
	out.fast = out.point
	switch {
	case decimal == "," && out.comma == ',': // within quotes alone
		out.point, out.fast = ',', 0
	case decimal == ",":
		out.point, out.fast = ',', ','
	case decimal == "":
		out.either = out.comma != ','
	}
	return out, nil
}

// decimalCommas tells whether lines behind the first are cells between as many semicolons as there, whose commas are
// those of numbers.
func decimalCommas(text []byte) bool {
	const most = 20
	lines := strings.SplitN(string(text[:min(len(text), 1<<16)]), "\n", most)
	commas := 0
	for k, line := range lines[:len(lines)-1] { // the last may be cut
		if line = strings.TrimSuffix(line, "\r"); line == "" {
			continue
		}
		if strings.Count(line, ";") != strings.Count(lines[0], ";") {
			return false
		}
		for cell := range strings.SplitSeq(line, ";") {
			if !strings.Contains(cell, ",") {
				continue
			}
			cell = strings.Trim(cell, ` "`)
			if whole, ok := withoutThousands([]byte(cell)); ok {
				cell = string(whole)
			}
			if _, ok := source.ParseNumber([]byte(strings.Replace(cell, ",", ".", 1))); ok {
				commas++
			} else if k > 0 {
				return false
			}
		}
	}
	return commas > 0
}

// heads are the first records of a text, at most so many; then where the second begins, and on which line.
func (c *reader) heads(l *layout, t span, most int) (out [][]string, second span, err error) {
	p := newParser(l)
	p.line = t.line
	for i := 0; i < len(t.text) && len(out) < most; {
		if n := lineEnd(t.text[i:]); n > 0 {
			i += n
			p.line++
			continue
		}
		var record []string
		begins := p.line
		for more := true; more; more = t.text[i-1] == l.comma {
			cell, next, err := p.cell(t.text, i)
			switch {
			case err != nil && t.long:
				return nil, t, fmt.Errorf("%s:%d: %w", c.path, begins, errLongRecord)
			case err != nil:
				return nil, t, err
			}
			record, i = append(record, string(cell)), next
		}
		if out = append(out, record); len(out) == 1 {
			second = span{t.text[i:], p.line, t.long}
		}
	}
	return out, second, nil
}
