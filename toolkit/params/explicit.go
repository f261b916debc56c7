package params

import (
	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Explicit is a block of explicit weights over the rows of a dense or sparse matrix X (examples × features): W is
// features × outputs, stored column by column under a lazy scale, so that a step costs the nonzeros of the rows it touches.
type Explicit struct {
	scaled
	x       linalg.Rows
	outputs int
	w       []float64 // column c is w[c·d : (c+1)·d]
}

// NewExplicit makes a zero block for a family over the rows of x with the given number of output columns.
func NewExplicit(family int, x linalg.Rows, outputs int) *Explicit {
	_, d := x.Dims()
	return &Explicit{scaled: scaled{family: family, scale: 1}, x: x, outputs: outputs, w: make([]float64, d*outputs)}
}

func (b *Explicit) column(c int) []float64 {
	d := len(b.w) / b.outputs
	return b.w[c*d : (c+1)*d]
}

// Scale is W ← c W.
func (b *Explicit) Scale(c float64) {
	switch reset, fold := b.shrink(c); {
	case reset:
		clear(b.w)
	case fold:
		b.fold()
	}
}

func (b *Explicit) fold() {
	floats.Scale(b.scale, b.w)
	b.scale = 1
}

// Add is W ← W + step·U.
func (b *Explicit) Add(step float64, parts []toolkit.Part) {
	b.advance(step, parts, func(row, col int) float64 { return b.scale * b.x.DotRow(row, b.column(col)) }, b.x.DotRows)
	for _, p := range parts {
		if p.Family == b.family && p.Value != 0 {
			b.x.AddRow(b.column(p.Col), step*p.Value/b.scale, p.Row)
		}
	}
}

// Scores adds x_rowᵀ W to dst.
func (b *Explicit) Scores(dst []float64, row int) {
	for c := range b.outputs {
		dst[c] += b.scale * b.x.DotRow(row, b.column(c))
	}
}

// Weights is a copy of W, column by column: weight j of output c is at c·d + j.
func (b *Explicit) Weights() []float64 {
	w := make([]float64, len(b.w))
	floats.ScaleTo(w, b.scale, b.w)
	return w
}

// Refresh recomputes the squared norm exactly.
func (b *Explicit) Refresh() { b.squared = b.scale * b.scale * floats.Dot(b.w, b.w) }
