package model

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// ByGram is a quadratic by the Gram matrix G of columns S, from a point v at which q = A_SᵀC r is known:
//
//	q(w) = q(v) − G(w − v),      rᵀC r = what it is at v − ⟨w − v, q(v) + q(w)⟩.
//
// A product costs nothing, and a change a row of G, by output, as outputs have no predictions in common. G has rounding
// of its own, which matters to directions that are nearly dependent: a minimum is a step of iterative refinement, where
// q is that of A itself.
//
// Source: covariance updates: Friedman, Hastie, Tibshirani, Regularization Paths for Generalized Linear Models via
// Coordinate Descent, J. Statist. Softw. 2010, section 2.2.
type ByGram struct {
	b       *Blocks
	parts   []gramPart
	place   []gramPlace // by column
	q       []float64   // by part, and by row
	from, v []float64   // q at v, and v by column
	at      float64     // the energy at v
}

// gramPart is the Gram matrix of the columns of an output, row by row, and where its part of q begins.
type gramPart struct {
	gram    []float64
	columns []int
	lo      int
}

// gramPlace says which row of which part a column is.
type gramPlace struct{ part, row int }

// arrange makes the places of the columns of the parts.
func (m *ByGram) arrange() {
	m.place = make([]gramPlace, len(m.b.Columns))
	size := 0
	for p := range m.parts {
		m.parts[p].lo = size
		for row, k := range m.parts[p].columns {
			m.place[k] = gramPlace{p, row}
		}
		size += len(m.parts[p].columns)
	}
	m.q, m.from, m.v = make([]float64, size), make([]float64, size), make([]float64, size)
}

// Fork is the same for another run.
func (m *ByGram) Fork() *ByGram {
	size := len(m.q)
	return &ByGram{
		b: m.b, parts: m.parts, place: m.place, q: make([]float64, size), from: make([]float64, size),
		v: make([]float64, size),
	}
}

// BeginAt makes weights w the point v, with the products q by column and the energy there.
func (m *ByGram) BeginAt(w, products []float64, energy float64) {
	m.at = energy
	for _, p := range m.parts {
		for row, k := range p.columns {
			m.q[p.lo+row], m.v[p.lo+row] = products[k], w[m.b.Columns[k].WeightAt]
		}
	}
	copy(m.from, m.q)
}

// Within is the energy of the part of r among the columns, qᵀG⁻¹q: no weights change the rest.
func (m *ByGram) Within(products []float64) (energy float64) {
	var factor *linalg.Dense
	var of []float64
	for _, p := range m.parts {
		size := len(p.columns)
		q := make([]float64, size)
		for row, k := range p.columns {
			q[row] = products[k]
		}
		if factor == nil || &of[0] != &p.gram[0] { // outputs may share it
			of, factor = p.gram, linalg.CholeskyOfGram(slices.Clone(p.gram), size)
		}
		x := slices.Clone(q)
		linalg.SolveCholesky(factor, x)
		energy += floats.Dot(q, x)
	}
	return energy
}

// Product is A_kᵀC r.
func (m *ByGram) Product(k int) float64 {
	at := m.place[k]
	return m.q[m.parts[at.part].lo+at.row]
}

// Change takes note of a weight that has changed by so much.
func (m *ByGram) Change(k int, by float64) {
	at := m.place[k]
	p := &m.parts[at.part]
	size := len(p.columns)
	linalg.Axpy(m.q[p.lo:p.lo+size], -by, p.gram[at.row*size:(at.row+1)*size])
}

// BlockProducts are the products with the columns of a block.
func (m *ByGram) BlockProducts(dst []float64, g int) {
	for i, at := range m.place[m.b.From[g]:m.b.From[g+1]] {
		dst[i] = m.q[m.parts[at.part].lo+at.row]
	}
}

// ChangeBlock takes note of the weights of a block, which have changed by so much.
func (m *ByGram) ChangeBlock(g int, by []float64) {
	for i, v := range by {
		if v != 0 {
			m.Change(m.b.From[g]+i, v)
		}
	}
}

