package encode

import (
	"context"
	"fmt"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Encoded is a table as numbers.
type Encoded struct {
	X linalg.Map // a *linalg.Dense, or a *linalg.CSR where at most a fifth of many entries is not 0
	// Left are rows of the table, from 0 and ascending, that are left out since a cell is missing.
	Left []int
	// Base is what folds learn the encoder anew from, where it learnt means, frequencies or knots; else nil.
	Base *Base
}

// Transform makes the matrix of a table that has the encoder's columns, in any order, and maybe others. Faults names
// each column that is gone, of another kind, or has a level or a gap that was not learnt.
func (e *Encoder) Transform(ctx context.Context, t *Table) (*Encoded, error) {
	return e.transform(ctx, t, false)
}

// Consume is Transform that gives the table's memory back as it goes on; the table is empty afterwards.
func (e *Encoder) Consume(ctx context.Context, t *Table) (*Encoded, error) {
	return e.transform(ctx, t, true)
}

func (e *Encoder) transform(ctx context.Context, t *Table, consume bool) (*Encoded, error) {
	r := &run{ctx: ctx, t: t, consume: consume}
	var faults Faults
	var sources []int
	places := t.places()
	for j := range e.Columns {
		c := &e.Columns[j]
		at, there := places[c.Name]
		if !there {
			faults = append(faults, &Fault{Column: -1, Name: c.Name, Msg: "the column is not there"})
			continue
		}
		sources = append(sources, at)
		a := newAction(c, t, at, r.width)
		r.actions = append(r.actions, a)
		if r.width += c.width(); c.Indicator {
			r.width++
		}
		e.gap(t, a, &faults)
	}
	var err error
	if e.Missing == Drop && faults == nil {
		if r.skip, err = t.gaps(sources); err != nil {
			return nil, err
		}
	}
	for _, a := range r.actions {
		e.strange(t, a, r.skip, &faults)
	}
	if err := faults.err(); err != nil {
		return nil, err
	}
	out := &Encoded{}
	for i, left := range r.skip {
		if left {
			out.Left = append(out.Left, i)
		}
	}
	out.Base = r.learnt(e)
	if out.X, err = r.matrix(t.rows - len(out.Left)); err != nil {
		return nil, err
	}
	if out.Base != nil {
		out.Base.X = out.X
	}
	out.X, err = e.Make(ctx, out.X)
	return out, err
}

// gap is the fault of a missing cell that nothing was learnt for.
func (e *Encoder) gap(t *Table, a *action, faults *Faults) {
	c := &t.Columns[a.source]
	if c.Missing == 0 || a.of.Kind == Text || e.Missing == Drop || a.of.Fill != nil || a.of.FillLevel != nil ||
		a.of.Indicator {
		return
	}
	why := "nothing was learnt for that"
	if e.Missing == Indicator {
		why = "nothing was learnt for that, since none was missing then"
	}
	faults.add(t, a.source, c.GapLine(), "%s", c.Gap(why+"; fill it in, or leave the line out"))
}

// strange is the fault of cells that have no features.
func (e *Encoder) strange(t *Table, a *action, skip []bool, faults *Faults) {
	c := &t.Columns[a.source]
	if a.of.Kind == Text || c.Texts == 0 && a.of.Kind == Number || a.of.Kind == Category && e.Unseen == Zero {
		return
	}
	count, line := 0, 0
	seen := map[int]bool{}
	var words []string
	var lines []int
	t.each(a.source, skip, func(cell float64) {
		if Missing(cell) || a.known(cell) {
			return
		}
		count++
		k, text := WordOf(cell)
		switch {
		case len(words) > 3 || text && seen[k]:
		case text:
			seen[k] = true
			words = append(words, c.Words[k])
			if c.Lines != nil {
				lines = append(lines, c.Lines[k])
			}
		default:
			words = append(words, numberText(cell))
		}
	})
	if count == 0 {
		return
	}
	if len(lines) > 0 {
		line = lines[0]
	}
	what := map[Kind]string{
		Number: "is no number, which the column was learnt as", Boolean: fmt.Sprintf("is neither of %q", a.of.Words),
		Date:     fmt.Sprintf("is no date of the form learnt (%s)", a.of.Form),
		Category: "is a level that was not learnt: mend the cells, or learn with --unseen zero",
	}[a.of.Kind]
	faults.add(t, a.source, line, "%s (%s%s: %s) %s", quote(words[0]), cells(count), places(lines, len(words)),
		some(words), what)
}
