package model

import (
	"slices"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Choose copies the columns of a working set, where some are chosen, and makes their shapes. Single columns are rows of
// the copies from then on.
func (m *Model) Choose(set []int) {
	if m.Chosen == nil {
		return
	}
	var features []int
	for _, g := range set {
		for _, e := range m.Of(g) {
			if e.A == linalg.Rows(m.Chosen) {
				features = append(features, e.Row)
			}
		}
	}
	slices.Sort(features)
	m.Chosen.Take(slices.Compact(features))
	for k := 0; m.Single && k < len(set); k++ { // those at hand are gone to without a detour
		if e := &m.Columns[set[k]]; e.A == linalg.Rows(m.Chosen) {
			e.A, e.Row = m.Chosen.Part(e.Row)
		}
	}
	m.Curvature.Know(set)
}

// ChosenProducts writes Aᵀu of all columns, of which those of A are chosen, single ones.
func (b *Blocks) ChosenProducts(products, u []float64) {
	d, _ := b.Chosen.Dims()
	b.Chosen.MulVec(products[:d], u)
	for i := d; i < len(products); i++ {
		products[i] = b.Columns[i].Dot(u)
	}
}
