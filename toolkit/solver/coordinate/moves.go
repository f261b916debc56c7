package coordinate

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// moves is what a step over one block needs to know of its columns.
type moves struct {
	uniform []float64   // by column: c_i, where all its predictions have the same; else 0
	squares []float64   // by column: A_jᵀC A_j
	l       []float64   // by block: the largest eigenvalue of A_gᵀC A_g, or a bound of it
	gram    [][]float64 // by block: A_gᵀC A_g row by row; nil where it is diagonal or too large
	apart   []bool      // by block: it is diagonal, no two columns meet
}

// gramMost is the size of the largest block whose Gram matrix is kept.
const gramMost = 64

func newMoves(b *Blocks, c []float64) moves {
	m := moves{
		uniform: make([]float64, len(b.columns)), squares: make([]float64, len(b.columns)), l: make([]float64, b.all()),
		gram: make([][]float64, b.all()), apart: make([]bool, b.all()),
	}
	same := map[[2]int]float64{}
	scratch := make([]float64, b.n)
	for k := range b.columns {
		e := &b.columns[k]
		at := [2]int{e.lo, e.hi}
		if _, known := same[at]; !known {
			if part := c[e.lo:e.hi]; len(part) > 0 && slices.Min(part) == slices.Max(part) {
				same[at] = part[0]
			} else {
				same[at] = 0
			}
		}
		if m.uniform[k] = same[at]; m.uniform[k] > 0 {
			m.squares[k] = m.uniform[k] * e.a.DotRows(e.row, e.row)
			continue
		}
		m.squares[k] = weightedDot(scratch, c, e, e)
	}
	for g := range m.l {
		m.block(b, g, c, scratch)
	}
	return m
}

// weightedDot is A_jᵀC A_k.
func weightedDot(scratch, c []float64, j, k *column) float64 {
	part := scratch[j.lo:j.hi]
	clear(part)
	j.add(scratch, 1)
	floats.Mul(part, c[j.lo:j.hi])
	return k.dot(scratch)
}

// block fills in l and gram of a block.
func (m *moves) block(b *Blocks, g int, c, scratch []float64) {
	block, first := b.of(g), b.start[g]
	squares := m.squares[first : first+len(block)]
	apart := true // columns that meet no predictions in common stand in the order of theirs
	for i := 1; i < len(block); i++ {
		apart = apart && block[i-1].hi <= block[i].lo && !block[i].meets(&block[i-1])
	}
	switch {
	case apart:
		m.apart[g] = true
		m.l[g] = slices.Max(squares)
		return
	case len(block) > gramMost:
		m.l[g] = floats.Sum(squares)
		return
	}
	gram := make([]float64, len(block)*len(block))
	for i := range block {
		gram[i*len(block)+i] = squares[i]
		for k := range i {
			var v float64
			switch {
			case !block[i].meets(&block[k]):
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

// product is A_jᵀC r.
func (p *coordinates) product(k int) float64 {
	e := &p.b.columns[k]
	if c := p.moves.uniform[k]; c > 0 {
		return c * e.dot(p.r)
	}
	floats.MulTo(p.cr[e.lo:e.hi], p.c[e.lo:e.hi], p.r[e.lo:e.hi])
	return e.dot(p.cr)
}

// visit minimizes over a block, and returns its size.
func (p *coordinates) visit(g int) int {
	block := p.b.of(g)
	if len(block) > 1 {
		p.visitBlock(g, block)
		return len(block)
	}
	e, l := &block[0], p.moves.l[g]
	old := p.s.w[e.weightAt]
	now := 0.
	if l > 0 {
		threshold := p.lambda * p.b.omega(g)
		at := p.product(p.b.start[g]) + l*old
		switch {
		case at > threshold:
			now = (at - threshold) / (l + p.ridge(g))
		case at < -threshold:
			now = (at + threshold) / (l + p.ridge(g))
		case at != at:
			now = at
		}
	}
	if now != old {
		p.s.w[e.weightAt] = now
		e.add(p.r, old-now)
	}
	return 1
}

// The steps within a block: the most of them, and the share of the first below which one is the last.
const (
	blockSteps = 20
	blockShare = 1e-2
)

// visitBlock takes proximal steps w_g ← shrink(L w_g + q, λω_g)/(L + μ) with q = A_gᵀC r, which follows by the Gram matrix, so that the
// columns are read twice only.
func (p *coordinates) visitBlock(g int, block []column) {
	m := &p.moves
	l, threshold, first := m.l[g], p.lambda*p.b.omega(g), p.b.start[g]
	if need := 3 * len(block); need > len(p.space) {
		p.space = make([]float64, need)
	}
	w, q, change := p.space[:len(block)], p.space[len(block):2*len(block)], p.space[2*len(block):3*len(block)]
	for i := range block {
		w[i], q[i] = p.s.w[block[i].weightAt], p.product(first+i)
	}
	if l == 0 {
		threshold = math.Inf(1)
	}
	firstMove := 0.
	for step := range blockSteps {
		var norm, moved float64
		for i := range w {
			at := l*w[i] + q[i]
			norm += at * at
		}
		norm = math.Sqrt(norm)
		scale := 0.
		if norm > threshold || norm != norm {
			scale = (1 - threshold/norm) / (l + p.mu)
		}
		for i := range w {
			now := 0.
			if scale != 0 {
				now = scale * (l*w[i] + q[i])
			}
			change[i] = now - w[i]
			moved += change[i] * change[i]
			w[i] = now
		}
		if step == 0 {
			firstMove = moved
		}
		if moved <= blockShare*blockShare*firstMove || !m.follow(q, g, change, first) {
			break
		}
	}
	for i := range block {
		e := &block[i]
		if old := p.s.w[e.weightAt]; w[i] != old {
			p.s.w[e.weightAt] = w[i]
			e.add(p.r, old-w[i])
		}
	}
}

// follow updates q after the weights of a block have changed; false where that takes the columns themselves, or nothing is to be gained.
func (m *moves) follow(q []float64, g int, change []float64, first int) bool {
	if gram := m.gram[g]; gram != nil {
		for i := range q {
			q[i] -= floats.Dot(gram[i*len(q):(i+1)*len(q)], change)
		}
		return true
	}
	if !m.apart[g] {
		return false
	}
	even := true
	for i := range q {
		q[i] -= m.squares[first+i] * change[i]
		even = even && m.squares[first+i] == m.l[g]
	}
	return !even
}
