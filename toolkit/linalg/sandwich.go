package linalg

import (
	"runtime"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// Sandwich is dst = Aᵀ C(A V) for a matrix V of k columns, given row by row like dst and between: c×k, c×k and r×k
// numbers. C changes rows from to to of between, A V at first, in place, and none of it depends on other rows; nil
// changes nothing. It panics for other lengths. For k = 1 a dense or sparse A, or Beside, is read from memory once,
// block of rows by block of rows; for k > 1 a dense one on one core; else twice. What comes out is what two products
// give, bit by bit, but that columns Beside are summed in parts.
func Sandwich(dst []float64, a Map, v, between []float64, k int, change func(from, to int)) {
	r, c := a.Dims()
	if len(dst) != c*k || len(v) != c*k || len(between) != r*k {
		panic(badShape)
	}
	if change == nil {
		change = func(_, _ int) {}
	}
	dense, _ := a.(*Dense)
	switch at := rowsAtOnce(a); {
	case k == 1 && at > 0:
		some := a.(sandwiched) //nolint:errcheck // it has rows at once
		clear(dst)
		for from := 0; from < r; from += at {
			to := min(r, from+at)
			some.mulSome(between[from:to], v, from, to)
			change(from, to)
			some.addTransSome(dst, between[from:to], from, to)
		}
	case k > 1 && dense != nil && r*c > 0 && runtime.GOMAXPROCS(0) == 1: // more cores share each product's rows
		dense.sandwich(dst, v, between, k, change)
	default:
		MulMat(between, a, v, k)
		change(0, r)
		MulTransMat(dst, a, between, k)
	}
}

// sandwich is Sandwich for several columns, on one core.
func (a *Dense) sandwich(dst, v, between []float64, k int, change func(from, to int)) {
	beta := 0.
	for from, at := 0, max(leastForSeveral, severalBlock/a.C/8*8); from < a.R; from += at {
		to := min(a.R, from+at)
		rows, part := general(a.Data[from*a.C:to*a.C], to-from, a.C), general(between[from*k:to*k], to-from, k)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, rows, general(v, a.C, k), 0, part)
		change(from, to)
		blas64.Gemm(blas.Trans, blas.NoTrans, 1, rows, part, beta, general(dst, a.C, k))
		beta = 1
	}
}

// A block that is read twice has about so many numbers, a share of a second-level cache, and no less than so many rows:
// those that are multiplied at a time, and with several columns, which are laid out anew for each block, more.
const (
	sandwichBlock, leastRows      = 1 << 14, 8
	severalBlock, leastForSeveral = 1 << 15, 64
)

// rowsAtOnce is how many rows a block has: few enough that they are still in the cache when they are read again; 0 for
// other maps.
func rowsAtOnce(a Map) int {
	switch a := a.(type) {
	case *Dense:
		return max(leastRows, sandwichBlock/max(1, a.C))
	case *CSR:
		return max(1, sandwichBlock*a.R/max(1, len(a.Val)))
	case beside:
		return rowsAtOnce(a.a)
	}
	return 0
}
