package coordinate

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// curvature is what a step over one block needs to know of its columns: of Σ_i c_i ½ r_i², with the residual r, as a
// function of its weights.
type curvature struct {
	uniform  []float64   // by column: c_i, where all its predictions have the same; else 0
	squares  []float64   // by column: A_jᵀC A_j
	l        []float64   // by block: L_g, the largest eigenvalue of A_gᵀC A_g, or a bound of it
	gram     [][]float64 // by block: A_gᵀC A_g row by row; nil where it is diagonal or too large
	diagonal []bool      // by block: it is diagonal, no two columns overlap
}

// maxGram is the size of the largest block whose Gram matrix is kept.
const maxGram = 64

func newCurvature(b *blocks, c, squares []float64) curvature {
	m := curvature{
		uniform: make([]float64, len(b.columns)), squares: make([]float64, len(b.columns)), l: make([]float64, b.count()),
		gram: make([][]float64, b.count()), diagonal: make([]bool, b.count()),
	}
	same := map[[2]int]float64{}
	scratch := make([]float64, b.n)
	for k := range b.columns {
		e := &b.columns[k]
		if k > 0 && e.sameSpan(&b.columns[k-1]) {
			m.uniform[k] = m.uniform[k-1]
		} else {
			m.uniform[k] = uniformWeight(same, c, e.lo, e.hi)
		}
		switch {
		case m.uniform[k] == 0:
			m.squares[k] = weightedDot(scratch, c, e, e)
		case squares != nil:
			m.squares[k] = m.uniform[k] * squares[k]
		default:
			m.squares[k] = m.uniform[k] * e.a.DotRows(e.row, e.row)
		}
	}
	for g := range m.l {
		m.block(b, g, c, scratch)
	}
	return m
}

// uniformWeight is the weight of predictions that all have the same; 0 of others. known are those found before.
func uniformWeight(known map[[2]int]float64, c []float64, lo, hi int) float64 {
	at := [2]int{lo, hi}
	if _, is := known[at]; !is {
		known[at] = 0
		if part := c[lo:hi]; len(part) > 0 && slices.Min(part) == slices.Max(part) {
			known[at] = part[0]
		}
	}
	return known[at]
}

// weightedDot is A_jᵀC A_k.
func weightedDot(scratch, c []float64, j, k *column) float64 {
	part := scratch[j.lo:j.hi]
	clear(part)
	j.addTo(scratch, 1)
	floats.Mul(part, c[j.lo:j.hi])
	return k.dot(scratch)
}

// block fills in l and gram of a block.
func (m *curvature) block(b *blocks, g int, c, scratch []float64) {
	block, first := b.of(g), b.start[g]
	squares := m.squares[first : first+len(block)]
	diagonal := true // columns without predictions in common stand in the order of theirs
	for i := 1; i < len(block); i++ {
		diagonal = diagonal && block[i-1].hi <= block[i].lo && !block[i].overlaps(&block[i-1])
	}
	switch {
	case diagonal:
		m.diagonal[g] = true
		m.l[g] = slices.Max(squares)
		return
	case len(block) > maxGram:
		m.l[g] = floats.Sum(squares)
		return
	}
	gram := make([]float64, len(block)*len(block))
	for i := range block {
		gram[i*len(block)+i] = squares[i]
		for k := range i {
			var v float64
			switch {
			case !block[i].overlaps(&block[k]):
			case m.uniform[first+i] > 0:
				v = m.uniform[first+i] * block[i].a.DotRows(block[i].row, block[k].row)
			default:
				v = weightedDot(scratch, c, &block[i], &block[k])
			}
			gram[i*len(block)+k], gram[k*len(block)+i] = v, v
		}
	}
	m.gram[g] = gram
	if m.l[g] = floats.Sum(squares); solver.Finite(m.l[g]) {
		if values, _, ok := linalg.EigenSym(gram, len(block)); ok {
			m.l[g] = math.Min(m.l[g], slices.Max(values)*(1+1e-12))
		}
	}
}
