package newton

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// normal is a symmetric matrix that changes from step to step, and its factor RᵀR of Cholesky. Next to mat.Cholesky it
// does without an estimate of the condition number, which costs more than the factor of 100 rows, and new memory.
type normal struct {
	matrix []float64 // n×n row by row, of which the upper triangle counts
	upper  blas64.Triangular
}

func newNormal(n int) *normal {
	upper := blas64.Triangular{N: n, Stride: n, Data: make([]float64, n*n), Uplo: blas.Upper, Diag: blas.NonUnit}
	return &normal{matrix: make([]float64, n*n), upper: upper}
}

// factor computes R; ok is false where the matrix is not positive definite.
func (m *normal) factor() (ok bool) {
	copy(m.upper.Data, m.matrix)
	_, ok = lapack64.Potrf(blas64.Symmetric{N: m.upper.N, Stride: m.upper.Stride, Data: m.upper.Data, Uplo: blas.Upper})
	return ok
}

// solve is x ← (RᵀR)⁻¹ x.
func (m *normal) solve(x []float64) {
	v := blas64.Vector{N: len(x), Inc: 1, Data: x}
	blas64.Trsv(blas.Trans, m.upper, v)
	blas64.Trsv(blas.NoTrans, m.upper, v)
}
