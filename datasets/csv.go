package datasets

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/proxlab/proxlab/internal/plain"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// csvReader reads a table of numbers, with or without a header.
type csvReader struct {
	path    string
	rows    *csv.Reader
	options FrameOptions
	names   []string // of the columns; nil without a header
	width   int
	kinds   []columnKind // by column
	place   []int        // of features in X
	labels  []string     // targets as text
	out     *Frame
	x       []float64
}

type columnKind int

const (
	feature columnKind = iota
	target
	weights
	task
	ignored
)

// readCSV reads a table separated by commas; by tabs if the name ends with .tsv, and by semicolons if the first line
// has no comma. The first line is a header if one of its cells is no number while the cell below is one, or if none of
// its cells is a number.
func readCSV(ctx context.Context, r *reader, path string, o FrameOptions) (*Frame, error) {
	first, rest, err := firstLine(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	c := &csvReader{path: path, rows: csv.NewReader(rest), options: o, out: &Frame{}}
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
	lineOne, _ := c.rows.FieldPos(0)
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
			line, _ := c.rows.FieldPos(0)
			err = c.row(two, line)
		}
		if err == nil && k%1024 == 0 {
			err = context.Cause(ctx)
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
		line, _ := c.rows.FieldPos(0)
		return nil, fmt.Errorf("%s:%d: %w: the file is cut off or damaged", c.path, line, err)
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
		if kind == ignored {
			continue
		}
		v, ok := parseNumber([]byte(cell))
		if !ok && !(kind == target && c.options.TextLabels && cell != "") {
			return c.fault(line, j, cell)
		}
		switch kind {
		case feature:
			c.x[base+c.place[j]] = v
		case target:
			c.out.Y = append(c.out.Y, v)
			c.labels = append(c.labels, strings.Clone(cell))
			if !ok && c.out.Labels == nil {
				c.out.Labels = []string{} // text
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
					Msg:   fmt.Sprintf("the task is %s: tasks are whole numbers", cell),
				}
			}
			c.out.Task = append(c.out.Task, id[0])
		}
	}
	return nil
}

// fault says what is wrong with a cell.
func (c *csvReader) fault(line, j int, cell string) error {
	name := fmt.Sprintf("column %d", j+1)
	if c.names != nil {
		name = fmt.Sprintf("column %q", c.names[j])
	}
	msg := fmt.Sprintf("%s: %q is no number: code text as columns of 0 and 1, or leave the column out", name, cell)
	switch strings.ToLower(cell) {
	case "", "na", "nan", "null", "?":
		msg = fmt.Sprintf("%s: the value is missing (%q): fill it in, or leave the line or the column out", name, cell)
	}
	return &SyntaxError{File: c.path, Line: line, Field: j + 1, Msg: msg}
}

// finish makes X, and numbers of labels that are text.
func (c *csvReader) finish() (*Frame, error) {
	d := len(c.out.Features)
	if d == 0 || len(c.x) == 0 {
		return nil, fmt.Errorf("%s: the file holds no examples with features", c.path)
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

// firstLine reads ahead, and gives it back as the beginning of the rest.
func firstLine(r io.Reader) (string, io.Reader, error) {
	head := make([]byte, 1<<16)
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return "", nil, err
	}
	text := string(head[:n])
	line, _, _ := strings.Cut(text, "\n")
	return line, io.MultiReader(strings.NewReader(text), r), nil
}
