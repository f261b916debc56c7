package linalg

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
)

// AppendColumns is the matrix (A F) with the columns of A and then those of F, which are given as rows, Fᵀ: a *Dense of
// a *Dense, a *CSR of other Entries, with all entries of F stored, and of any other map one that keeps A and F apart.
// It panics where A has not as many rows as F.
func AppendColumns(a Map, columns *Dense) Map {
	n, d := a.Dims()
	if columns.C != n {
		panic(badShape)
	}
	if _, ok := a.(Entries); !ok {
		return beside{a, columns}
	}
	dense, sparse := explicit(a)
	if dense != nil {
		out := NewDense(n, d+columns.R, nil)
		for i := range n {
			row := out.Row(i)
			copy(row, dense.Row(i))
			for j := range columns.R {
				row[d+j] = columns.At(j, i)
			}
		}
		return out
	}
	out := newCSR(n, d+columns.R)
	for i := range n {
		col, val := sparse.Row(i)
		out.Col, out.Val = append(out.Col, col...), append(out.Val, val...)
		for j := range columns.R {
			out.Col, out.Val = append(out.Col, int32(d+j)), append(out.Val, columns.At(j, i))
		}
		out.endRow()
	}
	return out
}

// Beside is (A F) as AppendColumns makes it, with A and F as they are, and no copy of them: a map of products and, for
// A with Entries, GramOfColumns. It panics where A has not as many rows as F.
func Beside(a Map, columns *Dense) Map {
	if n, _ := a.Dims(); columns.C != n {
		panic(badShape)
	}
	return beside{a, columns}
}

// beside is (A F), with F's columns as rows.
type beside struct {
	a       Map
	columns *Dense
}

// Dims returns the number of rows and of columns.
func (m beside) Dims() (r, c int) {
	r, c = m.a.Dims()
	return r, c + m.columns.R
}

// MulVec is dst = A x + F y for the parts x and y of a vector.
func (m beside) MulVec(dst, x []float64) {
	checkShape(m, len(dst), len(x))
	_, d := m.a.Dims()
	m.a.MulVec(dst, x[:d])
	for j, v := range x[d:] {
		m.columns.AddRow(dst, v, j)
	}
}

// MulTransVec is dst = (Aᵀy, Fᵀy).
func (m beside) MulTransVec(dst, y []float64) {
	checkShape(m, len(y), len(dst))
	_, d := m.a.Dims()
	m.a.MulTransVec(dst[:d], y)
	m.columns.MulVec(dst[d:], y)
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

// gram is (A F)ᵀH (A F).
func (m beside) gram(h []float64) []float64 {
	_, c := m.Dims()
	_, d := m.a.Dims()
	gram := make([]float64, c*c)
	for i, own := 0, GramOfColumns(m.a, h); i < d; i++ {
		copy(gram[i*c:], own[i*d:(i+1)*d])
	}
	row := make([]float64, m.columns.C)
	for q := range m.columns.R {
		if copy(row, m.columns.Row(q)); h != nil {
			floats.Mul(row, h)
		}
		to := gram[(d+q)*c : (d+q+1)*c]
		m.a.MulTransVec(to[:d], row)
		m.columns.MulVec(to[d:], row)
		for j, v := range to[:d] {
			gram[j*c+d+q] = v
		}
	}
	return gram
}

// AppendRows is the matrix of the rows of several with the same number of columns, one after the other: a *Dense where
// all are, else a *CSR. Of one matrix it is that itself. It panics where there is none, or their columns differ in
// number.
func AppendRows(parts ...Map) Map {
	if len(parts) == 1 {
		return parts[0]
	}
	_, c := parts[0].Dims()
	total, dense := 0, true
	for _, p := range parts {
		rows, cols := p.Dims()
		if cols != c {
			panic(badShape)
		}
		_, is := p.(*Dense)
		total, dense = total+rows, dense && is
	}
	if dense {
		out := &Dense{R: total, C: c, Data: make([]float64, 0, total*c)}
		for _, p := range parts {
			part, _ := explicit(p)
			out.Data = append(out.Data, part.Data...)
		}
		return out
	}
	out := newCSR(total, c)
	for _, p := range parts {
		part := ToCSR(p)
		for _, end := range part.Ptr[1:] {
			out.Ptr = append(out.Ptr, len(out.Val)+end)
		}
		out.Col, out.Val = append(out.Col, part.Col...), append(out.Val, part.Val...)
	}
	return out
}
