package linalg

import (
	"runtime"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
)

// sandwiched has products that may be made of some rows alone: rows from to to of A v, and the part of Aᵀy of these.
type sandwiched interface {
	mulSome(dst, v []float64, from, to int)
	addTransSome(dst, y []float64, from, to int)
	// someRows is how many at a time: few enough that they are still in the cache when they are read again.
	someRows() int
}

// Sandwich is dst = Aᵀ C(A V) for a matrix V of k columns, given row by row like dst and between: c×k, c×k and r×k
// numbers. C changes rows from to to of between, A V at first, in place, and none of it depends on other rows; nil
// changes nothing. A matrix that is dense or sparse is read from memory once, block of rows by block of rows, and not
// twice; what comes out is what the two products give, bit by bit.
func Sandwich(dst []float64, a Map, v, between []float64, k int, change func(from, to int)) {
	r, c := a.Dims()
	if len(dst) != c*k || len(v) != c*k || len(between) != r*k {
		panic(badShape)
	}
	if change == nil {
		change = func(_, _ int) {}
	}
	some, ok := a.(sandwiched)
	dense, _ := a.(*Dense)
	switch {
	case k == 1 && ok && some.someRows() > 0:
		clear(dst)
		for from, at := 0, some.someRows(); from < r; from += at {
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
	sandwichBlock   = 1 << 14
	leastRows       = 8
	severalBlock    = 1 << 15
	leastForSeveral = 64
)

func (a *Dense) someRows() int { return max(leastRows, sandwichBlock/max(1, a.C)) }

func (a *Dense) mulSome(dst, v []float64, from, to int) {
	simd.DotRows(dst, a.Data[from*a.C:to*a.C], v)
}

func (a *Dense) addTransSome(dst, y []float64, from, to int) {
	simd.AxpyRows(dst, y, a.Data[from*a.C:to*a.C])
}

func (a *CSR) someRows() int { return max(1, sandwichBlock*a.R/max(1, len(a.Val))) }

func (a *CSR) mulSome(dst, v []float64, from, _ int) {
	at := a.Ptr[from]
	for i := range dst { // DotRow, without slices of what may be two numbers
		var s float64
		to := a.Ptr[from+i+1]
		for k := at; k < to; k++ {
			s += a.Val[k] * v[a.Col[k]]
		}
		dst[i], at = s, to
	}
}

func (a *CSR) addTransSome(dst, y []float64, from, _ int) {
	for i, v := range y {
		if v != 0 {
			a.AddRow(dst, v, from+i)
		}
	}
}

func (m beside) someRows() int {
	if some, ok := m.a.(sandwiched); ok {
		return some.someRows()
	}
	return 0
}

func (m beside) mulSome(dst, v []float64, from, to int) {
	_, d := m.a.Dims()
	m.a.(sandwiched).mulSome(dst, v[:d], from, to)
	for j, w := range v[d:] {
		simd.Axpy(dst, w, m.columns.Row(j)[from:to])
	}
}

func (m beside) addTransSome(dst, y []float64, from, to int) {
	_, d := m.a.Dims()
	m.a.(sandwiched).addTransSome(dst[:d], y, from, to)
	for j := range m.columns.R {
		dst[d+j] += simd.Dot(m.columns.Row(j)[from:to], y)
	}
}
