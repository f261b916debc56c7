package coordinate

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// Coordinatewise is a penalty Σ_j g_j(x_j): ProxAt minimizes g_j(z) + (z − v)²/(2γ), globally where g_j is not convex.
type Coordinatewise interface {
	ProxAt(j int, v, gamma float64) float64
}

// Blockwise is a penalty Σ_k g_k(x_k) of disjoint blocks x_k of d coordinates, Parts, of which every coordinate is in
// one. ProxPart writes what minimizes g_k(z) + ‖z − v‖²/(2γ) to dst, which may be v.
type Blockwise interface {
	Parts(d int) [][]int
	ProxPart(dst, v []float64, k int, gamma float64)
}

// CurvedBlocks is a Blockwise penalty whose g_k is twice differentiable in the weights x of a block that are not 0, as
// long as these stay so, and the others 0. Derivatives writes its gradient in x, and its Hessian row by row.
type CurvedBlocks interface {
	Blockwise
	Derivatives(gradient, hessian, x []float64, k int)
}

// proximable is what proximal coordinate descent goes through one after another: weights, or blocks of them. Those that
// are not penalized come last, and single.
//
// residual is (L_k + μ) times the length of the step of one, at the gradients model.products; update takes the step,
// and returns the same.
type proximable interface {
	count() int
	of(k int) []int
	enter(w []float64)
	residual(d *proxDescent, k int) float64
	update(d *proxDescent, k int) float64
}

func proximableOf(p *solver.Problem) (proximable, error) {
	total := p.Dim()
	if p.Unpenalized != nil {
		total += p.Unpenalized.R * p.Outputs()
	}
	switch g := p.Penalty.(type) {
	case Coordinatewise:
		return &singles{g: g, all: identity(total)}, nil
	case Blockwise:
		parts := g.Parts(p.Dim())
		b := &several{g: g, penalized: len(parts), parts: append([][]int(nil), parts...)}
		for j := p.Dim(); j < total; j++ {
			b.parts = append(b.parts, []int{j})
		}
		return b, nil
	}
	return nil, fmt.Errorf("proximal coordinate descent needs a penalty of single weights (coordinate.Coordinatewise) or "+
		"of blocks (coordinate.Blockwise), which %T is not; FISTA takes any", p.Penalty)
}

// singles are weights one by one.
type singles struct {
	g   Coordinatewise
	all []int
}

func (s *singles) count() int     { return len(s.all) }
func (s *singles) of(k int) []int { return s.all[k : k+1] }

// enter goes into the penalty's domain.
func (s *singles) enter(w []float64) {
	for j := range w {
		w[j] = s.g.ProxAt(j, w[j], math.SmallestNonzeroFloat64)
	}
}

func (s *singles) residual(d *proxDescent, j int) float64 {
	return math.Abs(d.s.w[j]-s.minimizer(d, j, d.model.products[j])) * d.model.total(d, j)
}

func (s *singles) update(d *proxDescent, j int) float64 {
	m := d.model
	e := &m.b.columns[j]
	old := d.s.w[j]
	now := s.minimizer(d, j, m.product(j))
	if now == old {
		return 0
	}
	d.s.w[j] = now
	e.addTo(m.r, now-old)
	return math.Abs(now-old) * m.total(d, j)
}

// minimizer is the w_j that minimizes the model where its gradient at w is product.
func (s *singles) minimizer(d *proxDescent, j int, product float64) float64 {
	m, w := d.model, d.s.w[j]
	total := m.total(d, j)
	switch {
	case total == 0 && j >= d.size:
		return w
	case total == 0:
		return s.g.ProxAt(j, 0, math.MaxFloat64)
	}
	at := (m.l[j]*w - product) / total
	if j >= d.size || d.problem.Lambda == 0 {
		return at
	}
	return s.g.ProxAt(j, at, d.problem.Lambda/total)
}

// several are blocks of weights.
type several struct {
	g         Blockwise
	parts     [][]int
	penalized int
	space     []float64
}

func (b *several) count() int     { return len(b.parts) }
func (b *several) of(k int) []int { return b.parts[k] }

// enter goes into the penalty's domain.
func (b *several) enter(w []float64) {
	for k, part := range b.parts[:b.penalized] {
		x, _, _ := b.scratch(part, w)
		b.g.ProxPart(x, x, k, math.SmallestNonzeroFloat64)
		for i, j := range part {
			w[j] = x[i]
		}
	}
}

// scratch is space for a block: its weights, and two slices of their number.
func (b *several) scratch(part []int, w []float64) (x, q, next []float64) {
	n := len(part)
	if 3*n > len(b.space) {
		b.space = make([]float64, 3*n)
	}
	x, q, next = b.space[:n], b.space[n:2*n], b.space[2*n:3*n]
	for i, j := range part {
		x[i] = w[j]
	}
	return x, q, next
}

func (b *several) residual(d *proxDescent, k int) float64 {
	part := b.parts[k]
	x, q, next := b.scratch(part, d.s.w)
	var l float64 // no eigenvalue of A_kᵀH A_k exceeds the sum of the diagonal
	for i, j := range part {
		q[i] = d.model.products[j]
		l += d.model.l[j]
	}
	b.step(d, k, l, x, q, next)
	return b.total(d, k, l) * floats.Distance(x, next, 2)
}

// total is L + μ, or L where nothing is penalized.
func (b *several) total(d *proxDescent, k int, l float64) float64 {
	if k < b.penalized {
		return l + d.problem.Mu
	}
	return l
}

// step is the proximal step from the weights x of a block with gradients q.
func (b *several) step(d *proxDescent, k int, l float64, x, q, next []float64) {
	total := b.total(d, k, l)
	switch {
	case total == 0 && k >= b.penalized:
		copy(next, x)
		return
	case total == 0:
		clear(next)
		b.g.ProxPart(next, next, k, math.MaxFloat64)
		return
	}
	for i := range x {
		next[i] = (l*x[i] - q[i]) / total
	}
	if gamma := d.problem.Lambda / total; k < b.penalized && gamma > 0 { // otherwise next is not finite, or λ = 0
		b.g.ProxPart(next, next, k, gamma)
	}
}

// The steps within a block: their largest number, and the share of the first below which one is the last.
const (
	blockSteps = 20
	blockShare = 1e-2
)

// update repeats the step within the block, with gradients by its Gram matrix.
func (b *several) update(d *proxDescent, k int) float64 {
	m, part := d.model, b.parts[k]
	x, q, next := b.scratch(part, d.s.w)
	for i, j := range part {
		q[i] = m.product(j)
	}
	gram, l := m.gram(part, k)
	first := 0.
	for step := range blockSteps {
		b.step(d, k, l, x, q, next)
		var moved float64
		for i := range x {
			next[i] -= x[i] // the change from here on
			moved += next[i] * next[i]
			x[i] += next[i]
		}
		if step == 0 {
			first = moved
		}
		if gram == nil || !(moved > blockShare*blockShare*first) {
			break
		}
		for i := range q {
			q[i] += floats.Dot(gram[i*len(q):(i+1)*len(q)], next)
		}
	}
	var moved float64
	for i, j := range part {
		if change := x[i] - d.s.w[j]; change != 0 {
			moved += change * change
			d.s.w[j] = x[i]
			m.b.columns[j].addTo(m.r, change)
		}
	}
	return b.total(d, k, l) * math.Sqrt(moved)
}
