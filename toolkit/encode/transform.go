package encode

import (
	"context"
	"fmt"
	"math"
	"runtime/debug"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Encoded is a table as numbers.
type Encoded struct {
	X linalg.Map // a *linalg.Dense, or a *linalg.CSR where at most a fifth of many entries is not 0
	// Left are rows of the table, from 0 and ascending, that are left out since a cell is missing.
	Left []int
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
	for j := range e.Columns {
		c := &e.Columns[j]
		at := t.column(c.Name)
		if at < 0 {
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
	out.X, err = r.matrix(t.rows - len(out.Left))
	return out, err
}

// gap is the fault of a missing cell that nothing was learnt for.
func (e *Encoder) gap(t *Table, a *action, faults *Faults) {
	c := &t.Columns[a.source]
	if c.Missing == 0 || e.Missing == Drop || a.of.Fill != nil || a.of.FillLevel != nil || a.of.Indicator {
		return
	}
	why := "the encoder has learnt nothing for that"
	if e.Missing == Indicator {
		why = "the encoder has learnt nothing for that, since there was none in the table it learnt from"
	}
	faults.add(t, a.source, c.GapLine(), "%s", c.Gap(why+"; fill it in, or leave the line out"))
}

// strange is the fault of cells that have no features.
func (e *Encoder) strange(t *Table, a *action, skip []bool, faults *Faults) {
	c := &t.Columns[a.source]
	if c.Texts == 0 && a.of.Kind == Number || a.of.Kind == Category && e.Unseen == Zero {
		return
	}
	count, line := 0, 0
	seen := map[int]bool{}
	var words []string
	var lines []int
	t.each(a.source, skip, func(cell float64) {
		if missing(cell) || a.known(cell) {
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

// run is a Transform under way.
type run struct {
	ctx     context.Context
	t       *Table
	actions []*action
	width   int
	skip    []bool
	consume bool
	freed   int // cells, since the system got memory back
}

// Matrices of so many entries become sparse where at most one in sparseShare is not 0: with fewer it does not matter.
const (
	sparseLeast = 10_000
	sparseShare = 5
)

// matrix makes the matrix of n rows.
func (r *run) matrix(n int) (linalg.Map, error) {
	nnz, err := r.nonzeros()
	if err != nil {
		return nil, err
	}
	if n*r.width >= sparseLeast && nnz <= n*r.width/sparseShare {
		return r.sparse(n, nnz)
	}
	out := linalg.NewDense(n, r.width, nil)
	if r.plain() {
		return out, r.copy(out.Data)
	}
	return out, r.rows(r.consume, func(i int, a *action, cell float64) {
		if a.of.Kind == Number && !math.IsNaN(cell) {
			out.Data[i*out.C+a.first] = cell
			return
		}
		a.visit(cell, func(k int, v float64) { out.Data[i*out.C+a.first+k] = v })
	})
}

// nonzeros counts the entries that are not 0.
func (r *run) nonzeros() (int, error) {
	nnz := 0
	if r.plain() {
		for _, b := range r.t.blocks {
			for _, v := range b.cells {
				if v != 0 {
					nnz++
				}
			}
		}
		return nnz, context.Cause(r.ctx)
	}
	return nnz, r.rows(false, func(_ int, a *action, cell float64) {
		a.visit(cell, func(_ int, v float64) {
			if v != 0 {
				nnz++
			}
		})
	})
}

// plain tells whether the matrix is the table as it is.
func (r *run) plain() bool {
	for k, a := range r.actions {
		if a.of.Kind != Number || a.of.Indicator || a.source != k || r.t.Columns[k].Missing > 0 {
			return false
		}
	}
	return r.skip == nil && len(r.actions) == len(r.t.Columns)
}

// copy is rows for a plain table.
func (r *run) copy(to []float64) error {
	at := 0
	for b := range r.t.blocks {
		if context.Cause(r.ctx) != nil {
			return context.Cause(r.ctx)
		}
		at += copy(to[at:], r.t.blocks[b].cells)
		if r.consume {
			r.free(b)
		}
	}
	return nil
}

func (r *run) sparse(n, nnz int) (linalg.Map, error) {
	ptr, col, val := make([]int, n+1), make([]int32, 0, nnz), make([]float64, 0, nnz)
	err := r.rows(r.consume, func(i int, a *action, cell float64) {
		a.visit(cell, func(k int, v float64) {
			if v != 0 {
				col, val = append(col, int32(a.first+k)), append(val, v)
			}
		})
		ptr[i+1] = len(val)
	})
	if err != nil {
		return nil, err
	}
	return linalg.NewCSR(n, r.width, ptr, col, val), nil
}

// rows visits the cells of all rows that are not left out.
func (r *run) rows(free bool, visit func(i int, a *action, cell float64)) error {
	w, at, i := len(r.t.Columns), 0, 0
	for b := range r.t.blocks {
		for k := range r.t.blocks[b].rows {
			if k%4096 == 0 && context.Cause(r.ctx) != nil {
				return context.Cause(r.ctx)
			}
			row := r.t.blocks[b].cells[k*w : (k+1)*w]
			at++
			if r.skip != nil && r.skip[at-1] {
				continue
			}
			for _, a := range r.actions {
				visit(i, a, row[a.source])
			}
			i++
		}
		if free {
			r.free(b)
		}
	}
	return nil
}

// free lets go of block b. The system gets the memory of many back eight times on the way, so that table and matrix
// are never there in whole together.
func (r *run) free(b int) {
	const large = 1 << 23 // cells
	cells := r.t.rows * len(r.t.Columns)
	r.freed += len(r.t.blocks[b].cells)
	r.t.blocks[b].cells = nil
	if cells > large && r.freed > cells/8 {
		r.freed = 0
		debug.FreeOSMemory()
	}
	if b == len(r.t.blocks)-1 {
		r.t.blocks, r.t.rows = nil, 0
	}
}
