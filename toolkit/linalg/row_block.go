package linalg

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
)

// RowBlock is a block of rows of a matrix by columns, with a number for each row: what is in memory at a time of a
// matrix that is read block by block. Of Dense and Sparse one is set; its rows are the columns that were read.
type RowBlock struct {
	Y       []float64 // targets of the rows
	Weights []float64 // of the rows; empty for 1 each
	First   int       // the number of the first row, from 0
	Keys    []float64 // of the rows, whole numbers by which folds keep them together; empty for none
	Tasks   []float64 // of the rows; empty for none
	Dense   *Dense
	Sparse  *CSR
	Raw     []byte // for whoever reads the block

	space []float64 // for AddGram
}

// Columns are the columns that were read, as rows.
func (b *RowBlock) Columns() Rows {
	if b.Dense != nil {
		return b.Dense
	}
	return b.Sparse
}

// MakeDense makes room for a dense block, and keeps what memory there is.
func (b *RowBlock) MakeDense(columns, rows int) *Dense {
	if b.Dense == nil {
		b.Dense, b.Sparse = &Dense{}, nil
	}
	b.Dense.R, b.Dense.C, b.Dense.Data = columns, rows, vec.Resize(b.Dense.Data, columns*rows)
	return b.Dense
}

// Standardize takes mean_j from column j and divides it by scale_j, where they are not nil; columns says which j the
// rows are, nil for all in order. A sparse block has no means taken.
func (b *RowBlock) Standardize(mean, scale []float64, columns []int) {
	r, _ := b.Columns().Dims()
	for k := range r {
		j := k
		if columns != nil {
			j = columns[k]
		}
		divisor := 1.
		if scale != nil {
			divisor = scale[j]
		}
		if b.Dense == nil {
			_, values := b.Sparse.Row(k)
			shifted(values, 0, divisor)
			continue
		}
		var centre float64
		if mean != nil {
			centre = mean[j]
		}
		shifted(b.Dense.Row(k), centre, divisor)
	}
}

func shifted(values []float64, centre, divisor float64) {
	if centre == 0 && divisor == 1 {
		return
	}
	times := 1 / divisor
	for i, v := range values {
		values[i] = (v - centre) * times
	}
}

// gramRows is how many rows are multiplied at a time: as many as a cache holds of some hundred columns.
const gramRows = 256

// AddGram adds Σ_i h_i x_i x_iᵀ of the entries in some of the columns read, h ≥ 0, to the upper triangle of dst, row
// by row with len(which) columns. Rows with h_i = 0 cost nothing.
func (b *RowBlock) AddGram(dst []float64, which []int, h []float64) {
	if b.Dense == nil {
		b.addSparseGram(dst, which, h)
		return
	}
	size := len(which)
	if size == 0 {
		return
	}
	b.space = vec.Resize(b.space, size*gramRows)
	sum := blas64.Symmetric{Uplo: blas.Upper, N: size, Stride: size, Data: dst}
	var rows [gramRows]int
	var roots [gramRows]float64
	for i := 0; i < len(h); {
		count := 0
		for ; i < len(h) && count < gramRows; i++ {
			if h[i] > 0 {
				rows[count], roots[count] = i, math.Sqrt(h[i])
				count++
			}
		}
		for k, column := range which {
			from, to := b.Dense.Row(column), b.space[k*count:(k+1)*count]
			for at := range to {
				to[at] = roots[at] * from[rows[at]]
			}
		}
		if count > 0 {
			part := blas64.General{Rows: size, Cols: count, Stride: count, Data: b.space[:size*count]}
			blas64.Syrk(blas.NoTrans, 1, part, 1, sum)
		}
	}
}

func (b *RowBlock) addSparseGram(dst []float64, which []int, h []float64) {
	b.space = vec.Resize(b.space, len(h))
	clear(b.space)
	for k, column := range which {
		rows, values := b.Sparse.Row(column)
		for at, i := range rows {
			b.space[i] = h[i] * values[at]
		}
		for l := k; l < len(which); l++ {
			dst[k*len(which)+l] += b.Sparse.DotRow(which[l], b.space)
		}
		for _, i := range rows {
			b.space[i] = 0
		}
	}
}
