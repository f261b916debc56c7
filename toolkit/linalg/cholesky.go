package linalg

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
)

// dependent is the share of a column's square below which what is left of it beside others is rounding, for each
// column.
const dependent = 1e-14

// CholeskyOfGram replaces a Gram matrix, n×n row by row, by the lower triangle L with L Lᵀ the matrix, and zeros. A
// column that depends on those before has the pivot 0, and adds nothing to later ones. It panics for a matrix of
// another shape.
//
// Source: Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 10.3.
func CholeskyOfGram(gram []float64, n int) *Dense {
	a := NewDense(n, n, gram)
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
