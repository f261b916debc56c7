package encode

import (
	"context"
	"math"
	"runtime/debug"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// run is a Transform under way.
type run struct {
	ctx     context.Context
	t       *Table
	actions []*action
	width   int
	skip    []bool
	consume bool
	cells   int // that are freed
	freed   int // of these, since the system got memory back
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
	return out, r.rows(r.consume, func(i int, row []float64) {
		to := out.Row(i)
		for _, a := range r.actions {
			if cell := row[a.source]; a.of.Kind == Number && !math.IsNaN(cell) {
				to[a.first] = cell
			} else {
				a.visit(cell, func(k int, v float64) { to[a.first+k] = v })
			}
		}
	})
}

// nonzeros counts the entries that are not 0.
func (r *run) nonzeros() (int, error) {
	nnz := 0
	if r.plain() {
		for b := range r.t.blocks {
			nnz += r.t.blocks[b].nonzeros()
		}
		return nnz, context.Cause(r.ctx)
	}
	return nnz, r.rows(false, func(_ int, row []float64) {
		for _, a := range r.actions {
			cell := row[a.source]
			switch {
			case a.of.Kind != Number || math.IsNaN(cell):
				a.visit(cell, func(_ int, v float64) {
					if v != 0 {
						nnz++
					}
				})
			case cell != 0:
				nnz++
			}
		}
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
	scratch := make([]float64, r.width)
	for at := range r.t.blocks {
		if context.Cause(r.ctx) != nil {
			return context.Cause(r.ctx)
		}
		b := &r.t.blocks[at]
		if b.at == nil {
			to = to[copy(to, b.cells):]
		}
		for k := 0; b.at != nil && k < b.rows; k++ {
			to = to[copy(to, b.row(k, scratch)):]
		}
		if r.consume {
			r.free(at)
		}
	}
	return nil
}

func (r *run) sparse(n, nnz int) (linalg.Map, error) {
	ptr, col, val := make([]int, n+1), make([]int32, 0, nnz), make([]float64, 0, nnz)
	if r.plain() {
		r.gather(ptr, col, val)
		return linalg.NewCSR(n, r.width, ptr, col[:nnz], val[:nnz]), context.Cause(r.ctx)
	}
	err := r.rows(r.consume, func(i int, row []float64) {
		for _, a := range r.actions {
			a.visit(row[a.source], func(k int, v float64) {
				if v != 0 {
					col, val = append(col, int32(a.first+k)), append(val, v)
				}
			})
		}
		ptr[i+1] = len(val)
	})
	if err != nil {
		return nil, err
	}
	return linalg.NewCSR(n, r.width, ptr, col, val), nil
}

// gather is sparse for a plain table.
func (r *run) gather(ptr []int, col []int32, val []float64) {
	i := 0
	for at := range r.t.blocks {
		b := &r.t.blocks[at]
		if b.at == nil {
			without := sparseBlock(b.cells, b.rows, r.width, r.width, b.nonzeros())
			b = &without
		}
		col, val = append(col, b.at...), append(val, b.cells...)
		for k := range b.rows {
			ptr[i+1] = ptr[i] + b.ptr[k+1] - b.ptr[k]
			i++
		}
		if r.consume {
			r.free(at)
		}
	}
}

// rows visits the rows that are not left out.
func (r *run) rows(free bool, visit func(i int, row []float64)) error {
	scratch, at, i := make([]float64, len(r.t.Columns)), 0, 0
	for n := range r.t.blocks {
		b := &r.t.blocks[n]
		for k := range b.rows {
			if k%4096 == 0 && context.Cause(r.ctx) != nil {
				return context.Cause(r.ctx)
			}
			row := b.row(k, scratch)
			at++
			if r.skip != nil && r.skip[at-1] {
				continue
			}
			visit(i, row)
			i++
		}
		if free {
			r.free(n)
		}
	}
	return nil
}

// free lets go of block b. The system gets the memory of many back sixteen times on the way, so that table and matrix
// are never there in whole together.
func (r *run) free(b int) {
	const large, times = 1 << 22, 16 // cells
	if b == 0 {
		r.cells, r.freed = 0, 0
		for k := range r.t.blocks {
			r.cells += len(r.t.blocks[k].cells)
		}
	}
	r.freed += len(r.t.blocks[b].cells)
	r.t.blocks[b] = block{}
	if r.cells > large && (b == 0 || r.freed > r.cells/times) {
		r.freed = 0
		debug.FreeOSMemory()
	}
	if b == len(r.t.blocks)-1 {
		r.t.blocks, r.t.rows = nil, 0
	}
}
