package linalg

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
)

// dependent is the share of a column's square below which what is left of it beside others is rounding, for each
// column.
const dependent = 1e-14

// byBlocks is the size from which on a factor is tried by products of blocks first.
const byBlocks = 64

// CholeskyOfGram replaces a Gram matrix, n×n row by row, by the lower triangle L with L Lᵀ the matrix, and zeros. A
// column that depends on those before has the pivot 0, and adds nothing to later ones. It panics for a matrix of
// another shape.
//
// Source: Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 10.3.
func CholeskyOfGram(gram []float64, n int) *Dense {
	a := NewDense(n, n, gram)
	if n >= byBlocks && a.choleskyByBlocks() {
		return a
	}
	for j := range n {
		row := a.Row(j)
		for k := range j {
			v := row[k] - simd.Dot(row[:k], a.Row(k)[:k])
			if row[k] = 0; a.At(k, k) > 0 {
				row[k] = v / a.At(k, k)
			}
		}
		left := row[j] - simd.Dot(row[:j], row[:j])
		if !(left > dependent*float64(n)*row[j]) {
			left = 0
		}
		row[j] = math.Sqrt(left)
		clear(row[j+1:])
	}
	return a
}

// choleskyByBlocks is CholeskyOfGram of a matrix none of whose columns depends on others; of another it leaves the
// lower triangle, and says false.
func (m *Dense) choleskyByBlocks() bool {
	n, diagonal := m.R, make([]float64, m.R)
	for i := range n {
		row := m.Row(i)
		diagonal[i] = row[i]
		for j, v := range row[:i] {
			m.Data[j*n+i] = v
		}
	}
	_, ok := lapack64.Potrf(blas64.Symmetric{N: n, Stride: n, Data: m.Data, Uplo: blas.Upper})
	for i := 0; ok && i < n; i++ {
		ok = m.At(i, i)*m.At(i, i) > dependent*float64(n)*diagonal[i]
	}
	for i := range n {
		row := m.Row(i)
		if !ok {
			row[i] = diagonal[i]
			continue
		}
		for j := range row[:i] {
			row[j] = m.Data[j*n+i]
		}
	}
	for i := 0; ok && i < n; i++ {
		clear(m.Row(i)[i+1:])
	}
	return ok
}

// SolveCholesky replaces x by (L Lᵀ)⁻¹x for a lower triangle L. Where a pivot is 0, as CholeskyOfGram leaves it
// for a column that depends on those before, the system is that of the other columns, and x there 0.
func SolveCholesky(l *Dense, x []float64) {
	for i := range x {
		row := l.Row(i)
		if row[i] == 0 {
			x[i] = 0
			continue
		}
		x[i] = (x[i] - simd.Dot(row[:i], x[:i])) / row[i]
	}
	for i := len(x) - 1; i >= 0; i-- {
		if row := l.Row(i); row[i] != 0 {
			x[i] /= row[i]
			simd.Axpy(x[:i], -x[i], row[:i])
		}
	}
}
