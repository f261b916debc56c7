package coordinate

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit"
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

// proxParts is a penalty that is known by its prox, part by part: the blocks of a model, in their order.
type proxParts struct {
	of     toolkit.Proxable
	single Coordinatewise
	block  Blockwise    // nil where weights are single
	curved CurvedBlocks // nil where there are no derivatives
	parts  [][]int      // of weights
	size   int          // penalized weights
}

func proxPartsOf(p *solver.Problem) (*proxParts, error) {
	out := &proxParts{of: p.Penalty, size: p.Dim()}
	switch g := p.Penalty.(type) {
	case Coordinatewise:
		out.single = g
		all := identity(p.Dim())
		for j := range all {
			out.parts = append(out.parts, all[j:j+1])
		}
	case Blockwise:
		out.block, out.parts = g, g.Parts(p.Dim())
		out.curved, _ = p.Penalty.(CurvedBlocks)
	default:
		return nil, fmt.Errorf("proximal coordinate descent needs a penalty of single weights (coordinate.Coordinatewise) "+
			"or of blocks (coordinate.Blockwise), which %T is not; FISTA takes any", p.Penalty)
	}
	return out, nil
}

// prox is that of part g at x, in its place.
func (p *proxParts) prox(x []float64, g int, gamma float64) {
	if p.block == nil {
		x[0] = p.single.ProxAt(g, x[0], gamma)
		return
	}
	p.block.ProxPart(x, x, g, gamma)
}

// enter goes into the penalty's domain.
func (p *proxParts) enter(w []float64) {
	for g, part := range p.parts {
		x := partOf(w, part)
		p.prox(x, g, math.SmallestNonzeroFloat64)
		for i, j := range part {
			w[j] = x[i]
		}
	}
}

func partOf(w []float64, part []int) []float64 {
	out := make([]float64, len(part))
	for i, j := range part {
		out[i] = w[j]
	}
	return out
}

// value is λ Σ_g g_g.
func (p *proxParts) value(w []float64, lambda float64) float64 {
	if lambda == 0 {
		return 0
	}
	return lambda * p.of.Value(w[:p.size])
}

// proxStep writes to next the proximal step from the weights x of a block, where the quadratic has the slopes −b and no
// eigenvalue beyond l.
func (m *model) proxStep(next, x, b []float64, g int, l float64) {
	total, penalized := l+m.ridge(g), m.isPenalized(g)
	switch {
	case total == 0 && !penalized:
		copy(next, x)
		return
	case total == 0:
		clear(next)
		m.prox.prox(next, g, math.MaxFloat64)
		return
	}
	for i := range x {
		next[i] = (l*x[i] + b[i]) / total
	}
	if gamma := m.lambda / total; penalized && gamma > 0 { // otherwise next is not finite, or λ = 0
		m.prox.prox(next, g, gamma)
	}
}

// proxResidual is (L_g + μ) times the length of the proximal step of a block, where minus the slopes are products.
func (m *model) proxResidual(g int) float64 {
	first, last := m.start[g], m.start[g+1]
	x, next, _, _ := m.scratch(last - first)
	var l float64 // no eigenvalue of A_gᵀH A_g exceeds the sum of the diagonal
	for i := range x {
		x[i] = m.w[m.columns[first+i].weightAt]
		l += m.curvature.squares[first+i]
	}
	m.proxStep(next, x, m.products[first:last], g, l)
	return (l + m.ridge(g)) * floats.Distance(x, next, 2)
}

// The steps within a block: their largest number, and the share of the first below which one is the last.
const (
	blockSteps = 20
	blockShare = 1e-2
)

// minimize goes towards the minimum over a block from its weights x, where minus the slopes are b, by proximal steps; x
// and b are then those there.
func (m *model) minimize(x, b, change []float64, g int) {
	if len(x) == 1 {
		m.proxStep(change, x, b, g, m.curvature.squares[m.start[g]])
		x[0] = change[0]
		return
	}
	shape, first := m.curvature.shapes[g], 0.
	l := slices.Max(shape.l)
	for step := range blockSteps {
		m.proxStep(change, x, b, g, l)
		floats.Sub(change, x)
		floats.Add(x, change)
		moved := floats.Dot(change, change)
		if step == 0 {
			first = moved
		}
		if !(moved > blockShare*blockShare*first) || len(shape.l) == 1 {
			return
		}
		floats.Scale(-1, change)
		shape.addTimes(b, change)
	}
}

// addProx fills in minus the gradient on a support, and adds the Hessian of penalty and ridge.
func (m *model) addProx(s support, gradient, hessian []float64) {
	size, at := len(gradient), 0
	for _, g := range s.blocks {
		from := at
		var x []float64
		for ; at < size && s.columns[at] < m.start[g+1]; at++ {
			k := s.columns[at]
			x = append(x, m.w[m.columns[k].weightAt])
			gradient[at] = m.loss.product(k) - m.ridge(g)*x[at-from]
			hessian[at*size+at] += m.ridge(g)
		}
		if !m.isPenalized(g) {
			continue
		}
		count := len(x)
		own, h := make([]float64, count), make([]float64, count*count)
		m.prox.curved.Derivatives(own, h, x, g)
		for i, v := range own {
			gradient[from+i] -= m.lambda * v
			floats.AddScaled(hessian[(from+i)*size+from:(from+i)*size+at], m.lambda, h[i*count:(i+1)*count])
		}
	}
}
