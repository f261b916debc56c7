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

// word is the text that a cell of the first of the others is; "" where it is a number.
func (c *reader) word(cell float64) string {
	k, text := encode.WordOf(cell)
	if !text {
		return ""
	}
	return c.others[0].Words[k]
}
