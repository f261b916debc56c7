package coordinate

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"gonum.org/v1/gonum/floats"
)

// activeFactor is the factor of Cholesky of A_SᵀC A_S + μI, without μ for unpenalized columns, for columns S that come
// and go one by one: L Lᵀ, L row by row in the order they came. A column that comes costs its products with the
// others and a row of L; one that goes costs rotations of the rows behind it.
//
// Source: Golub and Van Loan, Matrix Computations, 2013, sections 4.2.9 and 6.5.3.
type activeFactor struct {
	b         *blocks
	c         []float64
	curvature *curvature
	mu        float64
	columns   []int       // by row: its column
	in        []bool      // by column
	wanted    []bool      // by column; false but while they come and go
	rows      [][]float64 // row i has i + 1 numbers
	scratch   []float64
}

func newActiveFactor(q *leastSquares) *activeFactor {
	return &activeFactor{
		b: &q.blocks, c: q.residual.c, curvature: q.curvature, in: make([]bool, len(q.columns)),
		wanted: make([]bool, len(q.columns)), scratch: make([]float64, q.n),
	}
}

// follow makes S the given columns, as blocks of one column each, but for those that depend on the others.
func (f *activeFactor) follow(columns []int, mu float64) {
	if mu != f.mu {
		f.mu, f.columns, f.rows = mu, nil, nil
		clear(f.in)
	}
	for _, k := range columns {
		f.wanted[k] = true
	}
	for i := len(f.columns) - 1; i >= 0; i-- {
		if !f.wanted[f.columns[i]] {
			f.remove(i)
		}
	}
	for _, k := range columns {
		f.wanted[k] = false
	}
	for _, k := range columns {
		if !f.in[k] {
			f.add(k)
		}
	}
}

// dependent is the share of a column's square that must be left beside the others.
const dependent = 1e-10

// add appends a column, where it does not depend on the others.
func (f *activeFactor) add(k int) {
	e := &f.b.columns[k]
	square := f.curvature.squares[k]
	if f.b.isPenalized(k) {
		square += f.mu
	}
	clear(f.scratch)
	e.addTo(f.scratch, 1)
	floats.Mul(f.scratch, f.c)
	row := make([]float64, len(f.rows)+1, len(f.rows)+8)
	left := square
	for i, other := range f.columns {
		v := f.b.columns[other].dot(f.scratch)
		row[i] = (v - linalg.Dot(f.rows[i][:i], row[:i])) / f.rows[i][i]
		left -= row[i] * row[i]
	}
	if !(left > dependent*square) {
		return
	}
	row[len(f.rows)] = math.Sqrt(left)
	f.rows, f.columns = append(f.rows, row), append(f.columns, k)
	f.in[k] = true
}

// remove takes a row's column out.
func (f *activeFactor) remove(at int) {
	f.in[f.columns[at]] = false
	f.columns = append(f.columns[:at], f.columns[at+1:]...)
	f.rows = append(f.rows[:at], f.rows[at+1:]...)
	for i := at; i < len(f.rows); i++ { // row i has i + 2 numbers: rotate its last into the one before
		row := f.rows[i]
		length := math.Sqrt(row[i]*row[i] + row[i+1]*row[i+1])
		c, s := row[i]/length, row[i+1]/length
		row[i] = length
		f.rows[i] = row[:i+1]
		for _, below := range f.rows[i+1:] {
			below[i], below[i+1] = c*below[i]+s*below[i+1], c*below[i+1]-s*below[i]
		}
	}
}

// solve replaces x, by row, by (A_SᵀC A_S + μI)⁻¹x.
func (f *activeFactor) solve(x []float64) {
	for i, row := range f.rows {
		x[i] = (x[i] - linalg.Dot(row[:i], x[:i])) / row[i]
	}
	for i := len(f.rows) - 1; i >= 0; i-- {
		row := f.rows[i]
		x[i] /= row[i]
		linalg.Axpy(x[:i], -x[i], row[:i])
	}
}
