package model

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Panel are columns of Z = √C A that meet all examples, copied for working sets that only grow, and their Gram matrix;
// outputs share both.
type Panel struct {
	ByGram
	roots []float64 // √c_i of an output's examples
	row   []int     // by feature, and then by unpenalized column: its row of z; −1 for none
	z     []float64 // m×n: a column a row
	rows  int       // m
}

// NewPanel has the unpenalized columns alone. b has columns of d features for k outputs, with equal weights.
func NewPanel(b *Blocks, c []float64, d, k int) *Panel {
	n := b.N / k
	m := &Panel{ByGram: ByGram{b: b, parts: make([]gramPart, k)}, roots: make([]float64, n)}
	for i := range n {
		m.roots[i] = math.Sqrt(c[i])
	}
	m.row = make([]int, d+(len(b.Columns)-b.From[b.Penalized])) // as many as there may be
	for j := range m.row {
		m.row[j] = -1
	}
	return m
}

// feature is the place of a column in row.
func (m *Panel) feature(e *Column) int {
	if e.A == m.b.Columns[0].A {
		return e.Row
	}
	return len(m.row) - 1 - e.Row
}

// Add gathers the columns of more blocks; false where they would be more than there are examples.
func (m *Panel) Add(set []int) bool {
	n, first := len(m.roots), m.rows
	var fresh []*Column
	var columns []int
	for _, g := range set {
		for k := m.b.From[g]; k < m.b.From[g+1]; k++ {
			if m.place != nil && m.place[k].row >= 0 {
				continue
			}
			e := &m.b.Columns[k]
			columns = append(columns, k)
			if at := m.feature(e); m.row[at] < 0 {
				m.row[at] = first + len(fresh)
				fresh = append(fresh, e)
			}
		}
	}
	if m.rows += len(fresh); m.rows > n {
		return false
	}
	m.z = append(m.z, make([]float64, len(fresh)*n)...)
	for i, e := range fresh {
		row := m.z[(first+i)*n : (first+i+1)*n]
		e.A.AddRow(row, 1, e.Row)
		floats.Mul(row, m.roots)
	}
	gram := m.extend(first)
	for p := range m.parts {
		part := &m.parts[p]
		part.gram, part.columns = gram, append(part.columns, make([]int, len(fresh))...)
	}
	for _, k := range columns {
		e := &m.b.Columns[k]
		m.parts[e.Lo/n].columns[m.row[m.feature(e)]] = k
	}
	m.arrange()
	return true
}

// extend is the Gram matrix, of which that of the first columns is known.
func (m *Panel) extend(first int) []float64 {
	n, size := len(m.roots), m.rows
	gram, fresh := make([]float64, size*size), make([]float64, (size-first)*size)
	linalg.Gemm(fresh, m.z[first*n:], m.z, size-first, n, size, true)
	for i := range first {
		copy(gram[i*size:i*size+first], m.parts[0].gram[i*first:(i+1)*first])
	}
	copy(gram[first*size:], fresh)
	for i := range first {
		for j := first; j < size; j++ {
			gram[i*size+j] = fresh[(j-first)*size+i]
		}
	}
	return gram
}

// Refresh makes q that of a residual, k×n, at weights w.
func (m *Panel) Refresh(r, w []float64) {
	n, scaled := len(m.roots), append([]float64(nil), r...)
	for p := range m.parts {
		floats.Mul(scaled[p*n:(p+1)*n], m.roots)
	}
	if len(m.parts) == 1 {
		linalg.NewDense(m.rows, n, m.z).MulVec(m.q, scaled)
	} else {
		linalg.Gemm(m.q, scaled, m.z, len(m.parts), n, m.rows, true)
	}
	m.begin(w, floats.Dot(scaled, scaled))
}
