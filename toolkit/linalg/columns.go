package linalg

// Columns is Aᵀ as a matrix with access to its rows, the columns of A: a copy, for methods that go through A column by
// column. It panics for maps that are no Entries.
func Columns(a Map) Rows {
	if view, ok := a.(*centredView); ok {
		return view.columns()
	}
	dense, sparse := explicit(a)
	if dense != nil {
		t := NewDense(dense.C, dense.R, nil)
		Transpose(t.Data, dense.Data, dense.R, dense.C)
		return t
	}
	return sparse.transpose()
}

// transpose is Aᵀ.
func (a *CSR) transpose() *CSR {
	t := &CSR{R: a.C, C: a.R, Ptr: make([]int, a.C+1), Col: make([]int32, len(a.Col)), Val: make([]float64, len(a.Val))}
	for _, j := range a.Col {
		t.Ptr[j+1]++
	}
	for j := range a.C {
		t.Ptr[j+1] += t.Ptr[j]
	}
	next := append([]int(nil), t.Ptr[:a.C]...)
	for i := range a.R {
		col, val := a.Row(i)
		for k, j := range col {
			at := next[j]
			t.Col[at], t.Val[at], next[j] = int32(i), val[k], at+1
		}
	}
	return t
}
