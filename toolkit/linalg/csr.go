package linalg

import (
	"slices"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
)

// CSR is a sparse matrix in compressed sparse row form: the nonzeros of row i are Val[k] in column Col[k] for
// k = Ptr[i], …, Ptr[i+1]−1, with columns ascending.
type CSR struct {
	R, C int
	Ptr  []int
	Col  []int32
	Val  []float64
}

// NewCSR checks and wraps the three arrays. It panics when they do not form a matrix: a wrong length of ptr, columns
// out of range or not ascending. Readers check their input themselves and report errors with file and line.
func NewCSR(r, c int, ptr []int, col []int32, val []float64) *CSR {
	if len(ptr) != r+1 || len(col) != len(val) || ptr[0] != 0 || ptr[r] != len(val) {
		panic(badShape)
	}
	for i := range r {
		if ptr[i] > ptr[i+1] {
			panic(badShape)
		}
		last := int32(-1)
		for _, j := range col[ptr[i]:ptr[i+1]] {
			if j <= last || int(j) >= c {
				panic(badIndex)
			}
			last = j
		}
	}
	return &CSR{R: r, C: c, Ptr: ptr, Col: col, Val: val}
}

// Dims returns the number of rows and of columns.
func (a *CSR) Dims() (r, c int) { return a.R, a.C }

// NNZ is the number of stored entries.
func (a *CSR) NNZ() int { return len(a.Val) }

// Row views the columns and values of row i.
func (a *CSR) Row(i int) ([]int32, []float64) {
	lo, hi := a.Ptr[i], a.Ptr[i+1]
	return a.Col[lo:hi], a.Val[lo:hi]
}

// Prefetch asks for row i to be brought into the cache, and does not wait for it: for rows that are read soon, in an
// order that a processor can't guess.
func (a *CSR) Prefetch(i int) { simd.PrefetchRow(a.Row(i)) }

// At is a_ij, found by bisection.
func (a *CSR) At(i, j int) float64 {
	col, val := a.Row(i)
	if k, found := slices.BinarySearch(col, int32(j)); found {
		return val[k]
	}
	return 0
}

// MulVec is dst = A x.
func (a *CSR) MulVec(dst, x []float64) {
	checkShape(a, len(dst), len(x))
	a.mulSome(dst, x, 0, a.R)
}

// MulTransVec is dst = Aᵀ y.
func (a *CSR) MulTransVec(dst, y []float64) {
	checkShape(a, len(y), len(dst))
	clear(dst)
	a.addTransSome(dst, y, 0, a.R)
}

func (a *CSR) mulSome(dst, v []float64, from, _ int) {
	at := a.Ptr[from]
	for i := range dst { // DotRow, without slices of what may be two numbers
		var s float64
		to := a.Ptr[from+i+1]
		if to-at >= longRow {
			dst[i], at = a.DotRow(from+i, v), to
			continue
		}
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

// longRow is how many numbers of a row are worth four sums: these do not wait for one another.
const longRow = 16

// DotRow is ⟨a_i, x⟩.
func (a *CSR) DotRow(i int, x []float64) float64 {
	col, val := a.Row(i)
	val = val[:len(col)]
	var s, t, u, v float64
	for ; len(col) >= longRow && len(val) >= 4; col, val = col[4:], val[4:] {
		s += val[0] * x[col[0]]
		t += val[1] * x[col[1]]
		u += val[2] * x[col[2]]
		v += val[3] * x[col[3]]
	}
	for k, j := range col {
		s += val[k] * x[j]
	}
	return (s + t) + (u + v)
}

// AddRow is dst ← dst + s·a_i.
func (a *CSR) AddRow(dst []float64, s float64, i int) {
	col, val := a.Row(i)
	val = val[:len(col)]
	for k, j := range col {
		dst[j] += s * val[k]
	}
}

// DotRows is ⟨a_i, a_j⟩.
func (a *CSR) DotRows(i, j int) float64 {
	ci, vi := a.Row(i)
	var s float64
	if i == j {
		for _, v := range vi {
			s += float64(v * v)
		}
		return s
	}
	cj, vj := a.Row(j)
	for p, q := 0, 0; p < len(ci) && q < len(cj); {
		switch {
		case ci[p] < cj[q]:
			p++
		case ci[p] > cj[q]:
			q++
		default:
			s += vi[p] * vj[q]
			p++
			q++
		}
	}
	return s
}
