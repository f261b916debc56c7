package classes

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/simd"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// column is the one column that a block has for all classes, one after the other; nil for other blocks, and where it is
// sparse.
func (m *Quadratic) column(g int) []float64 {
	columns, n := m.Of(g), m.count()
	if len(columns) != m.k {
		return nil
	}
	first := &columns[0]
	for c := range columns {
		if e := &columns[c]; e.A != first.A || e.Row != first.Row || e.Lo != c*n {
			return nil
		}
	}
	at, values := first.A.(linalg.StoredRows).Stored(first.Row) //nolint:errcheck // as in of
	if at != nil {
		return nil
	}
	return values
}

// whole is that of a block, which is kept from a change on.
func (m *Quadratic) whole(g int, changes bool) *whole {
	if m.wholes == nil {
		m.wholes = make([]whole, m.Count())
	}
	w := &m.wholes[g]
	if !changes || w.weighted != nil {
		return w
	}
	if w.changes++; w.changes != keptFrom {
		return w
	}
	if w.column = m.column(g); len(w.column) < leastWhole || m.kept+m.N > mostWeighted {
		return w
	}
	if m.kept += m.N; len(m.room) < m.N {
		m.room = make([]float64, min(roomFor*m.N, mostWeighted))
	}
	w.weighted, m.room = m.room[:m.N:m.N], m.room[m.N:]
	for at, n := 0, len(w.column); at < m.N; at += n {
		floats.MulTo(w.weighted[at:at+n], m.p[at:at+n], w.column)
	}
	return w
}

// BlockProducts are the products with the columns of a block: of one column for all classes they are
//
//	−g_c − Σ_i a_i p_ic (v_ic − Σ_l p_il v_il).
func (m *Quadratic) BlockProducts(dst []float64, g int) {
	first, w := m.From[g], m.whole(g, false)
	if w.weighted == nil {
		for i := range dst {
			dst[i] = m.Product(first + i)
		}
		return
	}
	n := len(w.column)
	simd.DotRows(dst, w.weighted, m.moved[m.N:])
	for c, v := range dst {
		sum := simd.Dot(w.weighted[c*n:(c+1)*n], m.moved[c*n:(c+1)*n]) - v
		dst[c] = -m.gradient[first+c] - m.weight*sum
	}
}

// ChangeBlock takes note of the weights of a block, which have changed by so much.
func (m *Quadratic) ChangeBlock(g int, by []float64) {
	if slices.Min(by) == 0 && slices.Max(by) == 0 {
		return
	}
	w := m.whole(g, true)
	if w.weighted == nil {
		for i, v := range by {
			if v != 0 {
				m.Change(m.From[g]+i, v)
			}
		}
		return
	}
	n := len(w.column)
	for c, v := range by {
		simd.Axpy(m.moved[c*n:(c+1)*n], v, w.column)
	}
	simd.AxpyRows(m.moved[m.N:], by, w.weighted)
}
