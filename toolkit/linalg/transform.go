package linalg

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
)

// IsDense tells whether a map is a dense matrix, so that subtracting a number from a column costs nothing.
func IsDense(a Map) bool {
	switch a := a.(type) {
	case *Dense, *centredView:
		return true
	case *ChosenColumns:
		return IsDense(a.of)
	}
	return false
}

// ForEach visits the entries of a matrix row by row; those that are 0 may be left out. It panics for maps that are no
// Entries.
func ForEach(a Map, visit func(i, j int, v float64)) {
	entries, ok := a.(Entries)
	if !ok {
		panic(noEntries)
	}
	rows, _ := a.Dims()
	for i := range rows {
		entries.VisitRow(i, func(j int, v float64) { visit(i, j, v) })
	}
}

// NotFinite finds the first entry that is NaN or infinite; found is false where there is none.
func NotFinite(a Entries) (i, j int, v float64, found bool) {
	if stored, ok := storedNumbers(a); ok && allFinite(stored) {
		return 0, 0, 0, false
	}
	ForEach(a, func(row, col int, value float64) {
		if !found && (math.IsNaN(value) || math.IsInf(value, 0)) {
			i, j, v, found = row, col, value, true
		}
	})
	return i, j, v, found
}

// storedNumbers are the entries of a matrix that stores them.
func storedNumbers(a Map) (stored []float64, ok bool) {
	switch a := a.(type) {
	case *Dense:
		return a.Data, true
	case *CSR:
		return a.Val, true
	}
	return nil, false
}

// allFinite tells whether no number is NaN or infinite: where the sum of their squares is neither, it is so.
func allFinite(x []float64) bool {
	square := simd.Dot(x, x)
	return square-square == 0 || !slices.ContainsFunc(x, func(v float64) bool { return v-v != 0 })
}

// AnyBelow tells whether an entry that is not 0 is less than a number by its absolute value. It panics for maps that
// are no Entries.
func AnyBelow(a Map, least float64) (found bool) {
	if stored, ok := storedNumbers(a); ok {
		return slices.ContainsFunc(stored, func(v float64) bool { return v != 0 && math.Abs(v) < least })
	}
	ForEach(a, func(_, _ int, v float64) { found = found || v != 0 && math.Abs(v) < least })
	return found
}

// CenterColumns is a copy of a matrix with mean_j taken from every entry of column j: a *Dense of a *Dense, else a *CSR
// in which the columns whose mean is not 0 have all their entries stored that are not 0 then.
func CenterColumns(a Map, mean []float64) Rows {
	dense, sparse := explicit(a)
	if dense == nil {
		return centerSparse(sparse, mean)
	}
	out := NewDense(dense.R, dense.C, nil)
	for i := range dense.R {
		floats.SubTo(out.Row(i), dense.Row(i), mean)
	}
	return out
}

func centerSparse(a *CSR, mean []float64) *CSR {
	var centred []int32
	for j, m := range mean {
		if m != 0 {
			centred = append(centred, int32(j))
		}
	}
	most, end := len(a.Col)+a.R*len(centred), 0
	col, val, ptr := make([]int32, most), make([]float64, most), make([]int, a.R+1)
	for i := range a.R {
		left := centred
		from, stored := a.Row(i)
		for k, j := range from {
			if len(left) == 0 { // what is left of a row is as it was
				copy(val[end:], stored[k:])
				end += copy(col[end:], from[k:])
				break
			}
			for ; len(left) > 0 && left[0] < j; left = left[1:] {
				col[end], val[end] = left[0], -mean[left[0]]
				end++
			}
			v := stored[k]
			if len(left) > 0 && left[0] == j {
				left = left[1:]
				if v -= mean[j]; v == 0 {
					continue
				}
			}
			col[end], val[end] = j, v
			end++
		}
		for _, j := range left {
			col[end], val[end] = j, -mean[j]
			end++
		}
		ptr[i+1] = end
	}
	return &CSR{R: a.R, C: a.C, Ptr: ptr, Col: col[:end], Val: val[:end]}
}

// ToDense is a matrix as a dense one: itself where it is a *Dense, and else a copy. It panics for maps that are no
// Entries.
func ToDense(a Map) *Dense {
	dense, sparse := explicit(a)
	if dense != nil {
		return dense
	}
	out := NewDense(sparse.R, sparse.C, nil)
	for i := range sparse.R {
		sparse.AddRow(out.Row(i), 1, i)
	}
	return out
}

// Column writes column j of a matrix to dst, one entry a row.
func Column(dst []float64, a Map, j int) {
	if view, ok := a.(*centredView); ok { // not a copy of all for one
		a, j = view.selected([]int{j}), 0
	}
	dense, sparse := explicit(a)
	for i := range dst {
		if dense != nil {
			dst[i] = dense.At(i, j)
		} else {
			dst[i] = sparse.At(i, j)
		}
	}
}

// Bytes is how much memory the entries of a matrix take, as far as that is known.
func Bytes(a Map) float64 {
	if sparse, ok := a.(*CSR); ok {
		return 12 * float64(len(sparse.Val))
	}
	r, c := a.Dims()
	return 8 * float64(r) * float64(c)
}
