// Package table reads CSV: cells that are numbers, words or missing, in pieces that all processors parse.
package table

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/encode"
)

// reader reads a table: its features as a table that is encoded, and what else there is of each example.
type reader struct {
	path    string
	options frame.Options
	learnt  learnt
	chunk   int          // bytes parsed at a time
	names   []string     // of the columns; nil without a header
	kinds   []columnKind // by column
	layout  *layout
	used    []int // the columns that are used, by slot: features, then others
	table   *encode.Table
	known   []map[string]int // words by slot
	others  []encode.Column  // what is known of target, weights and tasks, by their slots behind the features
	values  [][]float64      // their cells
	point   [2]int
	out     *frame.Frame
	// each, where not nil, takes the cells of the features of a row, and of others, in place of the table
	each func(features, others []float64) error
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

// learnt is what reading a file shows that should have been known before.
type learnt struct {
	texts []int // columns whose texts are wanted as they are
	drop  []int // columns of nothing
}

// errAgain says that a file is to be read again, with what was learnt.
var errAgain = errors.New("the file is to be read again")

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
		if again, err = source.Open(path); err != nil {
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
	c.out = &frame.Frame{}
	chunks := &chunks{r: r, size: c.chunk, line: 1, free: make(chan []byte, ahead)}
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

// failed is a failure to read, where line is next.
func (c *reader) failed(line int, err error) error {
	var memory *source.MemoryError
	if errors.As(err, &memory) {
		return err
	}
	return fmt.Errorf("%s:%d: %w", c.path, line, source.Broken(err))
}

// take adds a block to what was read. Words get the table's numbers instead of those of the parser, which of each of
// its words are in number.
func (c *reader) take(b *block, number [][]int) error {
	w, all := len(c.table.Columns), c.layout.used
	for k, s := range b.slots {
		column := c.column(k)
		column.Numbers += s.numbers
		column.Missing += s.missing
		column.Texts += s.texts
		column.MissingLines = append(column.MissingLines, s.gaps[:min(len(s.gaps), 3-len(column.MissingLines))]...)
		number[k] = c.words(k, number[k], s)
		if s.texts == 0 {
			continue
		}
		for i := k; i < len(b.cells); i += all {
			if word, is := encode.WordOf(b.cells[i]); is {
				b.cells[i] = encode.Word(number[k][word])
			}
		}
	}
	for k, line := range b.point {
		if c.point[k] == 0 {
			c.point[k] = line
		}
	}
	if c.each != nil {
		return c.hand(b)
	}
	for k := range c.values { // behind the features
		for i := w + k; i < len(b.cells); i += all {
			c.values[k] = append(c.values[k], b.cells[i])
		}
	}
	c.table.Append(b.cells, b.rows, all)
	return nil
}

// column is what is known of a slot.
func (c *reader) column(slot int) *encode.Column {
	if w := len(c.table.Columns); slot >= w {
		return &c.others[slot-w]
	}
	return &c.table.Columns[slot]
}

// words adds words of a parser to those of a slot.
func (c *reader) words(slot int, number []int, s blockColumn) []int {
	column := c.column(slot)
	for k, word := range s.words {
		at, known := c.known[slot][word]
		if !known {
			at = len(column.Words)
			c.known[slot][word] = at
			column.Words, column.Lines = append(column.Words, word), append(column.Lines, s.lines[k])
		}
		number = append(number, at)
	}
	return number
}
