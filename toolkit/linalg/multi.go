package linalg

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// MulMat is dst = A W for a matrix W of k columns, given row by row like dst: c×k and r×k numbers.
func MulMat(dst []float64, a Map, w []float64, k int) {
	r, c := a.Dims()
	if len(dst) != r*k || len(w) != c*k {
		panic(badShape)
	}
	switch a := a.(type) {
	case *Dense:
		a.gemm(blas.NoTrans, dst, w, k)
	case *CSR:
		clear(dst)
		for i := range r {
			row := dst[i*k : (i+1)*k]
			col, val := a.Row(i)
			for p, j := range col {
				axpy(row, val[p], w[int(j)*k:(int(j)+1)*k])
			}
		}
	default:
		byColumns(dst, w, r, c, k, a.MulVec)
	}
}

// MulTransMat is dst = Aᵀ U for a matrix U of k columns, given row by row like dst: r×k and c×k numbers.
func MulTransMat(dst []float64, a Map, u []float64, k int) {
	r, c := a.Dims()
	if len(dst) != c*k || len(u) != r*k {
		panic(badShape)
	}
	switch a := a.(type) {
	case *Dense:
		a.gemm(blas.Trans, dst, u, k)
	case *CSR:
		clear(dst)
		for i := range r {
			row := u[i*k : (i+1)*k]
			col, val := a.Row(i)
			for p, j := range col {
				axpy(dst[int(j)*k:(int(j)+1)*k], val[p], row)
			}
		}
	default:
		byColumns(dst, u, c, r, k, a.MulTransVec)
	}
}

// gemm is dst = op(A) B for B of k columns.
func (a *Dense) gemm(t blas.Transpose, dst, b []float64, k int) {
	rows, inner := a.R, a.C
	if t == blas.Trans {
		rows, inner = a.C, a.R
	}
	if rows == 0 || inner == 0 || k == 0 {
		clear(dst)
		return
	}
	blas64.Gemm(t, blas.NoTrans, 1,
		blas64.General{Rows: a.R, Cols: a.C, Stride: a.C, Data: a.Data}, blas64.General{Rows: inner, Cols: k, Stride: k, Data: b},
		0, blas64.General{Rows: rows, Cols: k, Stride: k, Data: dst})
}

func axpy(dst []float64, s float64, x []float64) {
	for j, v := range x {
		dst[j] += s * v
	}
}

// byColumns applies mul, a map from in to out numbers, to every column of src.
func byColumns(dst, src []float64, out, in, k int, mul func(dst, x []float64)) {
	x, y := make([]float64, in), make([]float64, out)
	for c := range k {
		for j := range x {
			x[j] = src[j*k+c]
		}
		mul(y, x)
		for i, v := range y {
			dst[i*k+c] = v
		}
	}
}
