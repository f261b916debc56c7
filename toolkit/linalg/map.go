// Package linalg holds the linear maps that solvers work on: dense and sparse (CSR) matrices and the identity behind
// one small interface, with bounds of the operator norm.
package linalg

// Map is a linear map from R^c to R^r.
type Map interface {
	// Dims returns the number of rows r and of columns c.
	Dims() (r, c int)
	// MulVec is dst = A x, with len(dst) = r and len(x) = c.
	MulVec(dst, x []float64)
	// MulTransVec is dst = Aᵀ y, with len(dst) = c and len(y) = r.
	MulTransVec(dst, y []float64)
}

// Rows is a Map with access to single rows a_i, as online methods need it.
type Rows interface {
	Map
	// DotRow is ⟨a_i, x⟩.
	DotRow(i int, x []float64) float64
	// AddRow is dst ← dst + s·a_i.
	AddRow(dst []float64, s float64, i int)
	// DotRows is ⟨a_i, a_j⟩.
	DotRows(i, j int) float64
}

// sandwiched has products that may be made of some rows alone: rows from to to of A v, and the part of Aᵀy of these.
type sandwiched interface {
	mulSome(dst, v []float64, from, to int)
	addTransSome(dst, y []float64, from, to int)
}

// Gram is a symmetric matrix of inner products or kernel values, dense or sparse.
type Gram interface {
	Rows
	// At is the entry at row i, column j.
	At(i, j int) float64
}

const (
	badShape = "linalg: length mismatch"
	badIndex = "linalg: index out of range"
)

func checkShape(m Map, colLen, rowLen int) {
	r, c := m.Dims()
	if colLen != r || rowLen != c {
		panic(badShape)
	}
}
