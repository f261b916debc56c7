package coordinate

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// residual is a quadratic by its residual r: a product costs a column, and so does a change.
type residual struct {
	b       *blocks
	c       []float64
	uniform []float64 // by column: c_i, where all its predictions have the same; else 0
	r, cr   []float64 // r, and C r where the weights differ
}

// newResidual is that of blocks with weights c, for the residual r.
func newResidual(b *blocks, c, r []float64) *residual {
	m := &residual{b: b, c: c, uniform: make([]float64, len(b.columns)), r: r, cr: make([]float64, b.n)}
	same := map[[2]int]float64{}
	for k := range b.columns {
		e := &b.columns[k]
		if k > 0 && e.sameSpan(&b.columns[k-1]) {
			m.uniform[k] = m.uniform[k-1]
		} else {
			m.uniform[k] = uniformWeight(same, c, e.lo, e.hi)
		}
	}
	return m
}

// uniformWeight is the weight of predictions that all have the same; 0 of others. known are those found before.
func uniformWeight(known map[[2]int]float64, c []float64, lo, hi int) float64 {
	at := [2]int{lo, hi}
	if _, is := known[at]; !is {
		known[at] = 0
		if part := c[lo:hi]; len(part) > 0 && slices.Min(part) == slices.Max(part) {
			known[at] = part[0]
		}
	}
	return known[at]
}

// leastSquares is what Σ_i c_i ½ r_i² on blocks is for all targets, λ and μ.
type leastSquares struct {
	blocks
	residual  *residual // of no targets
	curvature *curvature
}

// newLeastSquares is that of blocks with weights c and the squares ‖A_j‖² of their columns, nil where they are not
// known.
func newLeastSquares(b blocks, c, squares []float64) *leastSquares {
	q := &leastSquares{blocks: b}
	q.residual = newResidual(&q.blocks, c, nil)
	if q.curvature = q.residual.curvature(squares); b.chosen == nil {
		q.curvature.know(identity(b.count()))
	}
	return q
}

// model is the model for targets y, at weights w.
func (q *leastSquares) model(y []float64, lambda, mu float64, w []float64) *model {
	r := *q.residual
	r.r, r.cr = append([]float64(nil), y...), make([]float64, q.n)
	q.addTo(r.r, -1, w)
	return newModel(q.blocks, &r, q.curvature, lambda, mu, w)
}

// curvature is that of the columns, whose squares ‖A_j‖² may be known; nil where they are not.
func (m *residual) curvature(squares []float64) *curvature {
	scratch, own := make([]float64, m.b.n), make([]float64, len(m.b.columns))
	dot := func(j, k int) float64 {
		a, b := &m.b.columns[j], &m.b.columns[k]
		if m.uniform[j] > 0 {
			return m.uniform[j] * a.a.DotRows(a.row, b.row)
		}
		return weightedDot(scratch, m.c, a, b)
	}
	for k := range own {
		own[k] = math.NaN()
		if squares != nil && m.uniform[k] > 0 {
			own[k] = m.uniform[k] * squares[k]
		}
	}
	return newCurvature(m.b, dot, own)
}

// weightedDot is A_jᵀC A_k.
func weightedDot(scratch, c []float64, j, k *column) float64 {
	part := scratch[j.lo:j.hi]
	clear(part)
	j.addTo(scratch, 1)
	floats.Mul(part, c[j.lo:j.hi])
	return k.dot(scratch)
}

func (m *residual) product(k int) float64 {
	e := &m.b.columns[k]
	if c := m.uniform[k]; c > 0 {
		return c * e.dot(m.r)
	}
	floats.MulTo(m.cr[e.lo:e.hi], m.c[e.lo:e.hi], m.r[e.lo:e.hi])
	return e.dot(m.cr)
}

func (m *residual) change(k int, by float64) { m.b.columns[k].addTo(m.r, -by) }

func (m *residual) energy([]float64) (sum float64) {
	for i, r := range m.r {
		sum += m.c[i] * r * r
	}
	return sum
}

func (m *residual) keep() (back func()) { return keep(m.r) }

func (m *residual) cost(size int) (gram, visit float64) {
	return gramCost(size, m.b.n, maxNewtonSystem), 4 * float64(m.b.n)
}

func (m *residual) gram(columns []int) []float64 { return m.b.gramOf(columns, m.c) }

// gramOf is A_SᵀC A_S of some columns.
func (b *blocks) gramOf(columns []int, c []float64) []float64 {
	n, size := b.n, len(columns)
	z := make([]float64, size*n) // √C times the columns, as rows
	for i, k := range columns {
		e := &b.columns[k]
		row := z[i*n : (i+1)*n]
		e.addTo(row, 1)
		for at := e.lo; at < e.hi; at++ {
			if row[at] != 0 {
				row[at] *= math.Sqrt(c[at])
			}
		}
	}
	out := make([]float64, size*size)
	linalg.Gemm(out, z, z, size, n, size, true)
	return out
}
