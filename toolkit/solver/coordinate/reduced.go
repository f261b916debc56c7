package coordinate

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// reduced is a quadratic function of few weights and many predictions, Σ_i h_i ½(f_i − t_i)² with f = A w, as one of no
// more predictions than weights: with the Gram matrix AᵀH A = L Lᵀ and the gradient g at a point v it is
//
//	½‖Lᵀw − z‖² + const,      z = Lᵀv − L⁻¹g,
//
// by output, as outputs have no predictions in common. A pass over its columns costs d² and not nd. The Gram matrix
// has rounding of its own, which matters to directions that are nearly dependent: the minimum is a step of iterative
// refinement, for gradients are those of A itself.
//
// Source: Golub and Van Loan, Matrix Computations, 2013, sections 5.3.2 and 5.3.8; covariance updates: Friedman,
// Hastie, Tibshirani, Regularization Paths for Generalized Linear Models via Coordinate Descent, J. Statist. Softw.
// 2010.
type reduced struct {
	blocks
	factors []factor
}

// factor is L of one output, and which columns of the blocks it is of.
type factor struct {
	l       *linalg.Dense
	columns []int
}

// The reduction pays for at most so many columns of an output, and so many times as many predictions.
const (
	mostReduced = 256
	tallFrom    = 8
)

// tall tells whether a reduction pays.
func (b *blocks) tall() bool {
	counts := map[[2]int]int{}
	from := 0 // of columns that meet the same predictions
	for k := 1; k <= len(b.columns); k++ {
		e := &b.columns[from]
		if k < len(b.columns) && b.columns[k].sameSpan(e) {
			continue
		}
		at := [2]int{e.lo, e.hi}
		counts[at] += k - from
		if count := counts[at]; count > mostReduced || e.hi-e.lo < tallFrom*count {
			return false
		}
		from = k
	}
	return true
}

// reduce makes the blocks of L.
func reduce(b *blocks, h []float64) *reduced {
	out := &reduced{blocks: *b}
	out.columns, out.n = make([]column, len(b.columns)), 0
	at := map[[2]int]int{}
	for k := range b.columns {
		e := &b.columns[k]
		span := [2]int{e.lo, e.hi}
		if _, known := at[span]; !known {
			at[span] = len(out.factors)
			out.factors = append(out.factors, factor{})
		}
		f := &out.factors[at[span]]
		f.columns = append(f.columns, k)
	}
	of := map[linalg.Rows]weightedGram{}
	for i := range out.factors {
		f := &out.factors[i]
		m := len(f.columns)
		f.l = linalg.CholeskyOfGram(b.gram(f.columns, h, of), m)
		for row, k := range f.columns {
			out.columns[k] = column{f.l, row, out.n, out.n + m, b.columns[k].weightAt}
		}
		out.n += m
	}
	return out
}

// weightedGram is the Gram matrix of a whole matrix, of features or of unpenalized columns: outputs may share it.
type weightedGram struct{ h, gram []float64 }

// gram is A_SᵀH A_S of the columns of one output.
func (b *blocks) gram(which []int, h []float64, of map[linalg.Rows]weightedGram) []float64 {
	m := len(which)
	out := make([]float64, m*m)
	first := &b.columns[which[0]]
	part := h[first.lo:first.hi]
	scaled := make([]float64, b.n)
	for i, ki := range which {
		e := &b.columns[ki]
		if known, is := of[e.a]; !is || &known.h[0] != &part[0] && !slices.Equal(known.h, part) {
			of[e.a] = weightedGram{part, linalg.GramOfRows(e.a, part)}
		}
		own := of[e.a].gram
		rows, _ := e.a.Dims()
		filled := false
		for j, kj := range which[:i] {
			other := &b.columns[kj]
			if other.a == e.a {
				out[i*m+j] = own[e.row*rows+other.row]
				continue
			}
			if !filled {
				clear(scaled[e.lo:e.hi])
				e.addTo(scaled, 1)
				floats.Mul(scaled[e.lo:e.hi], part)
				filled = true
			}
			out[i*m+j] = other.dot(scaled)
		}
		out[i*m+i] = own[e.row*rows+e.row]
	}
	return out
}

// targets are z at weights w, where the gradient, by column, is g.
func (r *reduced) targets(w, g []float64) []float64 {
	z := make([]float64, r.n)
	r.addTo(z, 1, w)
	for _, f := range r.factors {
		lo := r.columns[f.columns[0]].lo
		x := make([]float64, len(f.columns)) // L⁻¹g
		for j, k := range f.columns {
			row := f.l.Row(j)
			if row[j] > 0 {
				x[j] = (g[k] - floats.Dot(row[:j], x[:j])) / row[j]
			}
		}
		floats.Sub(z[lo:lo+len(x)], x)
	}
	return z
}

// descent is coordinate descent on the reduction, from weights w with gradient g.
func (r *reduced) descent(w, g []float64, lambda, mu float64) *descent {
	ones := make([]float64, r.n)
	floats.AddConst(1, ones)
	return newDescent(Descent{Start: w}, newQuadratic(r.blocks, ones, nil), nil, r.targets(w, g), lambda, mu)
}
