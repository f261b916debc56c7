package model

import (
	"github.com/proxlab/proxlab/toolkit/internal/simd"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/chunk"
)

// BlockProducts are the products with the columns of a block. Those of one column with several outputs are taken
// together.
func (m *Residual) BlockProducts(dst []float64, g int) {
	first := m.B.From[g]
	if !m.visits.Products(dst, g) {
		column, r := m.oneColumn(g)
		if column == nil {
			for i := range dst {
				dst[i] = m.Product(first + i)
			}
			return
		}
		simd.DotRows(dst, r, column)
	}
	for i, v := range dst {
		dst[i] = m.uniform[first] * v
	}
}

// ChangeBlock takes note of the weights of a block, which have changed by so much.
func (m *Residual) ChangeBlock(g int, by []float64) {
	if m.visits.Change(by, g) {
		return
	}
	first := m.B.From[g]
	column, r := m.oneColumn(g)
	for i, v := range by {
		switch {
		case v == 0:
		case column == nil:
			m.Change(first+i, v)
		default:
			simd.Axpy(r[i*len(column):(i+1)*len(column)], -v, column)
		}
	}
}

// oneColumn is the column of a block that has one for several outputs, and their residuals; nil for other blocks.
func (m *Residual) oneColumn(g int) (column, r []float64) {
	first, last := &m.B.Columns[m.B.From[g]], &m.B.Columns[m.B.From[g+1]-1]
	stored, ok := first.A.(linalg.StoredRows)
	if !ok || !m.several[g] {
		return nil, nil
	}
	at, column := stored.Stored(first.Row)
	if at != nil {
		return nil, nil
	}
	return column, m.R[first.Lo:last.Hi]
}

// fewOutputs share columns that are not visited a few at a time.
const fewOutputs = 4

// Ahead gets ready for visits to so many of some blocks, one after the other, until Rest: columns of several outputs
// are visited a few at a time.
func (m *Residual) Ahead(blocks []int) (count int) {
	if m.visits == nil || !m.visits.Pays(len(blocks)) {
		return len(blocks)
	}
	column, r := m.oneColumn(blocks[0])
	if column == nil || len(r) < fewOutputs*len(column) {
		m.visits.End()
		return 1
	}
	for count = 1; count < min(len(blocks), chunk.Most) && m.shareOutputs(blocks[0], blocks[count]); count++ {
	}
	m.visits.Begin(r, blocks[:count], func(g int) []float64 {
		column, _ := m.oneColumn(g)
		return column
	})
	return count
}

// shareOutputs tells whether a block has one column for the outputs that another has one for.
func (m *Residual) shareOutputs(g, other int) bool {
	a, b := m.B.Of(g), m.B.Of(other)
	return m.several[other] && len(a) == len(b) && a[0].sameSpan(&b[0])
}

// Rest ends visits that it got ready for.
func (m *Residual) Rest() { m.visits.End() }

// Shares tells whether two blocks are columns that the same outputs share.
func (m *Residual) Shares(g, other int) bool { return m.several[g] && m.shareOutputs(g, other) }
