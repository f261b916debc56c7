package fit

import (
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// scaledColumns is a copy with columns divided by scale.
func scaledColumns(x linalg.Map, scale []float64) linalg.Map {
	if x, ok := x.(*linalg.CSR); ok {
		out := &linalg.CSR{R: x.R, C: x.C, Ptr: x.Ptr, Col: x.Col, Val: make([]float64, len(x.Val))}
		for k, j := range x.Col {
			out.Val[k] = x.Val[k] / scale[j]
		}
		return out
	}
	in := x.(*linalg.Dense) //nolint:errcheck // checkValues lets no other in
	out := linalg.NewDense(in.R, in.C, nil)
	for i := range in.R {
		for j, v := range in.Row(i) {
			out.Data[i*in.C+j] = v / scale[j]
		}
	}
	return out
}

// columnsOf are some columns of a matrix, which ascend.
func columnsOf(x linalg.Map, which []int) linalg.Map {
	switch x := x.(type) {
	case *linalg.Dense:
		out := linalg.NewDense(x.R, len(which), nil)
		for i := range x.R {
			row := x.Row(i)
			for k, j := range which {
				out.Data[i*len(which)+k] = row[j]
			}
		}
		return out
	case *linalg.CSR:
		place := make([]int32, x.C)
		for k, j := range which {
			place[j] = int32(k) + 1
		}
		out := &linalg.CSR{R: x.R, C: len(which), Ptr: make([]int, 1, x.R+1)}
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
	panic("fit: neither dense nor sparse")
}

// between views rows of a matrix.
func between(x linalg.Map, lo, hi int) linalg.Map {
	switch x := x.(type) {
	case *linalg.Dense:
		return linalg.NewDense(hi-lo, x.C, x.Data[lo*x.C:hi*x.C])
	case *linalg.CSR:
		a, b := x.Ptr[lo], x.Ptr[hi]
		out := &linalg.CSR{R: hi - lo, C: x.C, Ptr: make([]int, 0, hi-lo+1), Col: x.Col[a:b], Val: x.Val[a:b]}
		for i := lo; i <= hi; i++ {
			out.Ptr = append(out.Ptr, x.Ptr[i]-a)
		}
		return out
	}
	panic("fit: neither dense nor sparse")
}

// withColumns is a matrix with more columns, given as rows.
func withColumns(x linalg.Map, columns *linalg.Dense) linalg.Map {
	q, n := columns.Dims()
	switch x := x.(type) {
	case *linalg.Dense:
		out := linalg.NewDense(n, x.C+q, nil)
		for i := range n {
			row := out.Row(i)
			copy(row, x.Row(i))
			for j := range q {
				row[x.C+j] = columns.At(j, i)
			}
		}
		return out
	case *linalg.CSR:
		out := &linalg.CSR{R: n, C: x.C + q, Ptr: make([]int, 1, n+1)}
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
	panic("fit: neither dense nor sparse")
}

// sparse is a matrix as a sparse one.
func sparse(x linalg.Map) *linalg.CSR {
	dense, ok := x.(*linalg.Dense)
	if !ok {
		return x.(*linalg.CSR) //nolint:errcheck // checkValues lets no other in
	}
	out := &linalg.CSR{R: dense.R, C: dense.C, Ptr: make([]int, 1, dense.R+1)}
	for i := range dense.R {
		for j, v := range dense.Row(i) {
			if v != 0 {
				out.Col, out.Val = append(out.Col, int32(j)), append(out.Val, v)
			}
		}
		out.Ptr = append(out.Ptr, len(out.Val))
	}
	return out
}
