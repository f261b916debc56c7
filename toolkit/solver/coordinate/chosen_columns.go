package coordinate

import (
	"slices"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// choose copies the columns of a working set, where some are chosen, and makes their shapes.
func (m *model) choose(set []int) {
	if m.chosen == nil {
		return
	}
	var features []int
	for _, g := range set {
		for _, e := range m.of(g) {
			if e.a == linalg.Rows(m.chosen) {
				features = append(features, e.row)
			}
		}
	}
	slices.Sort(features)
	m.chosen.Take(slices.Compact(features))
	m.curvature.know(set)
}

// chosenProducts writes Aᵀu of all columns, of which those of A are chosen.
func (b *blocks) chosenProducts(products, u []float64) {
	d, n := b.chosen.Dims()
	k := b.n / n
	all := make([]float64, k*d)
	b.chosen.MulRows(all, u, k)
	for i := range b.columns {
		if e := &b.columns[i]; e.a == linalg.Rows(b.chosen) {
			products[i] = all[e.lo/n*d+e.row]
		} else {
			products[i] = e.dot(u)
		}
	}
}
