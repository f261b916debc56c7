package datasets

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// csvReader reads a table of numbers, with or without a header.
type csvReader struct {
	path    string
	rows    boundedCSV
	intake  *intake
	line    int // of the record last read
	options FrameOptions
	names   []string // of the columns; nil without a header
	width   int
	kinds   []columnKind // by column
	place   []int        // of features in X
	labels  []string     // targets as text
	numbers int          // targets that are numbers
	missing error        // the first target that is a word for a missing value
	out     *Frame
	x       []float64
}

type columnKind int

const (
	feature columnKind = iota
	target
	weights
	task
	kept
	ignored
)

// readCSV reads a table separated by commas; by tabs if the name ends with .tsv, and by semicolons if the first line
// has no comma. The first line is a header if one of its cells is no number while the cell below is one, or if none of
// its cells is a number.
func readCSV(ctx context.Context, r *reader, path string, o FrameOptions) (*Frame, error) {
	first, rest, err := firstLine(r)
	if err != nil {
		return nil, fmt.Errorf("%s:1: %w", path, err)
	}
	c := &csvReader{path: path, rows: newCSV(rest), intake: r.intake, options: o, out: &Frame{}}
	switch {
	case extension(path) == ".tsv":
		c.rows.Comma = '\t'
	case !strings.Contains(first, ",") && strings.Contains(first, ";"):
		c.rows.Comma = ';'
	}
	c.rows.FieldsPerRecord, c.rows.ReuseRecord, c.rows.TrimLeadingSpace = -1, true, true
	one, err := c.next()
	if err != nil {
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s: the file is empty", path)
		}
		return nil, err
	}
	one = slices.Clone(one)
	c.width = len(one)
	lineOne := c.line
	two, err := c.next()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if isHeader(one, two) {
		err2 := c.header(one)
		if err2 != nil {
			return nil, err2
		}
	}
	if err := c.assign(); err != nil {
		return nil, err
	}
	if c.names == nil {
		if err := c.row(one, lineOne); err != nil {
			return nil, err
		}
	}
	for k := 0; !errors.Is(err, io.EOF); k++ {
		if err == nil {
			err = c.row(two, c.line)
		}
		if err == nil && k%1024 == 0 {
			err = context.Cause(ctx)
		}
		if err == nil {
			err = c.intake.hold(8*float64(cap(c.x)) + 32*float64(cap(c.labels)))
		}
		if err != nil {
			return nil, err
		}
		two, err = c.next()
	}
	return c.finish()
}

// next returns the next record.
func (c *csvReader) next() ([]string, error) {
	record, err := c.rows.Read()
	var syntax *csv.ParseError
	if errors.As(err, &syntax) {
		return nil, &SyntaxError{File: c.path, Line: syntax.Line, Msg: syntax.Err.Error()}
	}
	if err != nil && !errors.Is(err, io.EOF) {
		if !errors.Is(err, errLongRecord) {
			err = broken(err)
		}
		return nil, fmt.Errorf("%s:%d: %w", c.path, c.line+1, err)
	}
	if len(record) > 0 {
		c.line, _ = c.rows.FieldPos(0)
	}
	for i, cell := range record {
		record[i] = plain.Uncell(strings.TrimSpace(cell)) // as a table of predictions has it
	}
	return record, err
}

// row reads one example.
func (c *csvReader) row(cells []string, line int) error {
	if len(cells) != c.width {
		return &SyntaxError{
			File: c.path,
			Line: line,
			Msg:  fmt.Sprintf("there are %d fields where the first line has %d", len(cells), c.width),
		}
	}
	base := len(c.x)
	c.x = append(c.x, make([]float64, len(c.out.Features))...)
	for j, cell := range cells {
		kind := c.kinds[j]
		switch kind {
		case ignored:
			continue
		case kept:
			c.out.Kept = append(c.out.Kept, strings.Clone(cell))
			continue
		}
		v, ok := parseNumber([]byte(cell))
		if !ok && !(kind == target && c.options.TextLabels && cell != "" && utf8.ValidString(cell)) {
			return c.fault(line, j, cell)
		}
		switch kind {
		case feature:
			c.x[base+c.place[j]] = v
		case target:
			c.out.Y = append(c.out.Y, v)
			if c.options.TextLabels {
				c.label(cell, ok, line, j)
			}
		case weights:
			c.out.Weights = append(c.out.Weights, v)
		case task:
			id, err := wholeNumbers(c.path, []float64{v})
			if err != nil {
				return &SyntaxError{
					File:  c.path,
					Line:  line,
					Field: j + 1,
					Msg:   fmt.Sprintf("the task is %s: tasks are whole numbers", brief(cell)),
				}
			}
			c.out.Task = append(c.out.Task, id[0])
		}
	}
	return nil
}

// label keeps a target that may be text, and counts what kind it is.
func (c *csvReader) label(cell string, number bool, line, j int) {
	c.labels = append(c.labels, strings.Clone(cell))
	switch {
	case number:
		c.numbers++
	case c.out.Labels == nil:
		c.out.Labels = []string{} // text
		fallthrough
	default:
		if c.missing == nil && isMissing(cell) {
			c.missing = c.fault(line, j, cell)
		}
	}
}

// fault says what is wrong with a cell.
func (c *csvReader) fault(line, j int, cell string) error {
	name := fmt.Sprintf("column %d", j+1)
	if c.names != nil {
		name = fmt.Sprintf("column %q", brief(c.names[j]))
	}
	msg := fmt.Sprintf("%s: %q is no number: code text as columns of 0 and 1, or leave the column out", name, brief(cell))
	switch {
	case isMissing(cell):
		msg = fmt.Sprintf("%s: the value is missing (%q): fill it in, or leave the line or the column out", name, cell)
	case !utf8.ValidString(cell):
		msg = fmt.Sprintf("%s: %q is no UTF-8: save the file so", name, brief(cell))
	}
	return &SyntaxError{File: c.path, Line: line, Field: j + 1, Msg: msg}
}

// finish makes X, and numbers of labels that are text.
func (c *csvReader) finish() (*Frame, error) {
	d := len(c.out.Features)
	if d == 0 || len(c.x) == 0 {
		return nil, fmt.Errorf("%s: the file holds no examples with features", c.path)
	}
	if c.missing != nil && c.numbers > 0 { // among labels that are text it may be one
		return nil, c.missing
	}
	c.out.X = linalg.NewDense(len(c.x)/d, d, c.x)
	if c.names == nil {
		c.out.Features = nil
	}
	if c.out.Labels != nil {
		c.out.Labels = slices.Clone(c.labels)
		slices.Sort(c.out.Labels)
		c.out.Labels = slices.Compact(c.out.Labels)
		for i, l := range c.labels {
			at, _ := slices.BinarySearch(c.out.Labels, l)
			c.out.Y[i] = float64(at)
		}
	}
	return c.out, nil
}
