package model

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// Quadratic is ½ rᵀC r with r = y − A w, as the weights of columns change one by one.
type Quadratic interface {
	// Product is A_kᵀC r: minus the slope in the weight of column k.
	Product(k int) float64
	// Change takes note of a weight that has changed by so much.
	Change(k int, by float64)
	// Energy is rᵀC r at the weights w.
	Energy(w []float64) float64
	// Image is what changes are of, affine in the weights; carried tells whether it is so short that weights are
	// extrapolated together with it, as a change costs about as much.
	Image() (x []float64, carried bool)
	// Gram is A_SᵀC A_S of some columns, row by row; cost are its flops, and those of one visit to a weight.
	Gram(columns []int) []float64
	Cost(size int) (gram, visit float64)
}

// together is a quadratic that has the products with all columns of a block at once, and takes note of changes of all
// their weights.
type together interface {
	BlockProducts(dst []float64, g int)
	ChangeBlock(g int, by []float64)
}

// ahead is a quadratic that gets ready for visits to so many of some blocks, one after the other, until it may rest.
type ahead interface {
	Ahead(blocks []int) (count int)
	Rest()
}

// Parts is a penalty Σ_g λ g_g that is known by its prox, block by block.
type Parts interface {
	// Prox replaces the weights x of a block by what minimizes g_g(z) + ‖z − x‖²/(2γ).
	Prox(x []float64, g int, gamma float64)
	// Value is λ Σ_g g_g.
	Value(w []float64, lambda float64) float64
	// IsSmooth tells whether derivatives are known: gradient and Hessian of g_g in the weights x of a block that are not
	// 0.
	IsSmooth() bool
	Derivatives(gradient, hessian, x []float64, g int)
}

// Model is a quadratic with norms of blocks, and a ridge,
//
//	½ rᵀC r + λ Σ_g ω_g ‖w_g‖ + (μ/2)‖w‖²,
//
// or a penalty that is known by its prox in place of the norms, which passes minimize one block after the other.
type Model struct {
	Blocks
	Loss       Quadratic
	Curvature  *Curvature
	Parts      Parts // nil for norms
	Lambda, Mu float64
	W          []float64
	Products   []float64                          // A_gᵀC r of the blocks whose gap was looked at
	Set        []int                              // the blocks that may not be 0, ascending; nil for all
	Visited    float64                            // weights
	Evals      int                                // passes
	spent      float64                            // flops of passes since the last Newton step
	enough     func(before, after []float64) bool // after a pass: no other is wanted; nil for all there are
	Plain      bool                               // no extrapolation, and no Newton steps
	// First solves a set before passes do, where it can, to a target of its gap; nil for nothing.
	First   func(ctx context.Context, set []int, target float64) (done bool, err error)
	free    *linalg.Dense // factor of the free columns' Gram matrix, made when asked for
	Factor  *ActiveFactor // of single columns; nil for a new one each time
	gram    []float64     // of the last Newton step's columns, which are these; nil for none
	columns []int
	space   []float64   // for a step over a block
	points  [][]float64 // for passes
	live    []int       // blocks that are not 0 before or after a pass over a set
	image   []float64   // for passes
}

// NewModel is that of blocks at weights w, which passes change.
func NewModel(b Blocks, loss Quadratic, of *Curvature, lambda, mu float64, w []float64) *Model {
	return &Model{
		Blocks: b, Loss: loss, Curvature: of, Lambda: lambda, Mu: mu, W: w, Products: make([]float64, len(b.Columns)),
	}
}

// Update minimizes over a block, and returns its size.
func (m *Model) Update(g int) int {
	first := m.From[g]
	if size := m.From[g+1] - first; size > 1 || m.Parts != nil {
		m.updateSeveral(g, first, size)
		return size
	}
	at, l, now := m.Columns[first].WeightAt, m.Curvature.Squares[first], 0.
	old, threshold := m.W[at], m.Lambda*m.Omega[g]
	if l != l { // not known yet
		if old == 0 && math.Abs(m.Loss.Product(first)) <= threshold {
			return 1
		}
		m.Curvature.Know([]int{g})
		l = m.Curvature.Squares[first]
	}
	if l > 0 {
		at := m.Loss.Product(first) + l*old
		switch {
		case at > threshold:
			now = (at - threshold) / (l + m.ridge(g))
		case at < -threshold:
			now = (at + threshold) / (l + m.ridge(g))
		case at != at:
			now = at
		}
		now = m.Clip(g, now)
	}
	if now != old {
		m.W[at] = now
		m.Loss.Change(first, now-old)
	}
	return 1
}

