package model

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/internal/vec"
	"github.com/proxlab/proxlab/toolkit/linalg"
)

// The Gram matrix of all columns pays for at most so many of an output, and so many times as many predictions; of
// sparse columns where it and its factor cost no more than so many products with all of them.
const (
	mostTall   = 256
	mostShared = 128
	tallFrom   = 8
	tallCost   = 64
)

// TakesAll tells whether it pays for n×d numbers, of which several outputs share fewer: sets of them share one, too.
func TakesAll(n, d, outputs int) bool {
	return d <= mostTall && (d <= mostShared || outputs == 1) && n >= tallFrom*d
}

// Tall tells whether it pays.
func (b *Blocks) Tall() bool {
	counts, filled := map[[2]int]int{}, b.Filled()
	from := 0 // of columns that meet the same predictions
	for k := 1; k <= len(b.Columns); k++ {
		e := &b.Columns[from]
		if k < len(b.Columns) && b.Columns[k].sameSpan(e) {
			continue
		}
		at := [2]int{e.Lo, e.Hi}
		counts[at] += k - from
		count, n := counts[at], e.Hi-e.Lo
		if count > mostTall || n < tallFrom*count {
			return false
		}
		d, stored := float64(count), filled*float64(n)
		if filled <= MostFilled && filled*d/2+d*d/(3*stored) > tallCost {
			return false
		}
		from = k
	}
	return true
}

// takesFactors tells whether every block is one column, and all columns meet the same predictions.
func (b *Blocks) takesFactors() bool {
	if len(b.Columns) != b.Count() {
		return false
	}
	for k := range b.Columns {
		if b.Columns[k].Lo != 0 || b.Columns[k].Hi != b.N {
			return false
		}
	}
	return true
}

// sharedFrom is from how many outputs on a Gram matrix that they share pays: with one, blocks took twice as long by it.
const sharedFrom = 2

// GramPays tells whether the Gram matrix of the columns of some blocks pays for passes over these alone, which several
// outputs share: a change costs as many numbers as there are columns in place of twice as many as there are examples,
// and a product none.
func (b *Blocks) GramPays(set []int) bool {
	if len(set) == 0 || b.Filled() <= MostFilled {
		return false
	}
	first := &b.Columns[b.From[set[0]]]
	n, columns := first.Hi-first.Lo, 0
	for _, g := range set {
		for k := b.From[g]; k < b.From[g+1]; k++ {
			if b.Columns[k].sameSpan(first) {
				columns++
			}
		}
	}
	return b.N >= sharedFrom*n && columns <= min(n, MaxNewtonSystem)
}

// GramOf is the quadratic of the columns of some blocks, nil for all, with weights h.
func GramOf(b *Blocks, set []int, h []float64) *ByGram {
	out := &ByGram{b: b}
	columns := vec.UpTo(len(b.Columns))
	if set != nil {
		_, columns = b.Only(set)
	}
	at := map[[2]int]int{}
	for _, k := range columns {
		e := &b.Columns[k]
		span := [2]int{e.Lo, e.Hi}
		if _, known := at[span]; !known {
			at[span] = len(out.parts)
			out.parts = append(out.parts, gramPart{})
		}
		p := &out.parts[at[span]]
		p.columns = append(p.columns, k)
	}
	of := map[linalg.Rows]*weightedGram{}
	for _, k := range columns {
		e := &b.Columns[k]
		if of[e.A] == nil {
			rows, _ := e.A.Dims()
			if of[e.A] = (&weightedGram{place: make([]int, rows)}); e.A == b.Columns[0].A {
				of[e.A].transposed = b.ByRows
			}
		}
		of[e.A].place[e.Row] = 1
	}
	for i := range out.parts {
		if i > 0 && b.sameColumns(out.parts[i-1].columns, out.parts[i].columns, h) {
			out.parts[i].gram = out.parts[i-1].gram
			continue
		}
		out.parts[i].gram = b.gram(out.parts[i].columns, h, of)
	}
	out.arrange()
	return out
}

// sameColumns tells whether two outputs have the same columns and weights.
func (b *Blocks) sameColumns(one, other []int, h []float64) bool {
	for i, k := range one {
		if i == len(other) || b.Columns[k].A != b.Columns[other[i]].A || b.Columns[k].Row != b.Columns[other[i]].Row {
			return false
		}
	}
	p, q := &b.Columns[one[0]], &b.Columns[other[0]]
	return len(one) == len(other) && slices.Equal(h[p.Lo:p.Hi], h[q.Lo:q.Hi])
}

// weightedGram is the Gram matrix of those rows of a matrix, of features or of unpenalized columns, that some output
// asks for: outputs may share it.
type weightedGram struct {
	from, transposed linalg.Map // the rows' matrix, and what all its rows are the columns of; nil where that is not known
	h, gram          []float64
	place            []int // by row: its place, before there is a gram 1, and 0 for one that nobody asks for
	rows             []int // of the matrix
	size             int
}

// mostRows is one over the share of the rows from which all of them are less than to transpose some.
const mostRows = 2

// make makes it for weights h.
func (w *weightedGram) make(a linalg.Rows, h []float64) {
	if w.gram == nil {
		var rows []int
		for row, asked := range w.place {
			if w.place[row] = len(rows); asked > 0 {
				rows = append(rows, row)
			}
		}
		if w.transposed != nil && !linalg.IsDense(w.transposed) && mostRows*len(rows) > len(w.place) {
			rows = vec.UpTo(len(w.place))
			copy(w.place, rows)
		}
		w.size, w.rows, w.from = len(rows), rows, a
		if _, stored := a.(linalg.Entries); !stored {
			w.from, w.rows, w.transposed = copyOf(a, rows), vec.UpTo(len(rows)), nil
		}
	}
	w.h, w.gram = h, linalg.GramOfSome(w.from, w.rows, w.transposed, h)
}

// gram is A_SᵀH A_S of the columns of one output.
func (b *Blocks) gram(which []int, h []float64, of map[linalg.Rows]*weightedGram) []float64 {
	m := len(which)
	out := make([]float64, m*m)
	first := &b.Columns[which[0]]
	part := h[first.Lo:first.Hi]
	scaled := make([]float64, b.N)
	for i, ki := range which {
		e := &b.Columns[ki]
		own := of[e.A]
		if own.gram == nil || &own.h[0] != &part[0] && !slices.Equal(own.h, part) {
			own.make(e.A, part)
		}
		at, filled := own.place[e.Row], false
		for j, kj := range which[:i] {
			other := &b.Columns[kj]
			var v float64
			if other.A == e.A {
				v = own.gram[at*own.size+own.place[other.Row]]
			} else {
				if !filled {
					clear(scaled[e.Lo:e.Hi])
					e.AddTo(scaled, 1)
					floats.Mul(scaled[e.Lo:e.Hi], part)
					filled = true
				}
				v = other.Dot(scaled)
			}
			out[i*m+j], out[j*m+i] = v, v
		}
		out[i*m+i] = own.gram[at*own.size+at]
	}
	return out
}
