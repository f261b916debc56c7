package decomposition

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// change is a direction of an interior, and what it changes the multipliers of bounds and the slacks by.
type change struct {
	a, v, below, above, eta, slack []float64
	t, b                           float64
}

// step goes along Mehrotra's direction; false where there is none, or it leads nowhere.
func (m *interior) step() bool {
	if !m.decompose() {
		return false
	}
	pairs := float64(2*len(m.vars) + len(m.eta))
	now := m.complementary(nil, 0)
	affine := m.direction(0, nil)
	far := m.most(affine)
	ratio := m.complementary(affine, far) / now
	d := m.direction(ratio*ratio*ratio*now/pairs, affine)
	const inside = 0.995
	far = math.Min(1, inside*m.most(d))
	const least = 1e-6
	if !(far > least) || math.IsNaN(d.t+floats.Sum(d.v)+floats.Sum(d.slack)) {
		return false
	}
	for k := range m.vars {
		x := &m.vars[k]
		x.under, x.over = x.under+far*d.v[k], x.over-far*d.v[k]
		if x.v = x.low + x.under; x.over < x.under {
			x.v = x.high - x.over
		}
		x.below, x.above = x.below+far*d.below[k], x.above+far*d.above[k]
	}
	floats.AddScaled(m.eta, far, d.eta)
	floats.AddScaled(m.slack, far, d.slack)
	m.t, m.b = m.t+far*d.t, m.b+far*d.b
	return true
}

// decompose factors the equations of directions. With D the curvature of variables, by example E = 1/Σ 1/D, and
// B = E + Σ_j η_jK_j, they are
//
//	B da + Σ_j dη_j g_j + db 1 = r,      g_jᵀda − (slack_j/η_j) dη_j − ½dt = r_j,      1ᵀda = r_s,      Σ_j dη_j = r_t,
//
// so that da = B⁻¹(r − Σ_j dη_j g_j − db 1) leaves one equation a kernel.
func (m *interior) decompose() bool {
	n, count := len(m.a), len(m.ks)
	clear(m.inverse)
	for _, x := range m.vars {
		m.inverse[x.i] += 1 / x.curvature()
	}
	gram := make([]float64, n*n)
	for j, k := range m.ks {
		linalg.Axpy(gram, m.eta[j], k.Data)
	}
	for i := range n {
		gram[i*n+i] += 1 / m.inverse[i]
	}
	if m.factor = linalg.CholeskyOfGram(gram, n); m.factor == nil {
		return false
	}
	m.solved = m.solved[:0]
	for _, g := range m.g {
		m.solved = append(m.solved, m.solve(g))
	}
	q := len(m.g)
	small := make([]float64, q*q)
	for i, g := range m.g {
		for j, s := range m.solved[:i+1] {
			small[i*q+j] = linalg.Dot(g, s)
		}
		if i < count {
			small[i*q+i] += m.slack[i] / m.eta[i]
		}
	}
	m.small = linalg.CholeskyOfGram(small, q)
	return m.small != nil
}

// solve is B⁻¹v.
func (m *interior) solve(v []float64) []float64 {
	out := append([]float64(nil), v...)
	linalg.SolveCholesky(m.factor, out)
	return out
}

