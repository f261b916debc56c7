package table

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/encode"
)

// EachRow reads a table of numbers, whose targets may be labels, and hands over every row: the cells of its features,
// and its target, or the word that this is. It returns the names of the columns, nil for those of features without.
func EachRow(
	ctx context.Context, r *source.Reader, path string, o frame.Options,
	do func(x []float64, y float64, word string) error,
) (target string, features []string, err error) {
	c := &reader{path: path, options: o, chunk: chunkSize}
	c.each = func(x, others []float64) error { return do(x, others[0], c.word(others[0])) }
	if err := c.rowsOf(ctx, r, r.Intake); err != nil {
		return "", nil, err
	}
	if column := &c.others[0]; column.Numbers > 0 { // among labels that are text it may be one
		for k, word := range column.Words {
			if isMissing(word) {
				fault := &encode.Fault{Column: len(c.table.Columns), Name: column.Name, Line: column.Lines[k]}
				fault.Msg = fmt.Sprintf("the value is missing (%q): fill it in, or leave the line out", word)
				return "", nil, c.faults(encode.Faults{fault}, nil)
			}
		}
	}
	if c.names != nil {
		for k := range c.table.Columns {
			features = append(features, c.table.Columns[k].Name)
		}
	}
	return c.out.Target, features, nil
}

// hand hands over the rows of a block, of which none lacks anything.
func (c *reader) hand(b *block) error {
	w, all := len(c.table.Columns), c.layout.used
	for slot := range all {
		if fault := c.rowFault(slot); fault != nil {
			return c.faults(encode.Faults{fault}, nil)
		}
	}
	for i := range b.rows {
		row := b.cells[i*all : (i+1)*all]
		if err := c.each(row[:w], row[w:]); err != nil {
			return err
		}
	}
	return nil
}

// rowFault says what is wrong with the cells of a slot; nil for nothing.
func (c *reader) rowFault(slot int) *encode.Fault {
	column, kind := c.column(slot), c.kinds[c.used[slot]]
	fault := &encode.Fault{Column: slot, Name: column.Name}
	switch {
	case column.Missing > 0:
		fault.Line, fault.Msg = column.GapLine(), column.Gap("fill it in, or leave the line or the column out")
	case column.Texts > 0 && kind == feature:
		fault.Line = column.FirstLine()
		fault.Msg = column.NoNumber("code text as columns of 0 and 1, or leave the column out")
	case column.Texts > 0:
		if fault.Msg = c.strange(kind, column); fault.Msg == "" {
			return nil
		}
		fault.Line = column.FirstLine()
	default:
		return nil
	}
	return fault
}

// word is the text that a cell of the first of the others is; "" where it is a number.
func (c *reader) word(cell float64) string {
	k, text := encode.WordOf(cell)
	if !text {
		return ""
	}
	return c.others[0].Words[k]
}
