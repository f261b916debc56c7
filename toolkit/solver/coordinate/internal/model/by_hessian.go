package model

import (
	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// ByHessian is the quadratic around weights v with slopes g there,
//
//	⟨g, Δ⟩ + ½ ΔᵀAᵀH A Δ,      Δ = w − v,
//
// of an H that is known by its products alone, and meets all predictions. The columns H A_k are kept, so that a product
// costs a column, and so does a change.
type ByHessian struct {
	b       *Blocks
	times   func(dst, v []float64)
	kept    [][]float64 // H A_k by column; nil before it is asked for
	g, v    []float64   // by column, and by weight
	changed []bool      // by column
	moved   []float64   // H A Δ
	dense   bool
}

// NewByHessian is that of blocks around weights v, where minus the slopes are products by column; times is the product
// with H.
func NewByHessian(b *Blocks, times func(dst, v []float64), products, v []float64) *ByHessian {
	return &ByHessian{
		b: b, times: times, kept: make([][]float64, len(b.Columns)), g: products, v: v,
		changed: make([]bool, len(b.Columns)), moved: make([]float64, b.N),
		dense: len(b.Columns) > 0 && linalg.IsDense(b.Columns[0].A),
	}
}

// column is H A_k.
func (m *ByHessian) column(k int) []float64 {
	if m.kept[k] == nil {
		m.kept[k] = make([]float64, m.b.N)
		m.b.Columns[k].AddTo(m.kept[k], 1)
		m.times(m.kept[k], m.kept[k])
	}
	return m.kept[k]
}

// Product is minus the slope in the weight of column k.
func (m *ByHessian) Product(k int) float64 { return -m.g[k] - m.b.Columns[k].Dot(m.moved) }

// Change takes note of a weight that has changed by so much.
func (m *ByHessian) Change(k int, by float64) {
	m.changed[k] = true
	linalg.Axpy(m.moved, by, m.column(k))
}

// Energy is twice the quadratic at the weights w.
func (m *ByHessian) Energy(w []float64) (sum float64) {
	for k, changed := range m.changed {
		if at := m.b.Columns[k].WeightAt; changed && w[at] != m.v[at] {
			sum += (w[at] - m.v[at]) * (m.g[k] - m.Product(k))
		}
	}
	return sum
}

// Image is H A Δ.
func (m *ByHessian) Image() (x []float64, carried bool) { return m.moved, m.dense }

// Cost is that of columns.
func (m *ByHessian) Cost(size int) (gram, visit float64) {
	return GramCost(size, m.b.N, MaxNewtonSystem), 4 * float64(m.b.N)
}

// Gram is A_SᵀH A_S of some columns.
func (m *ByHessian) Gram(columns []int) []float64 {
	size := len(columns)
	out := make([]float64, size*size)
	for i, k := range columns {
		of := m.column(k)
		for j, other := range columns[:i+1] {
			v := m.b.Columns[other].Dot(of)
			out[i*size+j], out[j*size+i] = v, v
		}
	}
	return out
}

// Curvature is that of some blocks, single weights of which are not known before they move.
func (m *ByHessian) Curvature(set []int) *Curvature {
	c := newCurvature(m.b, func(j, k int) float64 { return m.b.Columns[j].Dot(m.column(k)) }, unknown(len(m.b.Columns)))
	if c.Shapes != nil {
		c.Know(set)
	}
	return c
}

// ByGram is the same by the Gram matrix of all columns.
func (m *ByHessian) ByGram() *ByGram {
	columns := vec.UpTo(len(m.b.Columns))
	out := &ByGram{b: m.b, parts: []gramPart{{gram: m.Gram(columns), columns: columns}}}
	out.arrange()
	return out
}
