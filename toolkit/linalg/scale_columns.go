package linalg

import "gonum.org/v1/gonum/floats"

// ScaleColumns is a copy of a matrix with column j times s_j: a *Dense of a *Dense, else a *CSR. It panics where there
// is not a number for each column.
func ScaleColumns(a Map, s []float64) Rows { return onColumns(a, s, floats.MulTo) }

// DivideColumns is a copy of a matrix with column j divided by s_j: ScaleColumns by 1/s_j is the same but for rounding.
func DivideColumns(a Map, s []float64) Rows { return onColumns(a, s, floats.DivTo) }

// onColumns combines the entries of column j with s_j; of writes to dst what comes of two vectors, entry by entry.
func onColumns(a Map, s []float64, of func(dst, x, y []float64) []float64) Rows {
	if _, c := a.Dims(); len(s) != c {
		panic(badShape)
	}
	dense, sparse := explicit(a)
	if dense != nil {
		out := NewDense(dense.R, dense.C, nil)
		for i := range dense.R {
			of(out.Row(i), dense.Row(i), s)
		}
		return out
	}
	out := &CSR{R: sparse.R, C: sparse.C, Ptr: sparse.Ptr, Col: sparse.Col, Val: make([]float64, len(sparse.Val))}
	for k, j := range sparse.Col {
		out.Val[k] = s[j]
	}
	of(out.Val, sparse.Val, out.Val)
	return out
}
