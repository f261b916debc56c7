package linalg

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