// direction is that to products of level, with terms of the second order of the direction before; nil for none.
func (m *interior) direction(level float64, before *change) *change {
	n, count := len(m.a), len(m.ks)
	d := &change{
		a: make([]float64, n), v: make([]float64, len(m.vars)), below: make([]float64, len(m.vars)),
		above: make([]float64, len(m.vars)), eta: make([]float64, count), slack: make([]float64, count),
	}
	off, bend := make([]float64, count), make([]float64, n) // residuals of slacks, Σ_j dη_j K_jda
	product := make([]float64, count)                       // what η_j·slack_j are to change by
	part := make([]float64, n)
	for j, w := range m.slack {
		off[j], product[j] = m.off(j), level-m.eta[j]*w
		if before != nil {
			m.ks[j].MulVec(part, before.a)
			off[j] -= floats.Dot(part, before.a) / 2
			product[j] -= before.eta[j] * before.slack[j]
			floats.AddScaled(bend, before.eta[j], part)
		}
	}
	right := make([]float64, n) // r
	rest := make([]float64, len(m.vars))
	for k, x := range m.vars { // d.below and d.above hold what products are to change by, first
		d.below[k], d.above[k] = level-x.below*x.under, level-x.above*x.over
		if before != nil {
			d.below[k] -= before.below[k] * before.v[k]
			d.above[k] += before.above[k] * before.v[k]
		}
		rest[k] = -x.slope - x.sign*bend[x.i] + d.below[k]/x.under - d.above[k]/x.over
		right[x.i] += x.sign * rest[k] / x.curvature() / m.inverse[x.i]
	}
	first := m.solve(right)
	y, ones := make([]float64, len(m.g)), make([]float64, len(m.g)) // dη and db; what ½dt takes from them
	for j, g := range m.g {
		y[j] = floats.Dot(g, first)
		if j < count {
			y[j], ones[j] = y[j]-off[j]+product[j]/m.eta[j], 1
		} else {
			y[j] += m.total()
		}
	}
	linalg.SolveCholesky(m.small, y)
	linalg.SolveCholesky(m.small, ones)
	d.t = 2 * (floats.Sum(y[:count]) + floats.Sum(m.eta) - 1) / floats.Sum(ones[:count])
	floats.AddScaled(y, -d.t/2, ones)
	copy(d.eta, y)
	if m.p.Intercept {
		d.b = y[count]
	}
	copy(d.a, first)
	for j, s := range m.solved {
		floats.AddScaled(d.a, -y[j], s)
	}
	for j := range m.slack {
		d.slack[j] = (product[j] - m.slack[j]*d.eta[j]) / m.eta[j]
	}
	// A variable moves by (rest − sign X)/D, where X_i = E_i(Σ sign rest/D − da_i).
	for k, x := range m.vars {
		pull := right[x.i] - d.a[x.i]/m.inverse[x.i]
		d.v[k] = (rest[k] - x.sign*pull) / x.curvature()
		d.below[k] = (d.below[k] - x.below*d.v[k]) / x.under
		d.above[k] = (d.above[k] + x.above*d.v[k]) / x.over
	}
	return d
}

// most is how far a direction leads until something that is positive is 0; infinite where nothing comes to be.
func (m *interior) most(d *change) float64 {
	far := math.Inf(1)
	to := func(v, by float64) {
		if by < 0 {
			far = math.Min(far, -v/by)
		}
	}
	for k, x := range m.vars {
		to(x.under, d.v[k])
		to(x.over, -d.v[k])
		to(x.below, d.below[k])
		to(x.above, d.above[k])
	}
	for j, w := range m.slack {
		to(w, d.slack[j])
		to(m.eta[j], d.eta[j])
	}
	return far
}

// complementary is the sum of the products of complementary pairs, so far along a direction.
func (m *interior) complementary(d *change, far float64) (sum float64) {
	if d == nil {
		d = &change{}
		d.v, d.eta = make([]float64, len(m.vars)), make([]float64, len(m.eta))
		d.below, d.above, d.slack = d.v, d.v, d.eta
	}
	far = math.Min(1, far)
	for k, x := range m.vars {
		sum += (x.below+far*d.below[k])*(x.under+far*d.v[k]) + (x.above+far*d.above[k])*(x.over-far*d.v[k])
	}
	for j, w := range m.slack {
		sum += (m.eta[j] + far*d.eta[j]) * (w + far*d.slack[j])
	}
	return sum
}

// settle are coefficients and weights: those that are nearer to a bound than its multiplier is to 0, as shares of how
// large they are, are there, and what coefficients then sum to too much is taken from the others.
func (x point) settle(p Problem) (a, eta []float64) {
	a, eta = make([]float64, len(p.Y)), x.eta
	top := floats.Max(eta)
	for j, w := range x.slack {
		if eta[j]*x.t/2 < w && eta[j] < top/2 {
			eta[j] = 0
		}
	}
	floats.Scale(1/floats.Sum(eta), eta)
	size := 0.
	for _, v := range x.vars {
		size = max(size, v.below, v.above)
	}
	var free []bounded
	for _, v := range x.vars {
		to, width := v.v, v.high-v.low
		switch {
		case v.under*size < v.below*width:
			to = v.low
		case v.over*size < v.above*width:
			to = v.high
		default:
			free = append(free, v)
		}
		a[v.i] += v.sign * to
	}
	if p.Intercept {
		total := floats.Sum(a) - p.Sum
		for _, v := range free {
			a[v.i] -= total / float64(len(free))
		}
	}
	return a, eta
}
