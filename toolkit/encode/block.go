package encode

import (
	"math"
	"slices"
)

// block is some rows of a table: all cells, row by row, or, where most are 0, the others with their columns.
type block struct {
	rows  int
	cells []float64
	at    []int32 // the columns of the cells; nil where all are there
	ptr   []int   // where the cells of each row begin, and the end
}

// newBlock copies rows of w cells that begin every stride cells, without zeros where at most a fifth is not 0.
func newBlock(cells []float64, rows, w, stride int) block {
	const least = 1 << 12
	nnz := 0
	for k := range rows {
		for _, v := range cells[k*stride : k*stride+w] {
			if v != 0 {
				nnz++
			}
		}
	}
	if rows*w >= least && nnz <= rows*w/sparseShare {
		return sparseBlock(cells, rows, w, stride, nnz)
	}
	b := block{rows: rows, cells: make([]float64, 0, rows*w)}
	for k := range rows {
		b.cells = append(b.cells, cells[k*stride:k*stride+w]...)
	}
	return b
}

// sparseBlock is one of nnz cells that are not 0.
func sparseBlock(cells []float64, rows, w, stride, nnz int) block {
	out := block{rows, make([]float64, 0, nnz), make([]int32, 0, nnz), make([]int, 1, rows+1)}
	for k := range rows {
		for j, v := range cells[k*stride : k*stride+w] {
			if v != 0 {
				out.cells, out.at = append(out.cells, v), append(out.at, int32(j))
			}
		}
		out.ptr = append(out.ptr, len(out.cells))
	}
	return out
}

// cell is cell j of row k, of w.
func (b *block) cell(k, j, w int) float64 {
	if b.at == nil {
		return b.cells[k*w+j]
	}
	from := b.ptr[k]
	if i, found := slices.BinarySearch(b.at[from:b.ptr[k+1]], int32(j)); found {
		return b.cells[from+i]
	}
	return 0
}

// row is row k: a view, or scratch, which has a cell for each column.
func (b *block) row(k int, scratch []float64) []float64 {
	w := len(scratch)
	if b.at == nil {
		return b.cells[k*w : (k+1)*w]
	}
	clear(scratch)
	for i := b.ptr[k]; i < b.ptr[k+1]; i++ {
		scratch[b.at[i]] = b.cells[i]
	}
	return scratch
}

// nonzeros counts the cells that are not 0.
func (b *block) nonzeros() int {
	if b.at != nil {
		return len(b.cells)
	}
	count := 0
	for _, v := range b.cells {
		if v != 0 {
			count++
		}
	}
	return count
}

// Remove takes rows out of a table.
func (t *Table) Remove(rows []bool) {
	scratch := make([]float64, len(t.Columns))
	i := 0
	t.rows = 0
	for at := range t.blocks {
		b := &t.blocks[at]
		var kept []float64
		count := 0
		for k := range b.rows {
			row := b.row(k, scratch)
			if i++; rows[i-1] {
				t.forget(row)
				continue
			}
			kept = append(kept, row...)
			count++
		}
		*b = newBlock(kept, count, len(scratch), len(scratch))
		t.rows += count
	}
}

// forget takes a row from what is counted.
func (t *Table) forget(row []float64) {
	for j, cell := range row {
		_, text := WordOf(cell)
		switch {
		case text:
			t.Columns[j].Texts--
		case math.IsNaN(cell):
			t.Columns[j].Missing--
		default:
			t.Columns[j].Numbers--
		}
	}
}
