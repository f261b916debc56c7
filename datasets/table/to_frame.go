package table

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/proxlab/proxlab/datasets/frame"
	"github.com/proxlab/proxlab/toolkit/encode"
)

// finish makes a frame of what was read. Faults of all columns are one error.
func (c *reader) finish(ctx context.Context) (*frame.Frame, error) {
	if c.table.Rows() == 0 {
		return nil, fmt.Errorf("%s: the file holds no examples with features", c.path)
	}
	all := c.table.Rows()
	if c.layout.either && c.point[0] > 0 && c.point[1] > 0 {
		return nil, fmt.Errorf("%s: a number has a decimal point on line %d and a decimal comma on line %d: say which is "+
			"meant (--decimal . or --decimal ,)", c.path, c.point[0], c.point[1])
	}
	if err := c.relearn(); err != nil {
		return nil, err
	}
	if c.point[1] > 0 && c.layout.either {
		c.notice("commas are taken for decimal points, first on line %d; --decimal says which they are", c.point[1])
	}
	faults, gone := c.special()
	if faults == nil && gone != nil {
		c.table.Remove(gone)
	}
	e, err := c.encoder(ctx)
	switch {
	case err != nil:
		return nil, c.faults(faults, err)
	case faults != nil:
		return nil, c.faults(faults, nil)
	case c.table.Rows() == 0:
		return nil, fmt.Errorf("%s: every target is missing", c.path)
	}
	c.countsRows()
	done, err := e.Consume(ctx, c.table)
	if err != nil {
		return nil, c.faults(nil, err)
	}
	c.out.X, c.out.Base = done.X, done.Base
	c.rows(all, gone, done.Left)
	if c.options.Encoder != nil || !e.Plain() {
		c.out.Encoder = e
	}
	if c.names != nil || c.out.Encoder != nil {
		c.out.Features = e.Features()
	}
	return c.out, nil
}

// relearn asks to read again where a column has nothing, not even a name, as behind a comma at the end of every line,
// or where what looked like numbers was text.
func (c *reader) relearn() error {
	learnt := c.learnt
	for slot := range c.table.Columns {
		j, column := c.used[slot], &c.table.Columns[slot]
		auto := c.options.Encoder == nil && slices.Contains(c.options.Encode.Categories, encode.Auto)
		switch {
		case column.Name == "" && column.Numbers+column.Texts == 0 && len(c.table.Columns) > 1:
			learnt.drop = append(learnt.drop, j)
		case auto && column.Texts > 0 && column.Texts >= column.Numbers && column.Numbers > 0 && c.layout.modes[j] != text:
			learnt.texts = append(learnt.texts, j)
		}
	}
	for k := range c.others {
		j, column := c.used[len(c.table.Columns)+k], &c.others[k]
		if c.layout.modes[j] == label && column.Numbers > 0 &&
			slices.ContainsFunc(column.Words, func(w string) bool { return !isMissing(w) }) {
			learnt.texts = append(learnt.texts, j)
		}
	}
	if len(learnt.drop)+len(learnt.texts) == len(c.learnt.drop)+len(c.learnt.texts) {
		return nil
	}
	c.learnt = learnt
	return errAgain
}

// encoder is the one that is given, that of a model of numbers, or learns how features become numbers.
func (c *reader) encoder(ctx context.Context) (*encode.Encoder, error) {
	switch {
	case c.options.Encoder != nil:
		return c.options.Encoder, nil
	case c.options.Features != nil || c.table.Rows() == 0:
		names := make([]string, len(c.table.Columns))
		for k := range names {
			names[k] = c.table.Columns[k].Name
		}
		return encode.Numbers(names), nil
	}
	o := c.options.Encode
	var err error
	if o.Categories, err = c.real(o.Categories); err != nil {
		return nil, err
	}
	if o.Dates, err = c.real(o.Dates); err != nil {
		return nil, err
	}
	if o.Texts, err = c.real(o.Texts); err != nil {
		return nil, err
	}
	if o.Hidden, err = c.real(o.Hidden); err != nil {
		return nil, err
	}
	o.Made = slices.Clone(o.Made)
	for k := range o.Made {
		if o.Made[k].Of, err = c.real(o.Made[k].Of); err != nil {
			return nil, err
		}
	}
	return encode.Fit(ctx, c.table, o)
}

// real are the names of columns that may be given by number.
func (c *reader) real(names []string) ([]string, error) {
	var out []string
	for _, name := range names {
		if name != encode.Auto {
			j, err := c.find(name)
			if err != nil {
				return nil, err
			}
			if c.kinds[j] != feature {
				return nil, fmt.Errorf("%s: column %q is no feature", c.path, name)
			}
			name = c.nameOf(j)
		}
		out = append(out, name)
	}
	return out, nil
}

// countsRows says so of the first feature, which is then more likely a number of the row.
func (c *reader) countsRows() {
	if c.options.Known() != nil || c.names == nil || c.used[0] != 0 {
		return
	}
	const few = 10
	if from, counts := c.table.CountsRows(0); counts && c.table.Rows() >= few {
		c.notice("the column %s counts the rows from %d: --drop leaves it out", c.names[0], from)
	}
}

// errAgain says that a file is to be read again, with what was learnt.
var errAgain = errors.New("the file is to be read again")

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
