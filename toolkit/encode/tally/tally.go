// Package tally counts what an encoder is learnt from where the rows of a table are not kept.
package tally

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/encode"
)

// Tallies are what an encoder is learnt from where the rows are not kept: those of a table, or of several that Join
// makes one of.
type Tallies struct {
	Columns []Tally
	Rows    int // that are there
	Left    int // of these, with a missing cell
}

// Tally is what is known of a column. Of rows that are left out, words alone are.
type Tally struct {
	encode.Counted
	File  string // that Lines and MissingLines are of
	Count int    // of the numbers that Mean is of
}

// Refuse says what an encoder that is learnt from Tallies cannot do; "" for nothing.
func Refuse(o encode.Options) string {
	switch {
	case o.Missing == encode.Median:
		return "a median takes all values in one memory: --missing mean or indicator fills in means"
	case len(o.Texts) > 0:
		return "vocabularies are learnt in memory: write columns of counts to the file"
	case len(o.Made) > 0 || len(o.Hidden) > 0:
		return "features made of others are learnt in memory: write them to the file"
	}
	return ""
}

// Add counts a row of cells: as a row that is left out where a cell is missing and options say so.
func (t *Tallies) Add(cells []float64, o encode.Options) {
	if t.Columns == nil {
		t.Columns = make([]Tally, len(cells))
	}
	t.Rows++
	left := o.Missing == encode.Drop && slices.ContainsFunc(cells, encode.Missing)
	if left {
		t.Left++
	}
	for j, cell := range cells {
		c := &t.Columns[j]
		k, text := encode.WordOf(cell)
		switch {
		case text:
			c.Texts++
			for len(c.Times) <= k {
				c.Times = append(c.Times, 0)
			}
			if !left {
				c.Times[k]++
			}
		case math.IsNaN(cell):
			c.Missing++
		default:
			c.Numbers++
			if !left {
				c.Count++
				c.Mean += cell/float64(c.Count) - c.Mean/float64(c.Count)
			}
		}
	}
}

// Name takes from the columns of a file what rows do not tell.
func (t *Tallies) Name(file string, columns []encode.Column) {
	for j := range t.Columns {
		c, of := &t.Columns[j], columns[j]
		c.File, c.Name, c.Words, c.Lines, c.MissingLines = file, of.Name, of.Words, of.Lines, of.MissingLines
		c.Times = append(c.Times, make([]int, len(of.Words)-len(c.Times))...)
	}
}

// Join adds the tallies of a table of the rows behind: levels are those of both, and means are joined by Chan, Golub,
// LeVeque, 1983. The error says which column is another.
func (t *Tallies) Join(o *Tallies) error {
	if t.Columns == nil {
		t.Columns = make([]Tally, len(o.Columns))
		for j := range t.Columns {
			t.Columns[j].Name = o.Columns[j].Name
		}
	}
	for j := range min(len(t.Columns), len(o.Columns)) {
		if t.Columns[j].Name != o.Columns[j].Name {
			return fmt.Errorf("column %.60q stands where others have %.60q: all parts have the same columns in the same order",
				o.Columns[j].Name, t.Columns[j].Name)
		}
	}
	if len(t.Columns) != len(o.Columns) {
		return fmt.Errorf("there are %d features, and others have %d: all parts have the same columns", len(o.Columns),
			len(t.Columns))
	}
	t.Rows, t.Left = t.Rows+o.Rows, t.Left+o.Left
	for j := range t.Columns {
		t.Columns[j].join(&o.Columns[j])
	}
	return nil
}

func (c *Tally) join(o *Tally) {
	if c.Texts+c.Missing == 0 {
		c.File = o.File
	}
	if c.File == o.File && c.Texts == 0 {
		c.Lines = o.Lines
	}
	if c.File == o.File && c.Missing == 0 {
		c.MissingLines = o.MissingLines
	}
	known := make(map[string]int, len(c.Words))
	for k, word := range c.Words {
		known[word] = k
	}
	for k, word := range o.Words {
		at, is := known[word]
		if !is {
			at = len(c.Words)
			c.Words, c.Times = append(c.Words, word), append(c.Times, 0)
		}
		c.Times[at] += o.Times[k]
	}
	c.Numbers, c.Texts, c.Missing = c.Numbers+o.Numbers, c.Texts+o.Texts, c.Missing+o.Missing
	if c.Count += o.Count; o.Count > 0 {
		share := float64(o.Count) / float64(c.Count)
		c.Mean += o.Mean*share - c.Mean*share
	}
}

// Fit is encode.Fit of the table that was counted. A column of texts and numbers, which are read again as texts where a
// table is in memory, is refused where it is not named among the categories.
func (t *Tallies) Fit(o encode.Options) (*encode.Encoder, error) {
	if why := Refuse(o); why != "" {
		return nil, errors.New(why)
	}
	counted := make([]encode.Counted, len(t.Columns))
	for j := range t.Columns {
		counted[j] = t.Columns[j].Counted
	}
	return encode.FitCounted(counted, t.Rows-t.Left, o)
}
