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

// fewRows are so few that to transpose them is less than to lay out A.
const fewRows = 32

// TransMulRows is dst = Pᵀ A for a matrix P of r columns, given row by row like dst: n×r and r×c numbers.
func TransMulRows(dst []float64, a Map, p []float64, r int) {
	n, c := a.Dims()
	if len(dst) != r*c || len(p) != n*r {
		panic(badShape)
	}
	if d, ok := a.(*Dense); ok && r > fewRows {
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

// Transpose is dst = Aᵀ for A of r×c numbers, row by row.
func Transpose(dst, a []float64, r, c int) { transposeLess(dst, a, make([]float64, c), r) }

// transposeLess is dst = (A − 1mᵀ)ᵀ for A of r rows: eight at a time, whose numbers fill a line of the cache.
func transposeLess(dst, a, m []float64, r int) {
	c, i := len(m), 0
	for ; i+8 <= r; i += 8 {
		x := a[i*c : (i+8)*c]
		x0, x1, x2, x3 := x[:c], x[c:][:c], x[2*c:][:c], x[3*c:][:c]
		x4, x5, x6, x7 := x[4*c:][:c], x[5*c:][:c], x[6*c:][:c], x[7*c:][:c]
		for j, less := range m {
			to := dst[j*r+i:][:8:8]
			to[0], to[1], to[2], to[3] = x0[j]-less, x1[j]-less, x2[j]-less, x3[j]-less
			to[4], to[5], to[6], to[7] = x4[j]-less, x5[j]-less, x6[j]-less, x7[j]-less
		}
	}
	for ; i < r; i++ {
		for j, less := range m {
			dst[j*r+i] = a[i*c+j] - less
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
