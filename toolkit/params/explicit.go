package params

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Explicit is a block of explicit weights over the rows of a dense or sparse matrix X (examples × features): W is
// features × outputs, stored column by column under a lazy scale, so that a step costs the nonzeros of the rows it
// touches.
type Explicit struct {
	scaled
	x       linalg.Rows
	outputs int
	w       []float64 // column c is w[c·d : (c+1)·d]

	// What a step on one row of one column reuses: ‖φ(row)‖², and the inner product with the stored column that Scores
	// took.
	norms            []float64
	lastRow, lastCol int
	lastDot          float64
}

// none is a row that there is not: no inner product is kept.
const none = -1

// NewExplicit makes a zero block for a family over the rows of x with the given number of output columns.
func NewExplicit(family int, x linalg.Rows, outputs int) *Explicit {
	_, d := x.Dims()
	return &Explicit{
		scaled: scaled{family: family, scale: 1}, x: x, outputs: outputs, w: make([]float64, d*outputs), lastRow: none,
	}
}

// Shape is how many rows parts may name, and how many columns.
func (b *Explicit) Shape() (rows, outputs int) {
	rows, _ = b.x.Dims()
	return rows, b.outputs
}

// column views column c of w or of something stored alike.
func (b *Explicit) column(w []float64, c int) []float64 {
	d := len(w) / b.outputs
	return w[c*d : (c+1)*d]
}

// Scale is W ← c W.
func (b *Explicit) Scale(c float64) {
	switch reset, fold := b.shrink(c); {
	case reset:
		b.average.flush(b.w)
		clear(b.w)
		b.lastRow = none
	case fold:
		b.fold()
	}
}

func (b *Explicit) fold() {
	b.average.flush(b.w)
	floats.Scale(b.scale, b.w)
	b.scale = 1
	b.lastRow = none
}

// Add is W ← W + step·U. Where more pairs of parts share a column than there are parts, it keeps ‖W‖² entry by entry
// as it writes, in time linear in the parts, and else by inner products.
func (b *Explicit) Add(step float64, parts []toolkit.Part) {
	if rows, ok := b.x.(linalg.StoredRows); ok && b.crowded(parts) {
		b.write(step, rows)
		return
	}
	inner, squared := b.InnerProducts(parts)
	b.advance(step, inner, squared)
	b.lastRow = none
	for _, p := range b.chosen {
		v := step * p.Value / b.scale
		b.x.AddRow(b.column(b.w, p.Col), v, p.Row)
		if b.average.on {
			b.x.AddRow(b.column(b.average.b, p.Col), v*b.average.s, p.Row)
		}
	}
}

// crowded chooses the parts, and tells whether more pairs of them share a column than there are parts.
func (b *Explicit) crowded(parts []toolkit.Part) bool {
	b.choose(parts)
	pairs, first := 0, 0
	for p, a := range b.chosen {
		if a.Col != b.chosen[first].Col {
			first = p
		}
		if pairs += p - first; pairs > len(b.chosen) {
			return true
		}
	}
	return false
}

// write is W ← W + step·U for the chosen parts, with ‖W‖² kept.
func (b *Explicit) write(step float64, rows linalg.StoredRows) {
	b.lastRow = none
	step /= b.scale
	var grown float64
	for _, p := range b.chosen {
		w, v := b.column(b.w, p.Col), step*p.Value
		columns, values := rows.Stored(p.Row)
		for k, x := range values {
			j := k
			if columns != nil {
				j = int(columns[k])
			}
			d := v * x
			grown += d * (2*w[j] + d)
			w[j] += d
		}
		if b.average.on {
			b.x.AddRow(b.column(b.average.b, p.Col), v*b.average.s, p.Row)
		}
	}
	b.squared = max(0, b.squared+b.scale*b.scale*grown)
}

// InnerProducts returns ⟨W, U⟩ and ‖U‖².
func (b *Explicit) InnerProducts(parts []toolkit.Part) (inner, squared float64) {
	b.choose(parts)
	if len(b.chosen) == 1 {
		p := b.chosen[0]
		return p.Value * b.scale * b.dot(p.Row, p.Col), p.Value * p.Value * b.squaredRow(p.Row)
	}
	return b.innerProducts(func(row, col int) float64 { return b.scale * b.dot(row, col) }, b.x.DotRows)
}

// dot is ⟨φ(row), stored column⟩, kept until the column changes.
func (b *Explicit) dot(row, col int) float64 {
	if row != b.lastRow || col != b.lastCol {
		b.lastRow, b.lastCol, b.lastDot = row, col, b.x.DotRow(row, b.column(b.w, col))
	}
	return b.lastDot
}

// squaredRow is ‖φ(row)‖².
func (b *Explicit) squaredRow(row int) float64 {
	if b.norms == nil {
		n, _ := b.x.Dims()
		b.norms = make([]float64, n)
		for i := range b.norms {
			b.norms[i] = b.x.DotRows(i, i)
		}
	}
	return b.norms[row]
}

// Scores adds x_rowᵀ W to dst.
func (b *Explicit) Scores(dst []float64, row int) {
	for c := range b.outputs {
		dst[c] += b.scale * b.dot(row, c)
	}
}

// ScoreRows adds x_rᵀ W to dst for the rows lo ≤ r < hi, one row after another, column by column.
func (b *Explicit) ScoreRows(dst []float64, lo, hi int) {
	for c := range b.outputs {
		w := b.column(b.w, c)
		for r := lo; r < hi; r++ {
			dst[(r-lo)*b.outputs+c] += b.scale * b.x.DotRow(r, w)
		}
	}
}

// Coefficients is W, a features × outputs matrix: the score of a new point z is Wᵀz.
func (b *Explicit) Coefficients() *linalg.Dense {
	d := len(b.w) / b.outputs
	m := linalg.NewDense(d, b.outputs, nil)
	for c := range b.outputs {
		for j, v := range b.column(b.w, c) {
			m.Data[j*b.outputs+c] = b.scale * v
		}
	}
	return m
}

// Weights is a copy of W, row by row.
func (b *Explicit) Weights() []float64 { return b.Coefficients().Data }

// Refresh recomputes the squared norm exactly.
func (b *Explicit) Refresh() {
	b.squared = b.scale * b.scale * floats.Dot(b.w, b.w)
	b.lastRow = none
}

// StartAverage begins to average over the rounds that Tick counts.
func (b *Explicit) StartAverage() { b.average.start(len(b.w)) }

// Averaged is a block of its own with the average of W over the rounds.
func (b *Explicit) Averaged() Block {
	a := NewExplicit(b.family, b.x, b.outputs)
	a.w = b.average.mean(b.w)
	a.Refresh()
	return a
}
