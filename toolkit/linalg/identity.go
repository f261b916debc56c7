package linalg

// Identity is the n×n identity: the features of a table, one row a cell (the transitions of a chain, for one).
type Identity int

// Dims returns n, n.
func (n Identity) Dims() (r, c int) { return int(n), int(n) }

// MulVec is dst = x.
func (n Identity) MulVec(dst, x []float64) {
	checkShape(n, len(dst), len(x))
	copy(dst, x)
}

// MulTransVec is dst = y.
func (n Identity) MulTransVec(dst, y []float64) { n.MulVec(dst, y) }

// DotRow is x_i.
func (n Identity) DotRow(i int, x []float64) float64 { return x[i] }

// AddRow is dst_i ← dst_i + s.
func (n Identity) AddRow(dst []float64, s float64, i int) { dst[i] += s }

// DotRows is 1 if i = j, else 0.
func (n Identity) DotRows(i, j int) float64 {
	if i == j {
		return 1
	}
	return 0
}
