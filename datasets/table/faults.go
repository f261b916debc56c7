package table

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/encode"
)

// faults makes one error of the faults of columns, each with its file, line and field.
func (c *reader) faults(faults encode.Faults, err error) error {
	var more encode.Faults
	if err != nil && !errors.As(err, &more) {
		if faults == nil {
			return fmt.Errorf("%s: %w", c.path, err)
		}
		return c.faults(faults, nil)
	}
	var out []error
	for _, f := range slices.Concat(more, faults) {
		name := fmt.Sprintf("column %q", source.Brief(f.Name))
		if c.names == nil {
			name = "column " + f.Name
		}
		one := &source.SyntaxError{File: c.path, Line: f.Line, Msg: name + ": " + f.Msg}
		if f.Column >= 0 {
			one.Field = c.used[f.Column] + 1
		}
		out = append(out, one)
	}
	if len(out) == 1 {
		return out[0]
	}
	return errors.Join(out...)
}

// mostLabels is how many different words among targets may be labels where most rows have one of their own.
const mostLabels = 20

// strange says what is wrong with texts among targets, weights or tasks; "" for nothing.
func (c *reader) strange(kind columnKind, column *encode.Column) string {
	if kind == target && c.options.TextLabels {
		for k, w := range column.Words {
			if !utf8.ValidString(w) {
				column.Words = column.Words[k:]
				column.Lines = column.Lines[k:]
				return column.NoNumber("")
			}
		}
		return ""
	}
	remedy := column.Remedy()
	switch {
	case remedy != "":
	case kind != target:
		remedy = "mend the cells"
	case column.Numbers > column.Texts:
		remedy = "mend the cells, or leave their lines out"
	case len(column.Words) == 2:
		remedy = "for labels that are words use --loss logistic"
	case len(column.Words) > mostLabels && 2*len(column.Words) > column.Texts:
		remedy = "mend the cells: numbers are due, without units, and times as numbers, as of days"
	default:
		remedy = fmt.Sprintf("for labels that are words, of which there are %d, use --loss multinomial", len(column.Words))
	}
	return column.NoNumber(remedy)
}

// hand hands over the rows of a block, but those that are left out.
func (c *reader) hand(b *block) error {
	w, all := len(c.table.Columns), c.layout.used
	for slot := range all {
		if fault := c.rowFault(slot); fault != nil {
			return c.faults(encode.Faults{fault}, nil)
		}
	}
	for i := range b.rows {
		row := b.cells[i*all : (i+1)*all]
		if c.lacks(row[w:]) {
			continue
		}
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
	encoded := c.options.Encoder != nil || c.options.Encode.Learns()
	switch {
	case kind == feature && encoded:
		return nil
	case column.Missing > 0 && (kind == kept || !c.lenient()):
		fault.Line, fault.Msg = column.GapLine(), column.Gap("fill it in, or leave the line or the column out")
	case column.Texts > 0 && kind == feature:
		fault.Line = column.FirstLine()
		fault.Msg = column.NoNumber("code text as columns of 0 and 1, or leave the column out")
	case column.Texts > 0 && kind != kept:
		if fault.Msg = c.strange(kind, column); fault.Msg == "" {
			return nil
		}
		fault.Line = column.FirstLine()
	default:
		return nil
	}
	return fault
}

// lenient tells whether a row that lacks its target is left out.
func (c *reader) lenient() bool {
	return c.options.Encode.Missing != "" && c.options.Encode.Missing != encode.Error
}

// lacks tells whether a row is left out since its target, of which a word may say that it is missing, its weight or its
// task is.
func (c *reader) lacks(others []float64) bool {
	for at, cell := range others {
		k, text := encode.WordOf(cell)
		if math.IsNaN(cell) && !text || text && at == 0 && isMissing(c.others[0].Words[k]) {
			return c.lenient()
		}
	}
	return false
}
