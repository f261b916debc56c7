package linalg

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
)

// fast is gonum's BLAS with the products and vectors of package simd.
type fast struct{ gonum.Implementation }

// All products of matrices go through blas64, those of gonum's mat and lapack too: who has OpenBLAS says so by
// blas64.Use in main, which runs later.
func init() { blas64.Use(fast{}) }

// Dgemm is C ← α op(A) op(B) + β C.
func (f fast) Dgemm(
	ta, tb blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int,
	beta float64, c []float64, ldc int,
) {
	if m <= 0 || n <= 0 || k <= 0 || lda < stride(ta, m, k) || ldb < stride(tb, k, n) || ldc < n {
		f.Implementation.Dgemm(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc) // nothing to add, or a panic
		return
	}
	scaleRows(c, m, n, ldc, beta, false)
	if alpha != 0 {
		simd.Product{
			R: m, C: n, Inner: k, Alpha: alpha, A: operand(ta, a, lda), B: operand(tb, b, ldb), Sum: c, Stride: ldc,
		}.Run()
	}
}

// Dsyrk is C ← α A Aᵀ + β C, or α AᵀA + β C, of which only a triangle is looked at.
func (f fast) Dsyrk(
	ul blas.Uplo, t blas.Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int,
) {
	if ul != blas.Upper || n <= 0 || k <= 0 || lda < stride(t, n, k) || ldc < n {
		f.Implementation.Dsyrk(ul, t, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	scaleRows(c, n, n, ldc, beta, true)
	if left := operand(t, a, lda); alpha != 0 {
		right := simd.Matrix{Data: a, Row: left.Col, Col: left.Row}
		simd.Product{R: n, C: n, Inner: k, Alpha: alpha, A: left, B: right, Sum: c, Stride: ldc, Upper: true}.Run()
	}
}

// Ddot is ⟨x, y⟩.
func (f fast) Ddot(n int, x []float64, incX int, y []float64, incY int) float64 {
	if incX != 1 || incY != 1 || n < 0 {
		return f.Implementation.Ddot(n, x, incX, y, incY)
	}
	return simd.Dot(x[:n], y[:n])
}

// Dtrsv replaces x by op(A)⁻¹x for a triangle A.
func (f fast) Dtrsv(ul blas.Uplo, t blas.Transpose, d blas.Diag, n int, a []float64, lda int, x []float64, incX int) {
	if incX != 1 || d != blas.NonUnit || lda < n || len(x) < n {
		f.Implementation.Dtrsv(ul, t, d, n, a, lda, x, incX)
		return
	}
	upper := ul == blas.Upper
	for k := range n {
		i := k
		if upper == (t == blas.NoTrans) { // from the last row
			i = n - 1 - k
		}
		row := a[i*lda : i*lda+n]
		beside, of := row[:i], x[:i]
		if upper {
			beside, of = row[i+1:], x[i+1:n]
		}
		if t == blas.NoTrans {
			x[i] = (x[i] - simd.Dot(beside, of)) / row[i]
			continue
		}
		x[i] /= row[i]
		simd.Axpy(of, -x[i], beside)
	}
}

// Dtrsm replaces B by α op(A)⁻¹B, or α B op(A)⁻¹, for a triangle A.
func (f fast) Dtrsm(
	s blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int,
	b []float64, ldb int,
) {
	if s == blas.Left && n == 1 && ldb == 1 && alpha == 1 {
		f.Dtrsv(ul, t, d, m, a, lda, b, 1)
		return
	}
	f.Implementation.Dtrsm(s, ul, t, d, m, n, alpha, a, lda, b, ldb)
}

// stride is the least distance of the rows of a matrix of which op has r rows and c columns.
func stride(t blas.Transpose, r, c int) int {
	if t == blas.NoTrans {
		return c
	}
	return r
}

func operand(t blas.Transpose, data []float64, ld int) simd.Matrix {
	if t == blas.NoTrans {
		return simd.Matrix{Data: data, Row: ld, Col: 1}
	}
	return simd.Matrix{Data: data, Row: 1, Col: ld}
}

// scaleRows multiplies a matrix, or its upper triangle, by s; by 0 also what is not finite.
func scaleRows(c []float64, rows, columns, stride int, s float64, upper bool) {
	if s == 1 {
		return
	}
	if columns == stride && !upper {
		rows, columns, stride = 1, rows*columns, rows*columns
	}
	for i := range rows {
		row := c[i*stride : i*stride+columns]
		if upper {
			row = row[i:]
		}
		if s == 0 {
			clear(row)
			continue
		}
		for j := range row {
			row[j] *= s
		}
	}
}
