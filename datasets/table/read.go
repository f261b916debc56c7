package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/encode"
	"github.com/proxlab/proxlab/toolkit/encode/tally"
)

// Read reads a table. The first line is a header if one of its cells is no number while the cell below is one, or if
// none of its cells is a number.
func Read(ctx context.Context, r *source.Reader, path string, o frame.Options) (*frame.Frame, error) {
	c := &reader{path: path, options: o, chunk: chunkSize}
	frame, err := c.read(ctx, r, r.Intake)
	for k := 0; errors.Is(err, errAgain); k++ {
		if r.Intake.Size == 0 || k > 2 {
			return nil, fmt.Errorf("%s: it must be read a second time, which a pipe cannot: a column has numbers and texts, or "+
				"nothing; save it as a file", path)
		}
		var again *source.Reader
		if again, err = source.OpenUntil(ctx, path); err != nil {
			return nil, err
		}
		c = &reader{path: path, options: o, chunk: chunkSize, learnt: c.learnt}
		frame, err = c.read(ctx, again, again.Intake)
		_ = again.Close() // only read
	}
	return frame, err
}

// read reads a stream once.
func (c *reader) read(ctx context.Context, r io.Reader, t *source.Intake) (*frame.Frame, error) {
	if err := c.rowsOf(ctx, r, t); err != nil {
		return nil, err
	}
	return c.finish(ctx)
}

// rowsOf reads all rows.
func (c *reader) rowsOf(ctx context.Context, r io.Reader, t *source.Intake) error {
	if err := source.CheckEncoding(c.options.Encoding); err != nil {
		return err
	}
	c.out = &frame.Frame{}
	chunks := &chunks{r: source.Decoded(r, c.options.Encoding), size: c.chunk, line: 1, free: make(chan []byte, ahead)}
	first, err := chunks.next(2)
	if err != nil && !errors.Is(err, io.EOF) {
		return c.failed(first.line, err)
	}
	if first.text, err = source.WithoutMark(first.text); err != nil {
		return fmt.Errorf("%s:1: %w", c.path, err)
	}
	if c.layout, err = c.dialect(first.text); err != nil {
		return err
	}
	records, second, err := c.heads(c.layout, first, 2)
	if err != nil && len(records) == 0 {
		return err
	}
	if len(records) == 0 {
		return fmt.Errorf("%s: the file is empty", c.path)
	}
	records = append(records, nil)
	c.layout.modes = make([]cellMode, len(records[0]))
	if isHeader(records[0], records[1]) {
		if err := c.header(records[0]); err != nil {
			return err
		}
		first = second
	}
	if err := c.assign(); err != nil {
		return err
	}
	return c.records(ctx, chunks, first, t)
}

// Row is a row of a table of numbers: the cells of its features, its target, or the word that this is, its weight, 1
// where options name no column of them, the text of the column that they keep, and its task.
type Row struct {
	X         []float64
	Y, Weight float64
	Word, Key string
	Task      float64 // whole
}

// EachRow reads a table whose targets may be labels, and hands over every row, of which others lack nothing: its cells
// are numbers, or what options' encoder makes such of. It returns the names of the features, nil for those without.
func EachRow(
	ctx context.Context, r *source.Reader, path string, o frame.Options, do func(Row) error,
) (target string, features []string, err error) {
	c := &reader{path: path, options: o, chunk: chunkSize}
	var encoder *encode.Rows
	c.each = func(x, others []float64) error {
		row := Row{X: x, Y: others[0], Weight: 1, Word: c.word(0, others[0])}
		at := 1
		if o.Weights != "" {
			row.Weight = others[at]
			at++
		}
		if o.Task != "" {
			row.Task = others[at]
		}
		if last := len(others) - 1; len(o.Keep) > 0 {
			if row.Key = c.word(last, others[last]); row.Key == "" {
				row.Key = strconv.FormatFloat(others[last], 'g', -1, 64)
			}
		}
		if o.Encoder != nil {
			if encoder == nil {
				encoder = o.Encoder.Rows(c.table)
			}
			var err error
			if row.X, err = encoder.Row(x); err != nil {
				return c.faults(nil, err)
			}
			if row.X == nil { // it is left out
				return nil
			}
		}
		return do(row)
	}
	if err := c.rowsOf(ctx, r, r.Intake); err != nil {
		return "", nil, err
	}
	if column := &c.others[0]; column.Numbers > 0 && !c.lenient() { // among labels that are text it may be one
		for k, word := range column.Words {
			if isMissing(word) {
				fault := &encode.Fault{Column: len(c.table.Columns), Name: column.Name, Line: column.Lines[k]}
				fault.Msg = fmt.Sprintf("the value is missing (%q): fill it in, or leave the line out", word)
				return "", nil, c.faults(encode.Faults{fault}, nil)
			}
		}
	}
	switch {
	case o.Encoder != nil:
		features = o.Encoder.Features()
	case c.names != nil:
		for k := range c.table.Columns {
			features = append(features, c.table.Columns[k].Name)
		}
	}
	return c.out.Target, features, nil
}

// Tally counts what an encoder of the features is learnt from, row by row.
func Tally(ctx context.Context, r *source.Reader, path string, o frame.Options) (*tally.Tallies, error) {
	c, out := &reader{path: path, options: o, chunk: chunkSize}, &tally.Tallies{}
	c.each = func(x, _ []float64) error {
		out.Add(x, o.Encode)
		return nil
	}
	if err := c.rowsOf(ctx, r, r.Intake); err != nil {
		return nil, err
	}
	if out.Rows == 0 {
		return nil, fmt.Errorf("%s: the file holds no examples with features", path)
	}
	out.Name(path, c.table.Columns)
	return out, nil
}

// Faulty makes an error of the faults of columns by their tallies, each with its file and line where they are known.
func Faulty(path string, tallies *tally.Tallies, err error) error {
	var faults encode.Faults
	if !errors.As(err, &faults) {
		return fmt.Errorf("%s: %w", path, err)
	}
	var out []error
	for _, f := range faults {
		one := &source.SyntaxError{File: path, Line: f.Line, Msg: fmt.Sprintf("column %q: %s", source.Brief(f.Name), f.Msg)}
		if f.Column >= 0 && f.Line > 0 {
			one.File = tallies.Columns[f.Column].File
		}
		out = append(out, one)
	}
	return errors.Join(out...)
}

// word is the text that a cell of the others at a place is; "" where it is a number.
func (c *reader) word(at int, cell float64) string {
	k, text := encode.WordOf(cell)
	if !text {
		return ""
	}
	return c.others[at].Words[k]
}
