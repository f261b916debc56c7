package coordinate

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// blocks are the columns of a linear model, f = A w, and the blocks of weights that a norm keeps together, Ω(w) = Σ_g
// ω_g ‖w_g‖. A column meets a range of the predictions alone: several outputs or tasks, their predictions one after
// another, share the columns that are stored. Columns that nothing penalizes come last, each a block with ω_g = 0.
type blocks struct {
	columns   []column
	start     []int // block g is columns[start[g]:start[g+1]]
	omega     []float64
	n         int                   // predictions
	penalized int                   // blocks that the norm or a ridge is on
	chosen    *linalg.ChosenColumns // the first columns, a block each, where only some are copied; or nil
}

// column is a row of a transposed matrix, the predictions lo ≤ i < hi it meets, and the index of its weight in w.
type column struct {
	a                     linalg.Rows
	row, lo, hi, weightAt int
}

// count is the number of blocks.
func (b *blocks) count() int { return len(b.omega) }

// unpenalized are the columns that nothing penalizes.
func (b *blocks) unpenalized() []column { return b.columns[b.start[b.penalized]:] }

// isPenalized tells whether the norm or a ridge is on a block.
func (b *blocks) isPenalized(g int) bool { return g < b.penalized }

// of are the columns of a block.
func (b *blocks) of(g int) []column { return b.columns[b.start[g]:b.start[g+1]] }

// add appends a block.
func (b *blocks) add(omega float64, columns ...column) {
	b.columns, b.omega = append(b.columns, columns...), append(b.omega, omega)
	b.start = append(b.start, len(b.columns))
}

// dot is the column's product with its part of u, one number a prediction.
func (c *column) dot(u []float64) float64 { return c.a.DotRow(c.row, u[c.lo:c.hi]) }

// addTo is u ← u + s times the column.
func (c *column) addTo(u []float64, s float64) { c.a.AddRow(u[c.lo:c.hi], s, c.row) }

// overlaps tells whether two columns have predictions in common: all of them, as blocks are made, or none.
func (c *column) overlaps(other *column) bool { return c.lo < other.hi && other.lo < c.hi }

// sameSpan tells whether two columns meet the same predictions.
func (c *column) sameSpan(other *column) bool { return c.lo == other.lo && c.hi == other.hi }

// norm is ‖w_g‖.
func (b *blocks) norm(g int, w []float64) float64 {
	block := b.of(g)
	if len(block) == 1 {
		return math.Abs(w[block[0].weightAt])
	}
	var sum float64
	for i := range block {
		v := w[block[i].weightAt]
		sum += v * v
	}
	return math.Sqrt(sum)
}

// penalty is λ Σ_g ω_g ‖w_g‖ + (μ/2)‖w‖² over the blocks that are penalized.
func (b *blocks) penalty(w []float64, lambda, mu float64) float64 {
	norms, squares := b.norms(w, nil)
	return lambda*norms + mu/2*squares
}

// norms are Σ_g ω_g ‖w_g‖ and ‖w‖² over the blocks that are penalized, those of a set where all others are 0; nil for
// all.
func (b *blocks) norms(w []float64, set []int) (norms, squares float64) {
	count := b.penalized
	if set != nil {
		count = len(set)
	}
	for i := range count {
		g := i
		if set != nil {
			g = set[i]
		}
		if b.isPenalized(g) {
			norm := b.norm(g, w)
			norms += b.omega[g] * norm
			squares += norm * norm
		}
	}
	return norms, squares
}

// addTo is f ← f + s A w.
func (b *blocks) addTo(f []float64, s float64, w []float64) {
	for k := range b.columns {
		if e := &b.columns[k]; w[e.weightAt] != 0 {
			e.addTo(f, s*w[e.weightAt])
		}
	}
}

// part are some of the blocks, nil for all, with row i of A times s_i.
func (b *blocks) part(set []int, s []float64) *blocks {
	if set == nil {
		set = identity(b.count())
	}
	type source struct {
		a  linalg.Rows
		lo int
	}
	type copied struct {
		rows, columns []int // of the source, and of the part
		hi            int
	}
	out, copies := &blocks{n: b.n, start: []int{0}}, map[source]*copied{}
	for _, g := range set {
		for _, e := range b.of(g) {
			from := copies[source{e.a, e.lo}]
			if from == nil {
				from = &copied{hi: e.hi}
				copies[source{e.a, e.lo}] = from
			}
			from.rows, from.columns = append(from.rows, e.row), append(from.columns, len(out.columns))
			e.row = len(from.rows) - 1
			out.columns = append(out.columns, e)
		}
		out.omega, out.start = append(out.omega, b.omega[g]), append(out.start, len(out.columns))
		if b.isPenalized(g) {
			out.penalized++
		}
	}
	for from, c := range copies {
		var rows linalg.Map = from.a
		if count, _ := rows.Dims(); !slices.Equal(c.rows, identity(count)) {
			rows = linalg.SelectRows(rows, c.rows)
		}
		scaled := linalg.ScaleColumns(rows, s[from.lo:c.hi])
		for _, k := range c.columns {
			out.columns[k].a = scaled
		}
	}
	return out
}
