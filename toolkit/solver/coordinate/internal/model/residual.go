package model

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/chunk"
)

// Residual is a quadratic by its residual r: a product costs a column, and so does a change.
type Residual struct {
	B       *Blocks
	C       []float64
	uniform []float64     // by column: c_i, where all its predictions have the same; else 0
	R, cr   []float64     // r, and C r where the weights differ
	dense   bool          // no column leaves predictions out
	filled  float64       // the share of entries that are stored
	longest int           // the most predictions that a column meets
	several []bool        // by block: one dense column for outputs whose predictions follow one another
	visits  *chunk.Visits // of these; nil where there are none
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
		e := &b.Columns[k]
		if m.longest = max(m.longest, e.Hi-e.Lo); e.Lo < e.Hi && ends[e.Lo] >= e.Hi {
			m.uniform[k] = c[e.Lo]
		}
	}
	m.several = make([]bool, b.Count())
	for g := range m.several {
		if m.several[g] = m.dense && m.isOneColumn(g); m.several[g] && m.visits == nil {
			m.visits = chunk.New(m.longest)
		}
	}
	return m
}

// isOneColumn tells whether the columns of a block are the same, for predictions that follow one another and all have
// the same weight.
func (m *Residual) isOneColumn(g int) bool {
	block := m.B.Of(g)
	for i := range block {
		e, first := &block[i], &block[0]
		size := first.Hi - first.Lo
		if e.A != first.A || e.Row != first.Row || e.Lo != first.Lo+i*size || e.Hi != e.Lo+size {
			return false
		}
		if c := m.uniform[m.B.From[g]+i]; !(c > 0) || c != m.uniform[m.B.From[g]] {
			return false
		}
	}
	return len(block) > 1
}

// LeastSquares is what Σ_i c_i ½ r_i² on blocks is for all targets, λ and μ.
type LeastSquares struct {
	Blocks
	ByAll, ByFactor bool      // the Gram matrix of all columns pays (Tall), and a factor of those that are not 0
	residual        *Residual // of no targets
	curvature       *Curvature
}

// NewLeastSquares is that of blocks with weights c and the squares ‖A_j‖² of their columns, nil where they are not
// known.
func NewLeastSquares(b Blocks, c, squares []float64) *LeastSquares {
	q := &LeastSquares{Blocks: b, ByAll: b.Tall(), ByFactor: b.takesFactors()}
	q.straighten()
	q.residual = NewResidual(&q.Blocks, c, nil)
	if q.curvature = q.residual.Curvature(squares); b.Chosen == nil {
		q.curvature.Know(vec.UpTo(b.Count()))
	}
	return q
}

// Model is the model for targets y, at weights w.
func (q *LeastSquares) Model(y []float64, lambda, mu float64, w []float64) *Model {
	r := *q.residual
	if r.R, r.cr = append([]float64(nil), y...), make([]float64, q.N); r.visits != nil {
		r.visits = chunk.New(r.longest)
	}
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

// Cost is that of columns, which are those of several outputs where none meets all predictions: by output then.
func (m *Residual) Cost(size int) (gram, visit float64) {
	outputs := m.B.N / max(1, m.longest)
	if outputs < 2 || m.filled <= MostFilled {
		return Cost(size, m.B.N, m.filled)
	}
	gram, visit = Cost((size+outputs-1)/outputs, m.longest, m.filled)
	if size > MaxNewtonSystem {
		gram = math.Inf(1)
	}
	return float64(outputs) * gram, visit
}

// Gram is A_SᵀC A_S of some columns, row by row.
func (m *Residual) Gram(columns []int) []float64 { return m.B.GramOf(columns, m.C) }

// GramOf is A_SᵀC A_S of some columns.
func (b *Blocks) GramOf(columns []int, c []float64) []float64 {
	if sparse := b.sparse(columns); sparse != nil {
		return linalg.GramOfRows(sparse, c)
	}
	size := len(columns)
	out := make([]float64, size*size)
	var last, gram []float64
	for _, at := range b.apart(columns) {
		first := &b.Columns[columns[at[0]]]
		z, count := b.rooted(columns, at, c, first.Lo, first.Hi), len(at)
		if len(gram) != count*count || !slices.Equal(z, last) { // outputs may have the same columns
			if gram = make([]float64, count*count); len(z) > 0 {
				linalg.Gemm(gram, z, z, count, first.Hi-first.Lo, count, true)
			}
		}
		last = z
		for i, row := range at {
			for j, k := range at {
				out[row*size+k] = gram[i*count+j]
			}
		}
	}
	return out
}

// apart are the places of columns in a list that meet the same predictions; others meet none of these.
func (b *Blocks) apart(columns []int) (places [][]int) {
	for at, k := range columns {
		same := func(of []int) bool { return b.Columns[columns[of[0]]].sameSpan(&b.Columns[k]) }
		part := slices.IndexFunc(places, same)
		if part < 0 {
			part, places = len(places), append(places, nil)
		}
		places[part] = append(places[part], at)
	}
	return places
}

// rooted are √C A_k of the columns at some places of a list, for the predictions lo ≤ i < hi, as rows.
func (b *Blocks) rooted(columns, at []int, c []float64, lo, hi int) []float64 {
	z := make([]float64, len(at)*(hi-lo))
	for i, place := range at {
		e := &b.Columns[columns[place]]
		row := z[i*(hi-lo)+e.Lo-lo : i*(hi-lo)+e.Hi-lo]
		e.A.AddRow(row, 1, e.Row)
		for k, v := range row {
			if v != 0 {
				row[k] = v * math.Sqrt(c[e.Lo+k])
			}
		}
	}
	return z
}

// Rooted are √C A_k of some columns, as rows.
func (m *Residual) Rooted(columns []int) []float64 {
	return m.B.rooted(columns, vec.UpTo(len(columns)), m.C, 0, m.B.N)
}

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
