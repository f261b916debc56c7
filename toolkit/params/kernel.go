package params

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Kernel is a block W = Σ_j φ(x_j) α_jᵀ over n training rows, known through their Gram matrix: α is n × outputs. The
// scores of all training rows are kept up to date, so that a step with m parts costs 2mn operations and reading a score
// costs one. Memory is 16·n·outputs bytes beside the Gram matrix, which blocks may share.
type Kernel struct {
	scaled
	gram    linalg.Gram
	n       int
	outputs int
	alpha   []float64 // column by column, under the lazy scale
	scores  []float64 // Gram·α, likewise
}

// NewKernel makes a zero block for a family over the rows of a symmetric Gram matrix, dense or sparse.
func NewKernel(family int, gram linalg.Gram, outputs int) *Kernel {
	n, c := gram.Dims()
	if n != c {
		panic("params: a Gram matrix is square")
	}
	return &Kernel{
		scaled: scaled{family: family, scale: 1}, gram: gram, n: n, outputs: outputs,
		alpha: make([]float64, n*outputs), scores: make([]float64, n*outputs),
	}
}

// Shape is how many rows parts may name, and how many columns.
func (b *Kernel) Shape() (rows, outputs int) { return b.n, b.outputs }

// Scale is W ← c W.
func (b *Kernel) Scale(c float64) {
	switch reset, fold := b.shrink(c); {
	case reset:
		b.average.flush(b.alpha)
		clear(b.alpha)
		clear(b.scores)
	case fold:
		b.average.flush(b.alpha)
		floats.Scale(b.scale, b.alpha)
		floats.Scale(b.scale, b.scores)
		b.scale = 1
	}
}

// Add is W ← W + step·U: each part adds a multiple of one row of the Gram matrix to one column of scores.
func (b *Kernel) Add(step float64, parts []toolkit.Part) {
	n := b.n
	inner, squared := b.InnerProducts(parts)
	b.advance(step, inner, squared)
	for _, p := range b.chosen {
		v := step * p.Value / b.scale
		b.alpha[p.Col*n+p.Row] += v
		if b.average.on {
			b.average.b[p.Col*n+p.Row] += v * b.average.s
		}
		b.gram.AddRow(b.scores[p.Col*n:(p.Col+1)*n], v, p.Row)
	}
}

// InnerProducts returns ⟨W, U⟩ and ‖U‖².
func (b *Kernel) InnerProducts(parts []toolkit.Part) (inner, squared float64) {
	b.choose(parts)
	return b.innerProducts(func(row, col int) float64 { return b.scale * b.scores[col*b.n+row] }, b.gram.At)
}

// Scores adds the scores of one training row to dst.
func (b *Kernel) Scores(dst []float64, row int) {
	n := b.n
	for c := range b.outputs {
		dst[c] += b.scale * b.scores[c*n+row]
	}
}

// Coefficients is α as an n × outputs matrix: the score of a new point z is Σ_j k(z, x_j) α_j.
func (b *Kernel) Coefficients() *linalg.Dense {
	n := b.n
	a := linalg.NewDense(n, b.outputs, nil)
	for c := range b.outputs {
		for j := range n {
			a.Data[j*b.outputs+c] = b.scale * b.alpha[c*n+j]
		}
	}
	return a
}

// Refresh recomputes the squared norm ⟨α, Kα⟩ from the coefficients and the scores; O(n·outputs). Where it is below 0
// by more than rounding, K is no Gram matrix: there is no norm, which then is NaN.
func (b *Kernel) Refresh() {
	const rounding = 1e-9
	squared := floats.Dot(b.alpha, b.scores)
	if squared < -rounding*floats.Norm(b.alpha, 2)*floats.Norm(b.scores, 2) {
		squared = math.NaN()
	}
	b.squared = max(0, b.scale*b.scale*squared)
}

// StartAverage begins to average over the rounds that Tick counts.
func (b *Kernel) StartAverage() { b.average.start(len(b.alpha)) }

// Averaged is a block of its own with the average of W over the rounds; its scores take one product with the Gram
// matrix.
func (b *Kernel) Averaged() Block {
	a := NewKernel(b.family, b.gram, b.outputs)
	a.alpha = b.average.mean(b.alpha)
	n := b.n
	for c := range b.outputs {
		for j, v := range a.alpha[c*n : (c+1)*n] {
			if v != 0 {
				b.gram.AddRow(a.scores[c*n:(c+1)*n], v, j)
			}
		}
	}
	a.Refresh()
	return a
}
