package coordinate

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
	"github.com/proxlab/proxlab/toolkit/solver"
)

// quadratic is ½ rᵀC r with r = y − A w, as the weights of columns change one by one.
type quadratic interface {
	// product is A_kᵀC r: minus the slope in the weight of column k.
	product(k int) float64
	// change takes note of a weight that has changed by so much.
	change(k int, by float64)
	// energy is rᵀC r at the weights w.
	energy(w []float64) float64
	// keep remembers what changes are of: back puts it back.
	keep() (back func())
	// gram is A_SᵀC A_S of some columns, row by row; cost are its flops, and those of one visit to a weight.
	gram(columns []int) []float64
	cost(size int) (gram, visit float64)
}

// parts is a penalty Σ_g λ g_g that is known by its prox, block by block.
type parts interface {
	// prox replaces the weights x of a block by what minimizes g_g(z) + ‖z − x‖²/(2γ).
	prox(x []float64, g int, gamma float64)
	// value is λ Σ_g g_g.
	value(w []float64, lambda float64) float64
	// isSmooth tells whether derivatives are known: gradient and Hessian of g_g in the weights x of a block that are not 0.
	isSmooth() bool
	derivatives(gradient, hessian, x []float64, g int)
}

// model is a quadratic with norms of blocks, and a ridge,
//
//	½ rᵀC r + λ Σ_g ω_g ‖w_g‖ + (μ/2)‖w‖²,
//
// or a penalty that is known by its prox in place of the norms, which passes minimize one block after the other.
type model struct {
	blocks
	loss       quadratic
	curvature  *curvature
	parts      parts // nil for norms
	lambda, mu float64
	w          []float64
	products   []float64     // A_gᵀC r of the blocks whose gap was looked at
	set        []int         // the blocks that may not be 0, ascending; nil for all
	visited    float64       // weights
	evals      int           // passes
	spent      float64       // flops of passes since the last Newton step
	plain      bool          // no extrapolation, and no Newton steps
	free       *linalg.Dense // the factor of the unpenalized columns' Gram matrix; nil before it is asked for
	factor     *activeFactor // of single columns; nil for a new one each time
	space      []float64     // for a step over a block
}

func newModel(b blocks, loss quadratic, of *curvature, lambda, mu float64, w []float64) *model {
	return &model{
		blocks: b, loss: loss, curvature: of, lambda: lambda, mu: mu, w: w, products: make([]float64, len(b.columns)),
	}
}

// update minimizes over a block, and returns its size.
func (m *model) update(g int) int {
	first := m.start[g]
	if size := m.start[g+1] - first; size > 1 || m.parts != nil {
		m.updateSeveral(g, first, size)
		return size
	}
	at, l, now := m.columns[first].weightAt, m.curvature.squares[first], 0.
	old := m.w[at]
	if l > 0 {
		threshold := m.lambda * m.omega[g]
		at := m.loss.product(first) + l*old
		switch {
		case at > threshold:
			now = (at - threshold) / (l + m.ridge(g))
		case at < -threshold:
			now = (at + threshold) / (l + m.ridge(g))
		case at != at:
			now = at
		}
	}
	if now != old {
		m.w[at] = now
		m.loss.change(first, now-old)
	}
	return 1
}

// updateSeveral is update for a block of several weights, and for any where the penalty is known by its prox.
func (m *model) updateSeveral(g, first, size int) {
	old, now, b, space := m.scratch(size)
	for i := range size {
		old[i], b[i] = m.w[m.columns[first+i].weightAt], m.loss.product(first+i)
	}
	if copy(now, b); m.parts != nil {
		copy(now, old)
		m.minimize(now, b, space, g)
	} else {
		shape, norm := m.curvature.shapes[g], floats.Norm(old, 2)
		if norm > 0 {
			shape.addTimes(now, old)
		}
		shape.minimum(now, b, m.lambda*m.omega[g], m.ridge(g), norm)
	}
	for i, v := range now {
		if v != old[i] {
			m.w[m.columns[first+i].weightAt] = v
			m.loss.change(first+i, v-old[i])
		}
	}
}

// scratch is space for a block of so many weights.
func (m *model) scratch(size int) (a, b, c, d []float64) {
	if 4*size > len(m.space) {
		m.space = make([]float64, 4*size)
	}
	return m.space[:size], m.space[size : 2*size], m.space[2*size : 3*size], m.space[3*size : 4*size]
}

