package params

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// Seen is a block of explicit weights over features that rows have or have not, a matrix X of 0 and 1, with weights for
// pairs of a feature and an output alone: those that some labelled rows show. All other weights are 0 and stay so. Of
// features that are strings most go with few labels, so that memory, scores and steps cost a fraction of Explicit's;
// all take time linear in the nonzeros of the rows named.
//
// Source: Okazaki, CRFsuite, 2007, whose features are such pairs ("feature.possible_states = 0").
type Seen struct {
	scaled
	x       *Indicators
	outputs int
	pairs   Pairs
	w       []float64 // one a pair, under the lazy scale

	dense   []float64 // scratch of Add: the values of the parts, rows × outputs
	touched []bool    // rows of dense that have one
	sums    []float64 // scratch of InnerProducts: one a pair
}

// NewSeen makes a zero block for a family over the rows of x with the given number of outputs.
func NewSeen(family int, x *Indicators, pairs Pairs, outputs int) *Seen {
	if len(pairs.Ptr) != x.Features+1 {
		panic("params: pairs are of other features")
	}
	return &Seen{
		scaled: scaled{family: family, scale: 1}, x: x, outputs: outputs, pairs: pairs,
		w: make([]float64, len(pairs.Output)),
	}
}

// Shape is how many rows parts may name, and how many columns.
func (b *Seen) Shape() (rows, outputs int) { return b.x.Rows(), b.outputs }

// Scale is W ← c W.
func (b *Seen) Scale(c float64) {
	switch reset, fold := b.shrink(c); {
	case reset:
		b.average.flush(b.w)
		clear(b.w)
	case fold:
		b.average.flush(b.w)
		floats.Scale(b.scale, b.w)
		b.scale = 1
	}
}

// window is how many rows Add collects at a time.
const window = 4096

// collect calls use with every row that parts name, and Σ Value e_Col over its parts.
func (b *Seen) collect(parts []toolkit.Part, use func(row int, u []float64)) {
	c := b.outputs
	for first, end := 0, 0; ; first = end {
		lo, hi := b.x.Rows(), 0
		for _, p := range parts { // rows come in a run, those of a sequence: one round but for runs that are long
			if p.Family == b.family && p.Row >= first {
				lo, hi = min(lo, p.Row), max(hi, p.Row+1)
			}
		}
		if lo >= hi {
			return
		}
		end = min(hi, lo+window)
		b.dense = slices.Grow(b.dense[:0], (end-lo)*c)[:(end-lo)*c]
		b.touched = slices.Grow(b.touched[:0], end-lo)[:end-lo]
		clear(b.dense)
		clear(b.touched)
		for _, p := range parts {
			if p.Family == b.family && p.Row >= lo && p.Row < end {
				b.dense[(p.Row-lo)*c+p.Col] += p.Value
				b.touched[p.Row-lo] = true
			}
		}
		for r, there := range b.touched {
			if there {
				use(lo+r, b.dense[r*c:(r+1)*c])
			}
		}
	}
}

// Add is W ← W + step·U; it keeps ‖W‖² as it writes.
func (b *Seen) Add(step float64, parts []toolkit.Part) {
	step /= b.scale
	var grown float64
	b.collect(parts, func(row int, u []float64) {
		for _, j := range b.x.Row(row) {
			lo, hi := b.pairs.Ptr[j], b.pairs.Ptr[j+1]
			w, behind := b.w[lo:hi], b.w[:0]
			if b.average.on {
				behind = b.average.b[lo:hi]
			}
			for i, output := range b.pairs.Output[lo:hi] {
				d := step * u[output]
				grown += d * (2*w[i] + d)
				w[i] += d
				if i < len(behind) {
					behind[i] += d * b.average.s
				}
			}
		}
	})
	b.squared = max(0, b.squared+b.scale*b.scale*grown)
}

// InnerProducts returns ⟨W, U⟩ and ‖U‖².
func (b *Seen) InnerProducts(parts []toolkit.Part) (inner, squared float64) {
	if b.sums == nil {
		b.sums = make([]float64, len(b.w))
	}
	var rows []int
	b.collect(parts, func(row int, u []float64) {
		b.pairs.AddRow(b.sums, 1, b.x.Row(row), u)
		rows = append(rows, row)
	})
	for _, row := range rows {
		for _, j := range b.x.Row(row) {
			for k := b.pairs.Ptr[j]; k < b.pairs.Ptr[j+1]; k++ {
				inner += b.scale * b.w[k] * b.sums[k]
				squared += b.sums[k] * b.sums[k]
				b.sums[k] = 0
			}
		}
	}
	return inner, squared
}

// Scores adds x_rowᵀ W to dst.
func (b *Seen) Scores(dst []float64, row int) {
	b.pairs.AddScores(dst, b.w, b.scale, b.x.Row(row))
}

// Coefficients is W, a features × outputs matrix.
func (b *Seen) Coefficients() *linalg.Dense {
	m := linalg.NewDense(b.x.Features, b.outputs, nil)
	for j := range b.x.Features {
		for k := b.pairs.Ptr[j]; k < b.pairs.Ptr[j+1]; k++ {
			m.Data[j*b.outputs+int(b.pairs.Output[k])] = b.scale * b.w[k]
		}
	}
	return m
}

// Weights is a copy of the weights, one a pair.
func (b *Seen) Weights() []float64 {
	w := slices.Clone(b.w)
	floats.Scale(b.scale, w)
	return w
}

// SetWeights takes weights over as Weights returned them, before an average begins.
func (b *Seen) SetWeights(w []float64) {
	copy(b.w, w)
	b.scale = 1
	b.Refresh()
}

// Refresh recomputes the squared norm exactly.
func (b *Seen) Refresh() { b.squared = b.scale * b.scale * floats.Dot(b.w, b.w) }

// StartAverage begins to average over the rounds that Tick counts.
func (b *Seen) StartAverage() { b.average.start(len(b.w)) }

// Averaged is a block of its own with the average of W over the rounds.
func (b *Seen) Averaged() Block {
	a := NewSeen(b.family, b.x, b.pairs, b.outputs)
	a.w = b.average.mean(b.w)
	a.Refresh()
	return a
}
