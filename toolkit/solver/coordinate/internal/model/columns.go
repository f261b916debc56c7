package model

import (
	"math"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Blocks are the columns of a linear model, f = A w, and the blocks of weights that a norm keeps together, Ω(w) = Σ_g
// ω_g ‖w_g‖. A column meets a range of the predictions alone: several outputs or tasks, their predictions one after
// another, share the columns that are stored. Columns that nothing penalizes come last, each a block with ω_g = 0.
type Blocks struct {
	Columns   []Column
	From      []int // block g is Columns[From[g]:From[g+1]]
	Omega     []float64
	N         int                   // predictions
	Penalized int                   // blocks that the norm or a ridge is on
	Single    bool                  // block k is column k alone, whose weight is number k of w
	Signs     []int8                // by block of one column: the sign its weight may have, 0 for either; nil for all 0
	ByRows    linalg.Map            // the transpose of the first column's matrix; nil where it is not at hand
	straight  []bool                // by block: its weights follow one another; nil where that is not known
	Chosen    *linalg.ChosenColumns // the first columns, a block each, where only some are copied; or nil
}

// Column is a row of a transposed matrix, the predictions lo ≤ i < hi it meets, and the index of its weight in w.
type Column struct {
	A                     linalg.Rows
	Row, Lo, Hi, WeightAt int
}

// Count is the number of blocks.
func (b *Blocks) Count() int { return len(b.Omega) }

// Unpenalized are the columns that nothing penalizes.
func (b *Blocks) Unpenalized() []Column { return b.Columns[b.From[b.Penalized]:] }

// IsPenalized tells whether the norm or a ridge is on a block.
func (b *Blocks) IsPenalized(g int) bool { return g < b.Penalized }

// Of are the columns of a block.
func (b *Blocks) Of(g int) []Column { return b.Columns[b.From[g]:b.From[g+1]] }

// Add appends a block.
func (b *Blocks) Add(omega float64, columns ...Column) {
	b.Columns, b.Omega = append(b.Columns, columns...), append(b.Omega, omega)
	b.From = append(b.From, len(b.Columns))
}

// Dot is the column's product with its part of u, one number a prediction.
func (c *Column) Dot(u []float64) float64 { return c.A.DotRow(c.Row, u[c.Lo:c.Hi]) }

// AddTo is u ← u + s times the column.
func (c *Column) AddTo(u []float64, s float64) { c.A.AddRow(u[c.Lo:c.Hi], s, c.Row) }

// Overlaps tells whether two columns have predictions in common: all of them, as blocks are made, or none.
func (c *Column) Overlaps(other *Column) bool { return c.Lo < other.Hi && other.Lo < c.Hi }

// sameSpan tells whether two columns meet the same predictions.
func (c *Column) sameSpan(other *Column) bool { return c.Lo == other.Lo && c.Hi == other.Hi }

// straighten finds out which blocks have weights that follow one another.
func (b *Blocks) straighten() {
	if b.Single {
		return
	}
	b.straight = make([]bool, b.Count())
	for g := range b.straight {
		block := b.Of(g)
		b.straight[g] = len(block) > 1
		for i := range block {
			b.straight[g] = b.straight[g] && block[i].WeightAt == block[0].WeightAt+i
		}
	}
}

// part are the weights of a block of several that follow one another; nil for others.
func (b *Blocks) part(g int, w []float64) []float64 {
	if b.straight == nil || !b.straight[g] {
		return nil
	}
	first := b.From[g]
	at := b.Columns[first].WeightAt
	return w[at : at+b.From[g+1]-first]
}

// weights appends those of a block to dst.
func (b *Blocks) weights(dst []float64, g int, w []float64) []float64 {
	part := b.part(g, w)
	dst = append(dst, part...)
	for k := b.From[g] + len(part); k < b.From[g+1]; k++ {
		dst = append(dst, w[b.Columns[k].WeightAt])
	}
	return dst
}

// longPart is from how many weights on a vector kernel is worth its call.
const longPart = 16

// Norm is ‖w_g‖.
func (b *Blocks) Norm(g int, w []float64) float64 {
	if part := b.part(g, w); len(part) >= longPart {
		return math.Sqrt(linalg.Dot(part, part))
	}
	block := b.Of(g)
	if len(block) == 1 {
		return math.Abs(w[block[0].WeightAt])
	}
	var sum float64
	for i := range block {
		v := w[block[i].WeightAt]
		sum += v * v
	}
	return math.Sqrt(sum)
}

// Penalty is λ Σ_g ω_g ‖w_g‖ + (μ/2)‖w‖² over the blocks that are penalized.
func (b *Blocks) Penalty(w []float64, lambda, mu float64) float64 {
	norms, squares := b.norms(w, nil)
	return lambda*norms + mu/2*squares
}

// norms are Σ_g ω_g ‖w_g‖ and ‖w‖² over the blocks that are penalized, those of a set where all others are 0; nil for
// all.
func (b *Blocks) norms(w []float64, set []int) (norms, squares float64) {
	count := b.Penalized
	switch {
	case set != nil:
		count = len(set)
	case b.Single:
		for g, v := range w[:count] {
			if v != 0 {
				norms += b.Omega[g] * math.Abs(v)
				squares += v * v
			}
		}
		return norms, squares
	}
	for i := range count {
		g := i
		if set != nil {
			g = set[i]
		}
		if first := b.From[g]; b.IsPenalized(g) {
			var norm float64
			if b.From[g+1] == first+1 { // most are: without a call
				norm = math.Abs(w[b.Columns[first].WeightAt])
			} else {
				norm = b.Norm(g, w)
			}
			norms += b.Omega[g] * norm
			squares += norm * norm
		}
	}
	return norms, squares
}

// AddTo is f ← f + s A w.
func (b *Blocks) AddTo(f []float64, s float64, w []float64) {
	for k := range b.Columns {
		at := k
		if !b.Single {
			at = b.Columns[k].WeightAt
		}
		if w[at] != 0 {
			b.Columns[k].AddTo(f, s*w[at])
		}
	}
}

// Rows is how many columns stand as a matrix has them for all predictions: they are all of its rows; 0 for none.
func (b *Blocks) Rows() int {
	if len(b.Columns) == 0 {
		return 0
	}
	a := b.Columns[0].A
	count, n := a.Dims()
	if a == linalg.Rows(b.Chosen) || n != b.N || count > len(b.Columns) {
		return 0
	}
	for k := range count {
		if e := &b.Columns[k]; e.A != a || e.Row != k {
			return 0
		}
	}
	return count
}

// BlockProducts writes A_gᵀu for a block.
func (b *Blocks) BlockProducts(products []float64, g int, u []float64) {
	for k := b.From[g]; k < b.From[g+1]; k++ {
		products[k] = b.Columns[k].Dot(u)
	}
}

// Sign is the one that the weight of a block may have; 0 for either.
func (b *Blocks) Sign(g int) int8 {
	if g < len(b.Signs) {
		return b.Signs[g]
	}
	return 0
}

// Clip is the weight of a block that is nearest to one, of the signs that it may have.
func (b *Blocks) Clip(g int, w float64) float64 {
	if float64(b.Sign(g))*w < 0 {
		return 0
	}
	return w
}

// Enter clips weights.
func (b *Blocks) Enter(w []float64) {
	for g := range b.Signs {
		at := b.Columns[b.From[g]].WeightAt
		w[at] = b.Clip(g, w[at])
	}
}

// Polar is what a block's bound λω_g is for, at s times products: their norm, or of a weight that may have one sign the
// part of that.
func (b *Blocks) Polar(products []float64, g int, s float64) float64 {
	if k := b.From[g]; b.From[g+1] == k+1 && b.Signs == nil { // most are: without a call
		return math.Abs(s * products[k])
	}
	return b.polar(products, g, s)
}

func (b *Blocks) polar(products []float64, g int, s float64) float64 {
	if sign := b.Sign(g); sign != 0 {
		return math.Max(0, s*float64(sign)*products[b.From[g]])
	}
	return math.Abs(s) * b.ProductNorm(products, g)
}

// ProductNorm is ‖products_g‖, of numbers by column.
func (b *Blocks) ProductNorm(products []float64, g int) float64 {
	if part := products[b.From[g]:b.From[g+1]]; len(part) > 1 {
		return math.Sqrt(linalg.Dot(part, part))
	}
	return math.Abs(products[b.From[g]])
}

// copyOf is a copy of some rows.
func copyOf(a linalg.Rows, rows []int) *linalg.Dense {
	_, n := a.Dims()
	out := linalg.NewDense(len(rows), n, nil)
	for i, row := range rows {
		a.AddRow(out.Row(i), 1, row)
	}
	return out
}
