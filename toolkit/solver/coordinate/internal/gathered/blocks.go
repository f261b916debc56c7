// Package gathered has the blocks of a dense A of which working sets only grow, whole rows of W: for most of them no
// more is kept than their norms.
package gathered

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/arranged"
	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/model"
)

// Blocks are those of a penalty, the features of each, with their weights for all outputs. What they are for a model is
// made of those in a set alone: of W there are d·k numbers, and of these sets few.
type Blocks struct {
	Rows
	Set          []int     // those that the model has, ascending
	Sizes, Norms []float64 // ‖A_gᵀu‖ at the last point, and ‖A_g‖, over all outputs
	Polar, Whole float64   // max_g ‖A_g‖/ω_g, and (Σ_g ‖A_g‖²)^½
	of           *arranged.Predictions
	chosen       *linalg.ChosenColumns
	n, d, k      int
	free         int       // unpenalized weights
	products     []float64 // AᵀU, d×k
}

// Rows are blocks of whole rows of W: the features of each, and their weights ω_g.
type Rows struct {
	Features [][]int
	Omega    []float64
}

// RowsOf are those that groups of the weights W, d×k, are; nil where some are not, or a feature is in none or several,
// or weights are not finite.
func RowsOf(groups [][]int, omega []float64, d, k int) *Rows {
	features, taken, all := make([][]int, 0, len(groups)), make([]bool, d), make([]int, 0, d)
	for _, group := range groups {
		if len(group) == 0 || len(group)%k != 0 {
			return nil
		}
		from := len(all)
		for ; len(group) > 0; group = group[k:] {
			j := group[0] / k
			if group[0] < 0 || j >= d || taken[j] {
				return nil
			}
			for c, i := range group[:k] {
				if i != j*k+c {
					return nil
				}
			}
			taken[j], all = true, append(all, j)
		}
		features = append(features, all[from:len(all):len(all)])
	}
	if len(all) != d || len(omega) != len(features) || math.IsInf(floats.Sum(omega), 1) {
		return nil
	}
	return &Rows{features, omega}
}

// New are those of columns that are chosen for k outputs, with so many unpenalized weights beside.
func New(of *arranged.Predictions, chosen *linalg.ChosenColumns, rows *Rows, k, free int) *Blocks {
	count := len(rows.Features)
	b := &Blocks{
		Rows: *rows, Sizes: make([]float64, count), Norms: make([]float64, count), of: of, chosen: chosen, k: k, free: free,
	}
	b.d, b.n = chosen.Dims()
	for g, own := range b.Features {
		sum := 0.
		for _, j := range own {
			sum += float64(k) * chosen.DotRows(j, j)
		}
		b.Norms[g] = math.Sqrt(sum)
		b.Polar = max(b.Polar, b.Norms[g]/b.Omega[g])
	}
	b.Whole = vec.Norm(b.Norms)
	return b
}

// Weights is how many there are.
func (b *Blocks) Weights() int { return b.d*b.k + b.free }

// Take makes the set some blocks, and returns what they are for a model: their weights follow one another, and those
// that are unpenalized come last.
func (b *Blocks) Take(set []int) model.Blocks {
	b.Set = set
	rows := b.count(set)
	out := model.Blocks{N: b.n * b.k, From: make([]int, 1, len(set)+b.free+1), Chosen: b.chosen}
	out.Columns = make([]model.Column, 0, rows*b.k+b.free)
	for _, g := range set {
		for _, j := range b.Features[g] {
			for t := range b.k {
				e := b.of.Column(b.of.Columns, j*b.k+t, 0)
				e.WeightAt = len(out.Columns)
				out.Columns = append(out.Columns, e)
			}
		}
		out.From, out.Omega = append(out.From, len(out.Columns)), append(out.Omega, b.Omega[g])
	}
	out.Penalized = len(set)
	for i := range b.free {
		out.Add(0, b.of.Column(b.of.Unpenalized, i, rows*b.k))
	}
	return out
}

// Gather writes the weights of the set, of all, to w.
func (b *Blocks) Gather(w, all []float64) {
	b.each(w, all, func(one, other []float64) { copy(one, other) })
}

// Scatter writes the weights of the set back to all.
func (b *Blocks) Scatter(all, w []float64) {
	b.each(w, all, func(one, other []float64) { copy(other, one) })
}

func (b *Blocks) each(w, all []float64, do func(w, all []float64)) {
	at := 0
	for _, g := range b.Set {
		for _, j := range b.Features[g] {
			do(w[at:at+b.k], all[j*b.k:(j+1)*b.k])
			at += b.k
		}
	}
	do(w[at:], all[b.d*b.k:])
}

// Refresh makes sizes those at u, one output after the other, of all blocks: by the gradient −AᵀU where it is known.
func (b *Blocks) Refresh(u, gradient []float64) {
	if gradient == nil {
		b.products = vec.Resize(b.products, b.d*b.k)
		b.chosen.MulColumns(b.products, u, b.k)
		gradient = b.products
	}
	for g, own := range b.Features {
		sum := 0.
		for _, j := range own {
			if b.k == 1 { // without a call
				sum += gradient[j] * gradient[j]
				continue
			}
			row := gradient[j*b.k : (j+1)*b.k]
			sum += linalg.Dot(row, row)
		}
		b.Sizes[g] = math.Sqrt(sum)
	}
}

// HasAll tells whether all columns are copied.
func (b *Blocks) HasAll() bool { return b.chosen.Has(vec.UpTo(b.d)) }

// All are all blocks.
func (b *Blocks) All() []int { return vec.UpTo(len(b.Features)) }

// IsAll tells whether the set is all blocks.
func (b *Blocks) IsAll() bool { return len(b.Set) == len(b.Features) }

// count is how many features some blocks have.
func (b *Blocks) count(set []int) (count int) {
	for _, g := range set {
		count += len(b.Features[g])
	}
	return count
}

// Places are where the blocks of a set before are in this one; −1 for those that are not.
func (b *Blocks) Places(before []int) []int {
	out := make([]int, len(before))
	for i, g := range before {
		at, has := slices.BinarySearch(b.Set, g)
		if out[i] = at; !has {
			out[i] = -1
		}
	}
	return out
}