// Energy is rᵀC r at the weights w.
func (m *ByGram) Energy(w []float64) float64 {
	sum := m.at
	for _, p := range m.parts {
		for row, k := range p.columns {
			i := p.lo + row
			sum -= (w[m.b.Columns[k].WeightAt] - m.v[i]) * (m.from[i] + m.q[i])
		}
	}
	return sum
}

// Image is q.
func (m *ByGram) Image() (x []float64, carried bool) { return m.q, false }

// Cost is that of entries of G.
func (m *ByGram) Cost(size int) (gram, visit float64) {
	return GramCost(size, 1, MaxNewtonSystem), 2 * float64(len(m.q)) / float64(len(m.parts))
}

// Gram is a part of G.
func (m *ByGram) Gram(columns []int) []float64 {
	size := len(columns)
	out := make([]float64, size*size)
	for i, k := range columns {
		for j, other := range columns[:i+1] {
			v := m.dot(k, other)
			out[i*size+j], out[j*size+i] = v, v
		}
	}
	return out
}

// dot is A_jᵀC A_k.
func (m *ByGram) dot(j, k int) float64 {
	a, b := m.place[j], m.place[k]
	if a.part != b.part {
		return 0
	}
	p := &m.parts[a.part]
	return p.gram[a.row*len(p.columns)+b.row]
}

// Shares tells whether two blocks are columns that the same outputs share, all of them.
func (m *ByGram) Shares(g, other int) bool {
	a, b := m.place[m.b.From[g]:m.b.From[g+1]], m.place[m.b.From[other]:m.b.From[other+1]]
	if len(a) != len(m.parts) || len(b) != len(a) || len(a) == 1 {
		return false
	}
	for p := range a {
		if a[p].part != p || b[p].part != p || a[p].row != a[0].row || b[p].row != b[0].row ||
			&m.parts[p].gram[0] != &m.parts[0].gram[0] {
			return false
		}
	}
	return true
}

// Curvature is that of all blocks.
func (m *ByGram) Curvature() *Curvature {
	squares := make([]float64, len(m.b.Columns))
	for k := range squares {
		squares[k] = m.dot(k, k)
	}
	c := newCurvature(m.b, m.dot, squares)
	c.Know(vec.UpTo(m.b.Count()))
	return c
}

// MinCurvature keeps the quadratic model's targets in bounds where the loss is almost straight: a share of 1 there, or
// of the largest curvature where that is another by far.
const MinCurvature = 1e-5

// GramFlops are those of a Gram matrix in the time of one of passes.
const GramFlops = 16

// Newton steps are for systems of at most so many unknowns, and so many numbers in the columns.
const (
	MaxNewtonSystem  = 2000
	maxNewtonNumbers = 1 << 25
)

// GramCost are the flops of the Gram matrix of so many columns, of so many numbers each; +Inf beyond the bounds.
func GramCost(size, n, most int) float64 {
	if size > most || size*n > maxNewtonNumbers*most/MaxNewtonSystem {
		return math.Inf(1)
	}
	return float64(size) * float64(size) * float64(n)
}

// MostFilled is the share of entries up to which columns are sparse.
const MostFilled = 0.2

// Filled is the share of entries that are stored.
func (b *Blocks) Filled() float64 {
	if len(b.Columns) == 0 {
		return 1
	}
	a := b.Columns[0].A
	counted, ok := a.(interface{ NNZ() int })
	if rows, columns := a.Dims(); ok && rows*columns > 0 {
		return float64(counted.NNZ()) / float64(rows) / float64(columns)
	}
	return 1
}

// denseFlops are as GramFlops, of columns whose passes are quick: Newton steps may be in vain.
const denseFlops = 3

// Cost are the flops, in the time of those of passes, of the Gram matrix of so many columns of n numbers, of which a
// share is stored, and of a visit to one of them.
func Cost(size, n int, filled float64) (gram, visit float64) {
	if filled > MostFilled {
		return GramCost(size, n, MaxNewtonSystem) / denseFlops, 4 * float64(n)
	}
	each := filled * float64(n)
	if visit = 4*each + VisitLeast; size > MaxNewtonSystem {
		return math.Inf(1), visit
	}
	return float64(size)*float64(size)*filled*each + float64(size)*each, visit
}

// VisitLeast is what a visit to a column costs beside its numbers.
const VisitLeast = 20
