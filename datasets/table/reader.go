// Package table reads CSV: cells that are numbers, words or missing, in pieces that all processors parse.
package table

import (
	"errors"
	"fmt"

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

// failed is a failure to read, where line is next.
func (c *reader) failed(line int, err error) error {
	var memory *source.MemoryError
	if errors.As(err, &memory) {
		return err
	}
	return fmt.Errorf("%s:%d: %w", c.path, line, source.Broken(err))
}

// column is what is known of a slot.
func (c *reader) column(slot int) *encode.Column {
	if w := len(c.table.Columns); slot >= w {
		return &c.others[slot-w]
	}
	return &c.table.Columns[slot]
}
