package model

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Residual is a quadratic by its residual r: a product costs a column, and so does a change.
type Residual struct {
	B       *Blocks
	C       []float64
	uniform []float64 // by column: c_i, where all its predictions have the same; else 0
	R, cr   []float64 // r, and C r where the weights differ
	dense   bool      // no column leaves predictions out
	filled  float64   // the share of entries that are stored
}

// NewResidual is that of blocks with weights c, for the residual r.
func NewResidual(b *Blocks, c, r []float64) *Residual {
	m := &Residual{B: b, C: c, uniform: make([]float64, len(b.Columns)), R: r, cr: make([]float64, b.N)}
	m.dense, m.filled = len(b.Columns) > 0 && linalg.IsDense(b.Columns[0].A), b.Filled()
	ends := make([]int, b.N) // by prediction: up to where all have its weight
	for i := b.N - 1; i >= 0; i-- {
		if ends[i] = i + 1; i+1 < b.N && c[i] == c[i+1] {
			ends[i] = ends[i+1]
		}
	}
	for k := range b.Columns {
		if e := &b.Columns[k]; e.Lo < e.Hi && ends[e.Lo] >= e.Hi {
			m.uniform[k] = c[e.Lo]
		}
	}
	return m
}

// LeastSquares is what Σ_i c_i ½ r_i² on blocks is for all targets, λ and μ.
type LeastSquares struct {
	Blocks
	residual  *Residual // of no targets
	curvature *Curvature
}

// NewLeastSquares is that of blocks with weights c and the squares ‖A_j‖² of their columns, nil where they are not
// known.
func NewLeastSquares(b Blocks, c, squares []float64) *LeastSquares {
	q := &LeastSquares{Blocks: b}
	q.residual = NewResidual(&q.Blocks, c, nil)
	if q.curvature = q.residual.Curvature(squares); b.Chosen == nil {
		q.curvature.Know(Identity(b.Count()))
	}
	return q
}

// Model is the model for targets y, at weights w.
func (q *LeastSquares) Model(y []float64, lambda, mu float64, w []float64) *Model {
	r := *q.residual
	r.R, r.cr = append([]float64(nil), y...), make([]float64, q.N)
	q.AddTo(r.R, -1, w)
	return NewModel(q.Blocks, &r, q.curvature, lambda, mu, w)
}

// Curvature is that of the columns, whose squares ‖A_j‖² may be known; nil where they are not.
func (m *Residual) Curvature(squares []float64) *Curvature {
	scratch, own := make([]float64, m.B.N), unknown(len(m.B.Columns))
	dot := func(j, k int) float64 {
		a, b := &m.B.Columns[j], &m.B.Columns[k]
		if m.uniform[j] > 0 {
			return m.uniform[j] * a.A.DotRows(a.Row, b.Row)
		}
		return WeightedDot(scratch, m.C, a, b)
	}
	for k := range own {
		if squares != nil && m.uniform[k] > 0 {
			own[k] = m.uniform[k] * squares[k]
		}
	}
	return newCurvature(m.B, dot, own)
}

// WeightedDot is A_jᵀC A_k.
func WeightedDot(scratch, c []float64, j, k *Column) float64 {
	part := scratch[j.Lo:j.Hi]
	clear(part)
	j.AddTo(scratch, 1)
	floats.Mul(part, c[j.Lo:j.Hi])
	return k.Dot(scratch)
}

// Product is A_kᵀC r.
func (m *Residual) Product(k int) float64 {
	e := &m.B.Columns[k]
	if c := m.uniform[k]; c > 0 {
		return c * e.Dot(m.R)
	}
	floats.MulTo(m.cr[e.Lo:e.Hi], m.C[e.Lo:e.Hi], m.R[e.Lo:e.Hi])
	return e.Dot(m.cr)
}

// Change takes note of a weight that has changed by so much.
func (m *Residual) Change(k int, by float64) { m.B.Columns[k].AddTo(m.R, -by) }

// Energy is rᵀC r.
func (m *Residual) Energy([]float64) (sum float64) {
	for i, r := range m.R {
		sum += m.C[i] * r * r
	}
	return sum
}

// Image is r, which is as long as a column where these are dense.
func (m *Residual) Image() (x []float64, carried bool) {
	return m.R, m.dense
}

// Cost is that of columns.
func (m *Residual) Cost(size int) (gram, visit float64) { return Cost(size, m.B.N, m.filled) }

// Gram is A_SᵀC A_S of some columns, row by row.
func (m *Residual) Gram(columns []int) []float64 { return m.B.GramOf(columns, m.C) }

// GramOf is A_SᵀC A_S of some columns.
func (b *Blocks) GramOf(columns []int, c []float64) []float64 {
	if sparse := b.sparse(columns); sparse != nil {
		return linalg.GramOfRows(sparse, c)
	}
	z, size := b.rooted(columns, c), len(columns)
	out := make([]float64, size*size)
	linalg.Gemm(out, z, z, size, b.N, size, true)
	return out
}

// rooted are √C A_k of some columns, as rows.
func (b *Blocks) rooted(columns []int, c []float64) []float64 {
	z := make([]float64, len(columns)*b.N)
	for i, k := range columns {
		e := &b.Columns[k]
		row := z[i*b.N : (i+1)*b.N]
		e.AddTo(row, 1)
		for at := e.Lo; at < e.Hi; at++ {
			if row[at] != 0 {
				row[at] *= math.Sqrt(c[at])
			}
		}
	}
	return z
}

// Rooted are √C A_k of some columns, as rows.
func (m *Residual) Rooted(columns []int) []float64 { return m.B.rooted(columns, m.C) }

// sparse are some columns as the rows of a sparse matrix; nil where they are not.
func (b *Blocks) sparse(columns []int) *linalg.CSR {
	if b.Filled() > MostFilled {
		return nil
	}
	at, values, size := make([][]int32, len(columns)), make([][]float64, len(columns)), 0
	for i, k := range columns {
		e := &b.Columns[k]
		stored, ok := e.A.(linalg.StoredRows)
		if !ok {
			return nil
		}
		at[i], values[i] = stored.Stored(e.Row)
		size += len(values[i])
	}
	ptr, col, val := make([]int, 1, len(columns)+1), make([]int32, 0, size), make([]float64, 0, size)
	for i, k := range columns {
		for j := range values[i] {
			place := j
			if at[i] != nil {
				place = int(at[i][j])
			}
			col = append(col, int32(b.Columns[k].Lo+place))
		}
		val, ptr = append(val, values[i]...), append(ptr, len(col))
	}
	return linalg.NewCSR(len(columns), b.N, ptr, col, val)
}
