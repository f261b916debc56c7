package maps

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Kronecker is A ⊗ B, the map of an image X, given row by row, to A X Bᵀ: with B the identity of k it does A to each of
// k outputs, with A and B both convolutions a separable one. Where both have entries it is a *linalg.CSR, else of
// products alone; LazyKronecker is that always.
func Kronecker(a, b linalg.Map) linalg.Map {
	if !haveEntries(a, b) {
		return LazyKronecker(a, b)
	}
	left, right := linalg.ToCSR(a), linalg.ToCSR(b)
	var out rows
	for i := range left.R {
		col, val := left.Row(i)
		for p := range right.R {
			inner, of := right.Row(p)
			for k, j := range col {
				for q, c := range inner {
					out.add(int(j)*right.C+int(c), val[k]*of[q])
				}
			}
			out.end()
		}
	}
	return out.matrix(left.C * right.C)
}

// LazyKronecker is Kronecker without making a matrix: a product with A ⊗ B costs as many with B as A has columns, and
// as many with A as B has rows.
func LazyKronecker(a, b linalg.Map) linalg.Map { return kronecker{a, b} }

type kronecker struct{ a, b linalg.Map }

// Dims returns the number of rows and of columns.
func (m kronecker) Dims() (r, c int) {
	ra, ca := m.a.Dims()
	rb, cb := m.b.Dims()
	return ra * rb, ca * cb
}

// MulVec is dst = A X Bᵀ.
func (m kronecker) MulVec(dst, x []float64) {
	checkLengths(m, dst, x)
	ra, ca := m.a.Dims()
	rb, cb := m.b.Dims()
	between := make([]float64, ca*rb)
	for i := range ca {
		m.b.MulVec(between[i*rb:(i+1)*rb], x[i*cb:(i+1)*cb])
	}
	onRows(dst, between, ra, ca, rb, m.a, m.a.MulVec)
}

// MulTransVec is dst = Aᵀ Y B.
func (m kronecker) MulTransVec(dst, y []float64) {
	checkLengths(m, y, dst)
	ra, ca := m.a.Dims()
	rb, cb := m.b.Dims()
	between := make([]float64, ra*cb)
	for i := range ra {
		m.b.MulTransVec(between[i*cb:(i+1)*cb], y[i*rb:(i+1)*rb])
	}
	if sparse := stored(m.a); sparse != nil {
		clear(dst)
		for i := range ra {
			col, val := sparse.Stored(i)
			for k, j := range col {
				floats.AddScaled(dst[int(j)*cb:(int(j)+1)*cb], val[k], between[i*cb:(i+1)*cb])
			}
		}
		return
	}
	onRows(dst, between, ca, ra, cb, nil, m.a.MulTransVec)
}

// onRows does a product with A to every column of c×w numbers; dst has r×w. That of a sparse A adds rows up.
func onRows(dst, x []float64, r, c, w int, a linalg.Map, times func(dst, x []float64)) {
	if sparse := stored(a); sparse != nil {
		clear(dst)
		for i := range r {
			col, val := sparse.Stored(i)
			for k, j := range col {
				floats.AddScaled(dst[i*w:(i+1)*w], val[k], x[int(j)*w:(int(j)+1)*w])
			}
		}
		return
	}
	from, to := make([]float64, c), make([]float64, r)
	for j := range w {
		for i := range from {
			from[i] = x[i*w+j]
		}
		times(to, from)
		for i, v := range to {
			dst[i*w+j] = v
		}
	}
}

// stored is a sparse matrix with its rows; nil for other maps.
func stored(a linalg.Map) linalg.StoredRows {
	if s, ok := a.(linalg.StoredRows); ok && !linalg.Full(s) {
		return s
	}
	return nil
}
