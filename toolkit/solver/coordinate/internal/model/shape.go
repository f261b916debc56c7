package model

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Curvature is what a minimum over one block needs to know of its columns.
type Curvature struct {
	B       *Blocks
	Dot     func(j, k int) float64 // A_jᵀC A_k
	Squares []float64              // A_jᵀC A_j by column; NaN where it is not known yet
	Shapes  []*BlockShape          // by block; nil for single columns, and where it is not known yet
}

// newCurvature is that of no block yet.
func newCurvature(b *Blocks, dot func(j, k int) float64, squares []float64) *Curvature {
	m := &Curvature{B: b, Dot: dot, Squares: squares}
	if len(b.Columns) > b.Count() {
		m.Shapes = make([]*BlockShape, b.Count())
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

// BlockShape is the Gram matrix H = A_gᵀC A_g = V diag(l) Vᵀ of a block's columns, which makes the minimum over the
// block quick.
type BlockShape struct {
	gram []float64 // row by row; nil where it is diagonal, or so large that L I takes its place
	L    []float64 // one number where they are all the same
	v    []float64 // eigenvectors as rows; nil where they are unit vectors
}

// maxGram is the size of the largest block whose Gram matrix is kept.
const maxGram = 128

// shapeOf is that of a block whose squares are known.
func (m *Curvature) shapeOf(block []Column, first int) *BlockShape {
	size, squares := len(block), m.Squares[first:first+len(block)]
	diagonal := true // columns without predictions in common stand in the order of theirs
	for i := 1; i < size; i++ {
		diagonal = diagonal && block[i-1].Hi <= block[i].Lo && !block[i].Overlaps(&block[i-1])
	}
	switch {
	case diagonal && slices.Min(squares) == slices.Max(squares):
		return &BlockShape{L: squares[:1]}
	case diagonal:
		return &BlockShape{L: squares}
	case size > maxGram:
		return &BlockShape{L: []float64{trace(block, squares)}}
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
	if shape, ok := newBlockShape(gram, size); ok {
		return shape
	}
	return &BlockShape{L: []float64{trace(block, squares)}}
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

func newBlockShape(gram []float64, size int) (s *BlockShape, ok bool) {
	s = &BlockShape{gram: gram}
	if !solver.Finite(floats.Sum(gram)) {
		return nil, false
	}
	s.L, s.v, ok = linalg.EigenSym(gram, size)
	for i := range s.L {
		s.L[i] = max(0, s.L[i])
	}
	return s, ok
}

// addTimes is b ← b + H w.
func (s *BlockShape) addTimes(b, w []float64) {
	for i := range b {
		switch {
		case s.gram != nil:
			b[i] += floats.Dot(s.gram[i*len(w):(i+1)*len(w)], w)
		case len(s.L) == 1:
			b[i] += s.L[0] * w[i]
		default:
			b[i] += s.L[i] * w[i]
		}
	}
}

// minimum is the w that minimizes
//
//	½ wᵀH w − bᵀw + τ‖w‖ + (μ/2)‖w‖²
//
// in the place of b; space has as many numbers. It is 0 where ‖b‖ ≤ τ. Elsewhere, with β = Vᵀb, ρ = ‖w‖ is the root of
//
//	p(ρ)⁻¹ = 1,      p(ρ)² = Σ_i β_i²/((l_i + μ)ρ + τ)²,
//
// whose left side is concave and rises: Newton's method from the left never goes beyond.
//
// Source: the secular equation of trust regions: Conn, Gould, Toint, Trust-Region Methods, 2000, section 7.3.3; for
// groups Qin, Scheinberg, Goldfarb, Efficient Block-coordinate Descent Algorithms for the Group Lasso, Math. Prog.
// Comp. 2013, section 3.
func (s *BlockShape) minimum(b, space []float64, tau, mu, near float64) {
	norm := math.Sqrt(linalg.Dot(b, b))
	switch {
	case norm <= tau:
		clear(b)
		return
	case len(s.L) == 1:
		floats.Scale((1-tau/norm)/(s.L[0]+mu), b)
		return
	}
	size, beta := len(b), b
	if s.v != nil {
		beta = space[:size]
		for i := range size {
			beta[i] = floats.Dot(s.v[i*size:(i+1)*size], b)
		}
	}
	rho := s.length(beta, tau, mu, near)
	for i, l := range s.L {
		beta[i] *= rho / ((l+mu)*rho + tau)
	}
	if s.v != nil {
		clear(b)
		for i, v := range beta {
			floats.AddScaled(b, v, s.v[i*size:(i+1)*size])
		}
	}
}

// secularSteps are the most steps of Newton's method for a norm, which takes four as a rule.
const secularSteps = 60

// length is ρ, from a number that may be near.
func (s *BlockShape) length(beta []float64, tau, mu, near float64) (rho float64) {
	rho = near
	for range secularSteps {
		var square, slope float64 // p², and −½ its derivative
		for i, l := range s.L {
			inverse := 1 / ((l+mu)*rho + tau)
			sum := beta[i] * beta[i] * inverse * inverse
			square += sum
			slope += sum * (l + mu) * inverse
		}
		// 1/p has the derivative slope/p³
		p := math.Sqrt(square)
		next := max(0, rho+(p-1)*square/slope)
		if !(math.Abs(next-rho) > 1e-15*next) {
			return next
		}
		rho = next
	}
	return rho
}
