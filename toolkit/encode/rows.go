package encode

import (
	"math"
	"slices"
)

// Rows encodes a table row by row, as it is read.
type Rows struct {
	of      *Encoder
	t       *Table
	actions []*action
	out     []float64
}

// Rows begins with a table that has the encoder's columns, in their order, and no rows: its columns may get more words
// on the way. The encoder makes no features of others.
func (e *Encoder) Rows(t *Table) *Rows {
	r := &Rows{of: e, t: t}
	width := 0
	for j := range e.Columns {
		c := &e.Columns[j]
		r.actions = append(r.actions, newAction(c, t, j, width))
		if width += c.width(); c.Indicator {
			width++
		}
	}
	r.out = make([]float64, width)
	return r
}

// Row is what becomes of a row, until the next; nil where it is left out since a cell is missing. Faults are those of
// Transform.
func (r *Rows) Row(cells []float64) ([]float64, error) {
	if r.of.Missing == Drop && slices.ContainsFunc(cells, Missing) {
		return nil, nil
	}
	clear(r.out)
	for j, a := range r.actions {
		cell := cells[j]
		if a.of.Kind == Number && !math.IsNaN(cell) {
			r.out[a.first] = cell
			continue
		}
		a.learn(r.t.Columns[j].Words)
		if err := r.fault(a, cell); err != nil {
			return nil, err
		}
		a.visit(cell, func(k int, v float64) { r.out[a.first+k] = v })
	}
	return r.out, nil
}

// fault is what is wrong with a cell; nil for nothing.
func (r *Rows) fault(a *action, cell float64) error {
	var faults Faults
	if Missing(cell) {
		r.of.gap(r.t, a, &faults)
	} else if !a.known(cell) {
		row := make([]float64, len(r.t.Columns))
		row[a.source] = cell
		one := &Table{Columns: r.t.Columns}
		one.Append(row, 1, len(row))
		r.of.strange(one, a, nil, &faults)
	}
	return faults.err()
}
