package linalg

// CompressedRows is a sparse matrix that stores its rows one after another, as a *CSR does: the nonzeros of row i are
// val[k] in column col[k] for k = ptr[i], …, ptr[i+1]−1, with columns ascending. It is for inner loops, which run on
// the slices themselves.
type CompressedRows interface {
	Rows
	Compressed() (ptr []int, col []int32, val []float64)
}

// Compressed is Ptr, Col and Val.
func (a *CSR) Compressed() (ptr []int, col []int32, val []float64) { return a.Ptr, a.Col, a.Val }
