package linalg

import (
	"github.com/proxlab/proxlab/toolkit/internal/vec"
)

// SelectColumns is a copy of some columns of a matrix, given by their indices, which must ascend: a *Dense of a *Dense,
// else a *CSR.
func SelectColumns(a Map, which []int) Map {
	_, c := a.Dims()
	for k, j := range which {
		if j < 0 || j >= c || k > 0 && j <= which[k-1] {
			panic(badIndex)
		}
	}
	if view, ok := a.(*centredView); ok {
		return view.selected(which)
	}
	dense, sparse := explicit(a)
	if dense != nil {
		out := NewDense(dense.R, len(which), nil)
		for i := range dense.R {
			row, to := dense.Row(i), out.Row(i)
			for k, j := range which {
				to[k] = row[j]
			}
		}
		return out
	}
	var place []int32 // from 1; no longer than what is chosen, since a sparse matrix may be far wider
	if len(which) > 0 {
		place = make([]int32, which[len(which)-1]+1)
	}
	for k, j := range which {
		place[j] = int32(k) + 1
	}
	out, size := newCSR(sparse.R, len(which)), 0
	for _, j := range sparse.Col {
		if int(j) < len(place) && place[j] > 0 {
			size++
		}
	}
	out.Col, out.Val = make([]int32, 0, size), make([]float64, 0, size)
	for i := range sparse.R {
		col, val := sparse.Row(i)
		for k, j := range col {
			if int(j) < len(place) && place[j] > 0 {
				out.Col, out.Val = append(out.Col, place[j]-1), append(out.Val, val[k])
			}
		}
		out.endRow()
	}
	return out
}

// SelectRows is a copy of some rows of a matrix, given by their indices, in that order and repeated where they repeat:
// a *Dense of a *Dense, else a *CSR.
func SelectRows(a Map, which []int) Map { return SelectRowsInto(nil, a, which) }

// SelectRowsInto is SelectRows in the memory of a matrix that it returned before, as far as that suffices; nil for
// none. What was there is lost.
func SelectRowsInto(old, a Map, which []int) Map {
	dense, sparse := explicit(a)
	if dense != nil {
		var data []float64
		if was, ok := old.(*Dense); ok {
			data = was.Data
		}
		out := NewDense(len(which), dense.C, vec.Resize(data, len(which)*dense.C))
		for k, i := range which {
			copy(out.Row(k), dense.Row(i))
		}
		return out
	}
	out, size := newCSR(len(which), sparse.C), 0
	for _, i := range which {
		size += sparse.Ptr[i+1] - sparse.Ptr[i]
	}
	if was, ok := old.(*CSR); ok {
		out.Ptr, out.Col, out.Val = was.Ptr[:1], was.Col[:0], was.Val[:0] // Ptr[0] is 0
	}
	if cap(out.Col) < size || cap(out.Val) < size {
		out.Col, out.Val = make([]int32, 0, size), make([]float64, 0, size)
	}
	for _, i := range which {
		col, val := sparse.Row(i)
		out.Col, out.Val = append(out.Col, col...), append(out.Val, val...)
		out.endRow()
	}
	return out
}

// RowRange views the rows lo ≤ i < hi of a matrix, whose numbers it shares: a *Dense of a *Dense, else a *CSR.
func RowRange(a Map, lo, hi int) Map {
	dense, sparse := explicit(a)
	if dense != nil {
		return NewDense(hi-lo, dense.C, dense.Data[lo*dense.C:hi*dense.C])
	}
	from, to := sparse.Ptr[lo], sparse.Ptr[hi]
	out := newCSR(hi-lo, sparse.C)
	out.Col, out.Val = sparse.Col[from:to:to], sparse.Val[from:to:to]
	for _, end := range sparse.Ptr[lo+1 : hi+1] {
		out.Ptr = append(out.Ptr, end-from)
	}
	return out
}
