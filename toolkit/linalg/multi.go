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
	if k == 1 {
		a.MulVec(dst, w)
		return
	}
	switch a := a.(type) {
	case *Dense:
		Gemm(dst, a.Data, w, r, c, k, false)
	case *CSR:
		a.mulMat(dst, w, k)
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
	if k == 1 {
		a.MulTransVec(dst, u)
		return
	}
	switch a := a.(type) {
	case *Dense:
		a.transMul(dst, u, k)
	case *CSR:
		a.transMulMat(dst, u, k)
	default:
		byColumns(dst, u, c, r, k, a.MulTransVec)
	}
}

// MulRows is dst = A Uᵀ for a matrix U of r rows, given row by row: r×c and, for dst, n×r numbers.
func MulRows(dst []float64, a Map, u []float64, r int) {
	n, c := a.Dims()
	if len(dst) != n*r || len(u) != r*c {
		panic(badShape)
	}
	if d, ok := a.(*Dense); ok {
		Gemm(dst, d.Data, u, n, c, r, true)
		return
	}
	t := make([]float64, c*r)
	Transpose(t, u, r, c)
	MulMat(dst, a, t, r)
}

// TransMulRows is dst = Pᵀ A for a matrix P of r columns, given row by row like dst: n×r and r×c numbers.
func TransMulRows(dst []float64, a Map, p []float64, r int) {
	n, c := a.Dims()
	if len(dst) != r*c || len(p) != n*r {
		panic(badShape)
	}
	if d, ok := a.(*Dense); ok && r > transposeBlock { // to transpose fewer is less than to lay out A
		NewDense(n, r, p).transMul(dst, d.Data, c)
		return
	}
	t := make([]float64, len(dst))
	MulTransMat(t, a, p, r)
	Transpose(dst, t, c, r)
}

// Gemm is dst = A B, or A Bᵀ where transB says so, for dense A of m×inner and B of inner×k (or k×inner) numbers, row by
// row.
func Gemm(dst, a, b []float64, m, inner, k int, transB bool) {
	if m == 0 || inner == 0 || k == 0 {
		clear(dst)
		return
	}
	t, rows, cols := blas.NoTrans, inner, k
	if transB {
		t, rows, cols = blas.Trans, k, inner
	}
	blas64.Gemm(blas.NoTrans, t, 1, general(a, m, inner), general(b, rows, cols), 0, general(dst, m, k))
}

func general(data []float64, r, c int) blas64.General {
	return blas64.General{Rows: r, Cols: c, Stride: c, Data: data}
}

// transposeBlock is the side of the squares that Transpose works in: two of them fit a first-level cache.
const transposeBlock = 32

// Transpose is dst = Aᵀ for A of r×c numbers, row by row.
func Transpose(dst, a []float64, r, c int) {
	for i0 := 0; i0 < r; i0 += transposeBlock {
		for j0 := 0; j0 < c; j0 += transposeBlock {
			for i := i0; i < min(r, i0+transposeBlock); i++ {
				row := a[i*c+j0 : i*c+min(c, j0+transposeBlock)]
				for j, v := range row {
					dst[(j0+j)*r+i] = v
				}
			}
		}
	}
}

// transMul is dst = Aᵀ B for B of k columns.
func (a *Dense) transMul(dst, b []float64, k int) {
	if a.R == 0 || a.C == 0 || k == 0 {
		clear(dst)
		return
	}
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, general(a.Data, a.R, a.C), general(b, a.R, k), 0, general(dst, a.C, k))
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
