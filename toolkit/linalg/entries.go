package linalg

// Entries is a Map whose entries can be enumerated. VisitRow calls visit for the entries of row i, columns ascending;
// entries that are 0 may be left out. Functions that make matrices of others (Columns, SelectRows, …) take any Map that
// has it: those that are neither a *Dense nor a *CSR become a *CSR first.
type Entries interface {
	Map
	VisitRow(i int, visit func(j int, v float64))
}

// VisitRow calls visit for all entries of row i.
func (a *Dense) VisitRow(i int, visit func(j int, v float64)) {
	for j, v := range a.Row(i) {
		visit(j, v)
	}
}

// VisitRow calls visit for the stored entries of row i.
func (a *CSR) VisitRow(i int, visit func(j int, v float64)) {
	col, val := a.Row(i)
	for k, j := range col {
		visit(int(j), val[k])
	}
}

// VisitRow calls visit for the one entry of row i that is not 0.
func (n Identity) VisitRow(i int, visit func(j int, v float64)) { visit(i, 1) }

// ToCSR is a matrix as a sparse one, without its zeros: itself where it is a *CSR, and else a copy. It panics for maps
// that are no Entries.
func ToCSR(a Map) *CSR {
	if sparse, ok := a.(*CSR); ok {
		return sparse
	}
	entries, ok := a.(Entries)
	if !ok {
		panic(noEntries)
	}
	r, c := a.Dims()
	out := newCSR(r, c)
	for i := range r {
		entries.VisitRow(i, func(j int, v float64) {
			if v != 0 {
				out.Col, out.Val = append(out.Col, int32(j)), append(out.Val, v)
			}
		})
		out.endRow()
	}
	return out
}

const noEntries = "linalg: the map cannot enumerate its entries"

// newCSR is an r×c matrix to which rows are added: entries to Col and Val, then endRow.
func newCSR(r, c int) *CSR { return &CSR{R: r, C: c, Ptr: make([]int, 1, r+1)} }

// endRow ends a row of a matrix that newCSR made.
func (a *CSR) endRow() { a.Ptr = append(a.Ptr, len(a.Val)) }

// explicit is a matrix as one of the two kinds that store entries: a *Dense or a *CSR.
func explicit(a Map) (dense *Dense, sparse *CSR) {
	switch a := a.(type) {
	case *Dense:
		return a, nil
	case *centredView:
		return a.made(), nil
	}
	return nil, ToCSR(a)
}
