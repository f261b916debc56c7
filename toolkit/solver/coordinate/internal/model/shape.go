package model

import (
	"math"
	"slices"

	"github.com/proxlab/proxlab/toolkit/solver/coordinate/internal/shape"
)

// Curvature is what a minimum over one block needs to know of its columns.
type Curvature struct {
	B       *Blocks
	Dot     func(j, k int) float64 // A_jᵀC A_k
	Squares []float64              // A_jᵀC A_j by column; NaN where it is not known yet
	Shapes  []*shape.Block         // by block; nil for single columns, and where it is not known yet
}

// newCurvature is that of no block yet.
func newCurvature(b *Blocks, dot func(j, k int) float64, squares []float64) *Curvature {
	m := &Curvature{B: b, Dot: dot, Squares: squares}
	if len(b.Columns) > b.Count() {
		m.Shapes = make([]*shape.Block, b.Count())
	}
	return m
}

// unknown are so many squares of columns.
func unknown(count int) []float64 {
	out := make([]float64, count)
	for k := range out {
		out[k] = math.NaN()
	}
	return out
}

// Know makes sure that the shapes of some blocks are known.
func (m *Curvature) Know(blocks []int) {
	for _, g := range blocks {
		first, last := m.B.From[g], m.B.From[g+1]
		if last > first && m.Squares[first] == m.Squares[first] && (last == first+1 || m.Shapes[g] != nil) {
			continue
		}
		for k := first; k < last; k++ {
			if math.IsNaN(m.Squares[k]) {
				m.Squares[k] = m.Dot(k, k)
			}
		}
		if last > first+1 {
			m.Shapes[g] = m.shapeOf(m.B.Of(g), first)
		}
	}
}

// maxGram is the size of the largest block whose Gram matrix is kept.
const maxGram = 128

// shapeOf is that of a block whose squares are known.
func (m *Curvature) shapeOf(block []Column, first int) *shape.Block {
	size, squares := len(block), m.Squares[first:first+len(block)]
	diagonal := true // columns without predictions in common stand in the order of theirs
	for i := 1; i < size; i++ {
		diagonal = diagonal && block[i-1].Hi <= block[i].Lo && !block[i].Overlaps(&block[i-1])
	}
	switch {
	case diagonal && slices.Min(squares) == slices.Max(squares):
		return &shape.Block{L: squares[:1]}
	case diagonal:
		return &shape.Block{L: squares}
	case size > maxGram:
		return &shape.Block{L: []float64{trace(block, squares)}}
	}
	gram := make([]float64, size*size)
	for i := range block {
		gram[i*size+i] = squares[i]
		for k := range i {
			if block[i].Overlaps(&block[k]) {
				v := m.Dot(first+i, first+k)
				gram[i*size+k], gram[k*size+i] = v, v
			}
		}
	}
	if of, ok := shape.Of(gram, size); ok {
		return of
	}
	return &shape.Block{L: []float64{trace(block, squares)}}
}

// trace bounds the eigenvalues of a block: those of columns that meet the same predictions by the sum of their squares.
func trace(block []Column, squares []float64) (most float64) {
	sums := map[int]float64{}
	for i := range block {
		sums[block[i].Lo] += squares[i]
		if v := sums[block[i].Lo]; !(v <= most) {
			most = v
		}
	}
	return most
}
