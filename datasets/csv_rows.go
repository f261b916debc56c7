package datasets

import (
	"context"

	"github.com/proxlab/proxlab/toolkit/encode"
)

// eachCSV reads a table of numbers, whose targets may be labels, and hands the cells of every row to do: those of the
// features, and the target, a number or a word (see csvReader.word).
func eachCSV(
	ctx context.Context, r *reader, path string, o FrameOptions, do func(c *csvReader, x []float64, y float64) error,
) (*csvReader, error) {
	o.Format = o.formatOf(path)
	c := &csvReader{path: path, options: o, chunk: csvChunkSize}
	c.each = func(features, others []float64) error { return do(c, features, others[0]) }
	return c, c.rowsOf(ctx, r, r.intake)
}

// hand hands over the rows of a block, of which none lacks anything.
func (c *csvReader) hand(b *csvBlock) error {
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
func (c *csvReader) rowFault(slot int) *encode.Fault {
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

// word is the text that a cell of the first of the others is; false where it is a number.
func (c *csvReader) word(cell float64) (string, bool) {
	k, text := encode.WordOf(cell)
	if !text {
		return "", false
	}
	return c.others[0].Words[k], true
}
