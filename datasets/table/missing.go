package table

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/datasets/source"
	"github.com/proxlab/proxlab/toolkit/encode"
)

// emptyLabels makes labels that are words for a missing value missing, where others are numbers, or where missing cells
// may be.
func (c *reader) emptyLabels(k int, lenient bool) {
	column := &c.others[k]
	exact := c.layout.modes[c.used[len(c.table.Columns)+k]] == exactly
	numbers := column.Numbers > 0 || exact && slices.ContainsFunc(column.Words, source.IsNumber)
	if !lenient && !numbers {
		return
	}
	for i, v := range c.values[k] {
		word, text := encode.WordOf(v)
		if !text || !isMissing(column.Words[word]) {
			continue
		}
		c.values[k][i] = math.NaN()
		column.Missing++
		column.Texts--
		if len(column.MissingLines) == 0 {
			column.MissingLines = []int{column.Lines[word]}
		}
	}
}

// orMissing marks rows of missing values.
func orMissing(gone []bool, values []float64) []bool {
	if gone == nil {
		gone = make([]bool, len(values))
	}
	for i, v := range values {
		_, text := encode.WordOf(v)
		gone[i] = gone[i] || math.IsNaN(v) && !text
	}
	return gone
}

// rows leaves out targets, weights and tasks of rows that were left out, and says so: gone of all that were read, and
// then left of those that remained.
func (c *reader) rows(all int, gone []bool, left []int) {
	var dropped []int
	next := 0
	for i := range all {
		if gone != nil && gone[i] {
			dropped = append(dropped, i)
			continue
		}
		if len(left) > 0 && left[0] == next {
			dropped, left = append(dropped, i), left[1:]
		}
		next++
	}
	if dropped == nil {
		return
	}
	f := c.out
	f.Dropped, f.Y = dropped, frame.Except(f.Y, dropped)
	f.Weights, f.Task = frame.Except(f.Weights, dropped), frame.Except(f.Task, dropped)
	for k := range f.Kept {
		f.Kept[k] = frame.Except(f.Kept[k], dropped)
	}
	c.notice("%d of %d examples are left out, since a value is missing", len(dropped), all)
}
