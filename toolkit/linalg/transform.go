package linalg

import "math"

// IsDense tells whether a map is a dense matrix, so that subtracting a number from a column costs nothing.
func IsDense(a Map) bool {
	_, dense := a.(*Dense)
	return dense
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
	ForEach(a, func(row, col int, value float64) {
		if !found && (math.IsNaN(value) || math.IsInf(value, 0)) {
			i, j, v, found = row, col, value, true
		}
	})
	return i, j, v, found
}

// CenterColumns is a dense matrix with mean_j taken from every entry of column j. It panics for matrices that are not
// dense: a sparse one would be sparse no more.
func CenterColumns(a Map, mean []float64) *Dense {
	in, ok := a.(*Dense)
	if !ok {
		panic("linalg: only dense matrices are centred")
	}
	out := NewDense(in.R, in.C, nil)
	for i := range in.R {
		row := out.Row(i)
		for j, v := range in.Row(i) {
			row[j] = v - mean[j]
		}
	}
	return out
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