// isActive tells whether a block is unpenalized or has a weight that is not 0.
func (m *model) isActive(g int) bool {
	if !m.isPenalized(g) {
		return true
	}
	for k := m.start[g]; k < m.start[g+1]; k++ {
		if m.w[m.columns[k].weightAt] != 0 {
			return true
		}
	}
	return false
}

// objective is that of the model.
func (m *model) objective() float64 {
	norms, squares := m.norms(m.w, m.set)
	if m.parts != nil {
		return m.loss.energy(m.w)/2 + m.parts.value(m.w, m.lambda) + m.mu/2*squares
	}
	return m.loss.energy(m.w)/2 + m.lambda*norms + m.mu/2*squares
}

// ridge is μ, but for an unpenalized block.
func (m *model) ridge(g int) float64 {
	if !m.isPenalized(g) {
		return 0
	}
	return m.mu
}

// gap is that of the problem on a set of blocks, all others being 0, with what is best over the unpenalized weights:
// with q = A_SᵀC r, at the dual point s C r, s = 1/max(1, max_g ‖q_g‖/(λω_g)), it is
//
//	½(1 − s)² rᵀC r + λΩ(w) + (μ/2)‖w‖² − s⟨q, w⟩,
//
// and for μ > 0 that at C r, and Σ_g max(0, ‖q_g‖ − λω_g)²/(2μ).
func (m *model) gap(set []int) float64 {
	m.settle()
	dual, along, norms, squares := solver.BlockDual{Mu: m.mu}, 0., 0., 0.
	for _, g := range set {
		for k := m.start[g]; k < m.start[g+1]; k++ {
			m.products[k] = m.loss.product(k)
			along += m.products[k] * m.w[m.columns[k].weightAt]
		}
		if m.isPenalized(g) {
			bound, weight := m.lambda*m.omega[g], m.norm(g, m.w)
			dual.Add(m.productNorm(m.products, g), bound)
			norms, squares = norms+bound*weight, squares+weight*weight
		}
	}
	s, conjugate := dual.Scale()
	return (1-s)*(1-s)/2*m.loss.energy(m.w) + norms + m.mu/2*squares - s*along + conjugate
}

// settle goes to the best unpenalized weights.
func (m *model) settle() {
	first := m.start[m.penalized]
	if first == len(m.columns) {
		return
	}
	step := make([]float64, len(m.columns)-first)
	for i := range step {
		step[i] = m.loss.product(first + i)
	}
	if m.free == nil {
		free := identity(len(m.columns))[first:]
		m.free = linalg.CholeskyOfGram(m.loss.gram(free), len(free))
	}
	linalg.SolveCholesky(m.free, step)
	for i, by := range step {
		if by != 0 {
			m.w[m.columns[first+i].weightAt] += by
			m.loss.change(first+i, by)
		}
	}
}

// point are the weights of a set of blocks.
func (m *model) point(set []int) []float64 {
	out := make([]float64, 0, len(set))
	for _, g := range set {
		for k := m.start[g]; k < m.start[g+1]; k++ {
			out = append(out, m.w[m.columns[k].weightAt])
		}
	}
	return out
}

// try goes to a point on a set of blocks, if the objective there is less than before, and says what it is.
func (m *model) try(set []int, point []float64, before float64) (objective float64, lower bool) {
	old, back := m.point(set), m.loss.keep()
	m.goTo(set, point, true)
	m.visited += float64(len(point))
	if after := m.objective(); after < before {
		return after, true
	}
	back()
	m.goTo(set, old, false)
	return before, false
}

// keep remembers numbers.
func keep(x []float64) (back func()) {
	old := slices.Clone(x)
	return func() { copy(x, old) }
}

// goTo replaces the weights of a set of blocks, and changes the quadratic where asked.
func (m *model) goTo(set []int, point []float64, change bool) {
	at := 0
	for _, g := range set {
		for k := m.start[g]; k < m.start[g+1]; k++ {
			w := &m.w[m.columns[k].weightAt]
			if by := point[at] - *w; by != 0 && change {
				m.loss.change(k, by)
			}
			*w = point[at]
			at++
		}
	}
}
