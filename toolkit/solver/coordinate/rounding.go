package coordinate

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/solver"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
)

// norms are ‖A_j‖ by column, max_g ‖(‖A_j‖, j ∈ g)‖/ω_g and (Σ_j ‖A_j‖²)^½: what bounds rounding, for all λ and μ.
type norms struct {
	columns      []float64
	squares      []float64 // ‖A_j‖² by column
	weights      []float64 // the same by weight
	polar, whole float64
	zeros        bool // some blocks that are penalized are of columns of zeros alone
	terms        int  // the most terms that a sum over examples or weights has
}

// newNorms are those of columns, of which the first may have norms that are known.
func newNorms(b *model.Blocks, terms int, known []float64) *norms {
	size := len(b.Columns)
	m := &norms{columns: make([]float64, size), squares: make([]float64, size), terms: max(b.N, size, terms)}
	if m.weights = m.columns; !b.Single {
		m.weights = make([]float64, size)
	}
	for k, v := range known {
		m.columns[k], m.squares[k], m.weights[k] = v, v*v, v
	}
	for k := len(known); k < size; k++ {
		e := &b.Columns[k]
		if before := &b.Columns[max(0, k-1)]; k > 0 && before.A == e.A && before.Row == e.Row { // of another output
			m.squares[k] = m.squares[k-1]
		} else {
			m.squares[k] = e.A.DotRows(e.Row, e.Row)
		}
		m.columns[k] = math.Sqrt(m.squares[k])
		m.weights[e.WeightAt] = m.columns[k]
	}
	for g, omega := range b.Omega[:b.Penalized] {
		norm := m.columns[g]
		if !b.Single {
			norm = b.ProductNorm(m.columns, g)
		}
		if m.zeros = m.zeros || norm == 0; omega > 0 {
			m.polar = max(m.polar, norm/omega)
		}
	}
	m.whole = vec.Norm(m.columns)
	return m
}

// rounding is that of the gap at weights w and a dual point u, where the losses' curvatures c_iℓ_i” are at most
// curvature, but for Sum.
func (m *norms) rounding(b *model.Blocks, w, u []float64, lambda, mu, curvature float64) solver.Rounding {
	r := solver.Rounding{Terms: m.terms, Slopes: vec.Norm(u)}
	for j, v := range w {
		if v != 0 {
			r.Reach += m.weights[j] * math.Abs(v)
		}
	}
	columns := b.Unpenalized()
	for k := range columns { // multipliers of Fᵀu = 0; see solver.Rounding
		v := w[columns[k].WeightAt]
		r.Reach += 3 * m.columns[len(b.Columns)-len(columns)+k] * math.Abs(v)
		r.Imbalance += 2 * math.Abs(v*columns[k].Dot(u))
	}
	return r.OfBlocks(lambda, mu, curvature, m.polar, m.whole)
}
