package linalg

import "math"

const neither = "linalg: the matrix is neither dense nor sparse"

// IsMatrix tells whether a map is a matrix that the functions below know: dense or sparse.
func IsMatrix(x Map) bool {
	switch x.(type) {
	case *Dense, *CSR:
		return true
	}
	return false
}

// ForEach visits the entries of a matrix row by row; of a sparse one those that are stored.
func ForEach(x Map, visit func(i, j int, v float64)) {
	switch x := x.(type) {
	case *Dense:
		for i := range x.R {
			for j, v := range x.Row(i) {
				visit(i, j, v)
			}
		}
	case *CSR:
		for i := range x.R {
			col, val := x.Row(i)
			for k, j := range col {
				visit(i, int(j), val[k])
			}
		}
	default:
		panic(neither)
	}
}

// NotFinite finds an entry that is NaN or infinite.
func NotFinite(x Map) (i, j int, v float64, found bool) {
	if !IsMatrix(x) {
		return 0, 0, 0, false
	}
	ForEach(x, func(row, col int, value float64) {
		if !found && (math.IsNaN(value) || math.IsInf(value, 0)) {
			i, j, v, found = row, col, value, true
		}
	})
	return i, j, v, found
}

// IsDense tells whether a map is a dense matrix.
func IsDense(x Map) bool {
	_, dense := x.(*Dense)
	return dense
}

// CenterColumns is a dense matrix with mean[j] taken from every entry of column j.
func CenterColumns(x Map, mean []float64) *Dense {
	in := x.(*Dense) //nolint:errcheck // a sparse matrix would be sparse no more
	out := NewDense(in.R, in.C, nil)
	for i := range in.R {
		row := out.Row(i)
		for j, v := range in.Row(i) {
			row[j] = v - mean[j]
		}
	}
	return out
}

// DivideColumns is a copy of a matrix with column j divided by scale[j].
func DivideColumns(x Map, scale []float64) Map {
	switch x := x.(type) {
	case *CSR:
		out := &CSR{R: x.R, C: x.C, Ptr: x.Ptr, Col: x.Col, Val: make([]float64, len(x.Val))}
		for k, j := range x.Col {
			out.Val[k] = x.Val[k] / scale[j]
		}
		return out
	case *Dense:
		out := NewDense(x.R, x.C, nil)
		for i := range x.R {
			for j, v := range x.Row(i) {
				out.Data[i*x.C+j] = v / scale[j]
			}
		}
		return out
	}
	panic(neither)
}

// Column writes column j of a matrix to dst, one entry a row.
func Column(dst []float64, x Map, j int) {
	for i := range dst {
		switch x := x.(type) {
		case *Dense:
			dst[i] = x.At(i, j)
		case *CSR:
			dst[i] = x.At(i, j)
		default:
			panic(neither)
		}
	}
}

// SelectColumns are some columns of a matrix, which ascend, as a matrix of its kind.
func SelectColumns(x Map, which []int) Map {
	switch x := x.(type) {
	case *Dense:
		out := NewDense(x.R, len(which), nil)
		for i := range x.R {
			row := x.Row(i)
			for k, j := range which {
				out.Data[i*len(which)+k] = row[j]
			}
		}
		return out
	case *CSR:
		place := make([]int32, x.C)
		for k, j := range which {
			place[j] = int32(k) + 1
		}
		out := &CSR{R: x.R, C: len(which), Ptr: make([]int, 1, x.R+1)}
		for i := range x.R {
			col, val := x.Row(i)
			for k, j := range col {
				if place[j] > 0 {
					out.Col, out.Val = append(out.Col, place[j]-1), append(out.Val, val[k])
				}
			}
			out.Ptr = append(out.Ptr, len(out.Val))
		}
		return out
	}
	panic(neither)
}

// SelectRows are some rows of a matrix, in any order, as a matrix of its kind.
func SelectRows(x Map, rows []int) Map {
	switch x := x.(type) {
	case *Dense:
		out := NewDense(len(rows), x.C, nil)
		for k, i := range rows {
			copy(out.Row(k), x.Row(i))
		}
		return out
	case *CSR:
		out := &CSR{R: len(rows), C: x.C, Ptr: make([]int, 1, len(rows)+1)}
		for _, i := range rows {
			col, val := x.Row(i)
			out.Col, out.Val = append(out.Col, col...), append(out.Val, val...)
			out.Ptr = append(out.Ptr, len(out.Val))
		}
		return out
	}
	panic(neither)
}

// Bytes is how much memory the entries of a matrix take.
func Bytes(x Map) float64 {
	if s, ok := x.(*CSR); ok {
		return 12 * float64(len(s.Val))
	}
	r, c := x.Dims()
	return 8 * float64(r) * float64(c)
}

// AppendColumns is a matrix with more columns, given as rows, as a matrix of its kind.
func AppendColumns(x Map, columns *Dense) Map {
	q, n := columns.Dims()
	switch x := x.(type) {
	case *Dense:
		out := NewDense(n, x.C+q, nil)
		for i := range n {
			row := out.Row(i)
			copy(row, x.Row(i))
			for j := range q {
				row[x.C+j] = columns.At(j, i)
			}
		}
		return out
	case *CSR:
		out := &CSR{R: n, C: x.C + q, Ptr: make([]int, 1, n+1)}
		for i := range n {
			col, val := x.Row(i)
			out.Col, out.Val = append(out.Col, col...), append(out.Val, val...)
			for j := range q {
				out.Col, out.Val = append(out.Col, int32(x.C+j)), append(out.Val, columns.At(j, i))
			}
			out.Ptr = append(out.Ptr, len(out.Val))
		}
		return out
	}
	panic(neither)
}