// updateSeveral is Update for a block of several weights, and for any where the penalty is known by its prox.
func (m *Model) updateSeveral(g, first, size int) {
	old, now, b, space := m.scratch(size)
	m.weights(old[:0], g, m.W)
	m.BlockProducts(b, g)
	if copy(now, b); m.Parts != nil {
		copy(now, old)
		m.minimize(now, b, space, g)
	} else {
		of, norm := m.Curvature.Shapes[g], math.Sqrt(linalg.Dot(old, old))
		if norm > 0 {
			of.AddTimes(now, old)
		}
		of.Minimum(now, b, m.Lambda*m.Omega[g], m.ridge(g), norm)
	}
	of, ok := m.Loss.(together)
	if w := m.part(g, m.W); ok && w != nil {
		copy(w, now)
		floats.SubTo(old, now, old)
		of.ChangeBlock(g, old)
		return
	}
	for i, v := range now {
		by := v - old[i]
		if old[i] = by; by != 0 {
			if m.W[m.Columns[first+i].WeightAt] = v; !ok {
				m.Loss.Change(first+i, by)
			}
		}
	}
	if ok {
		of.ChangeBlock(g, old)
	}
}

// BlockProducts are the products with the columns of a block.
func (m *Model) BlockProducts(dst []float64, g int) {
	of, ok := m.Loss.(together)
	if ok {
		of.BlockProducts(dst, g)
	}
	for i := 0; !ok && i < len(dst); i++ {
		dst[i] = m.Loss.Product(m.From[g] + i)
	}
}

// ahead gets ready for visits to so many of some blocks, until rest.
func (m *Model) ahead(blocks []int) (count int) {
	if of, ok := m.Loss.(ahead); ok {
		return of.Ahead(blocks)
	}
	return len(blocks)
}

func (m *Model) rest() {
	if of, ok := m.Loss.(ahead); ok {
		of.Rest()
	}
}

// scratch is space for a block of so many weights.
func (m *Model) scratch(size int) (a, b, c, d []float64) {
	if 4*size > len(m.space) {
		m.space = make([]float64, 4*size)
	}
	return m.space[:size], m.space[size : 2*size], m.space[2*size : 3*size], m.space[3*size : 4*size]
}

// IsActive tells whether a block is unpenalized or has a weight that is not 0.
func (m *Model) IsActive(g int) bool {
	if m.Single || !m.IsPenalized(g) {
		return !m.IsPenalized(g) || m.W[g] != 0
	}
	for k := m.From[g]; k < m.From[g+1]; k++ {
		if m.W[m.Columns[k].WeightAt] != 0 {
			return true
		}
	}
	return false
}

// Objective is that of the model.
func (m *Model) Objective() float64 {
	norms, squares := m.norms(m.W, m.Set)
	if m.Parts != nil {
		return m.Loss.Energy(m.W)/2 + m.Parts.Value(m.W, m.Lambda) + m.Mu/2*squares
	}
	return m.Loss.Energy(m.W)/2 + m.Lambda*norms + m.Mu/2*squares
}

// ridge is μ, but for an unpenalized block.
func (m *Model) ridge(g int) float64 {
	if !m.IsPenalized(g) {
		return 0
	}
	return m.Mu
}

// Gap is that of the problem on a set of blocks, all others being 0, with what is best over the unpenalized weights:
// with q = A_SᵀC r, at the dual point s C r, s = 1/max(1, max_g ‖q_g‖/(λω_g)), it is
//
//	½(1 − s)² rᵀC r + λΩ(w) + (μ/2)‖w‖² − s⟨q, w⟩,
//
// and for μ > 0 that at C r, and Σ_g max(0, ‖q_g‖ − λω_g)²/(2μ).
func (m *Model) Gap(set []int) float64 {
	m.Settle()
	dual, along, norms, squares := solver.BlockDual{Mu: m.Mu}, 0., 0., 0.
	next := 0
	defer m.rest()
	for at, g := range set {
		if at == next {
			next += m.ahead(set[at:])
		}
		m.BlockProducts(m.Products[m.From[g]:m.From[g+1]], g)
		for k := m.From[g]; k < m.From[g+1]; k++ {
			along += m.Products[k] * m.W[m.Columns[k].WeightAt]
		}
		if m.IsPenalized(g) {
			bound, weight := m.Lambda*m.Omega[g], m.Norm(g, m.W)
			dual.Add(m.Polar(m.Products, g, 1), bound)
			norms, squares = norms+bound*weight, squares+weight*weight
		}
	}
	s, conjugate := dual.Scale()
	return (1-s)*(1-s)/2*m.Loss.Energy(m.W) + norms + m.Mu/2*squares - s*along + conjugate
}

// Settle goes to the best unpenalized weights.
func (m *Model) Settle() {
	first := m.From[m.Penalized]
	if first == len(m.Columns) {
		return
	}
	step, free := make([]float64, len(m.Columns)-first), make([]int, len(m.Columns)-first)
	for i := range step {
		step[i], free[i] = m.Loss.Product(first+i), first+i
	}
	if m.free == nil {
		m.free = linalg.CholeskyOfGram(m.Loss.Gram(free), len(free))
	}
	linalg.SolveCholesky(m.free, step)
	for i, by := range step {
		if by != 0 {
			m.W[m.Columns[first+i].WeightAt] += by
			m.Loss.Change(first+i, by)
		}
	}
}
