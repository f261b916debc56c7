package decomposition

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/linalg"
)

// bounded is a coefficient, or where ε > 0 its positive or its negative part, with the multipliers of its bounds.
type bounded struct {
	i                     int
	sign, cost, low, high float64
	v, under, over        float64 // and v − low and high − v, which are followed by themselves
	below, above          float64
	slope                 float64 // of the Lagrangian
}

// curvature is that of the barriers of the bounds.
func (x bounded) curvature() float64 { return x.below/x.under + x.above/x.over }

// point are coefficients within their bounds, and positive multipliers.
type point struct {
	vars       []bounded
	t, b       float64
	eta, slack []float64 // and ½(t − aᵀK_ja), as far as steps have followed it
}

func (x point) clone() point {
	x.vars, x.eta, x.slack = slices.Clone(x.vars), slices.Clone(x.eta), slices.Clone(x.slack)
	return x
}

// interior is a point, and what steps from it are made of.
type interior struct {
	point
	p  Problem
	ks []*linalg.Dense

	a       []float64
	g       [][]float64 // K_ja, and behind them 1 with an intercept
	square  []float64   // aᵀK_ja
	inverse []float64   // of the sum of 1/curvature by example
	factor  *linalg.Dense
	solved  [][]float64   // B⁻¹g_j, B = Σ_j η_jK_j + the diagonal of inverse
	small   *linalg.Dense // factor of gᵀB⁻¹g + the diagonal of slack/η
}

func newInterior(p Problem, ks []*linalg.Dense) *interior {
	n, count := len(p.Y), len(ks)
	m := &interior{
		p: p, ks: ks, a: make([]float64, n), square: make([]float64, count), inverse: make([]float64, n),
	}
	for i, y := range p.Y {
		if p.Epsilon == 0 {
			m.vars = append(m.vars, bounded{i: i, sign: 1, cost: -y, low: -p.Down[i], high: p.Up[i]})
			continue
		}
		m.vars = append(m.vars, bounded{i: i, sign: 1, cost: p.Epsilon - y, high: p.Up[i]},
			bounded{i: i, sign: -1, cost: p.Epsilon + y, high: p.Down[i]})
	}
	for k := range m.vars {
		m.vars[k].v = m.vars[k].low/2 + m.vars[k].high/2
	}
	for range count {
		m.g = append(m.g, make([]float64, n))
		m.eta = append(m.eta, 1/float64(count))
	}
	if p.Intercept {
		m.g = append(m.g, make([]float64, n))
		floats.AddConst(1, m.g[count])
	}
	m.look()
	if t := floats.Max(m.square); t > 0 { // as far on this ray as the minimum is
		scale := math.Max(1e-3, math.Min(1, -m.linear()/t))
		for k := range m.vars {
			m.vars[k].v *= scale
		}
		m.look()
	}
	m.t = 2 * floats.Max(m.square)
	for _, x := range m.vars {
		m.t += math.Abs(x.cost) * (x.high - x.low)
	}
	for _, q := range m.square {
		m.slack = append(m.slack, m.t/2-q/2)
	}
	level := floats.Dot(m.eta, m.slack) / float64(count)
	for k := range m.vars {
		x := &m.vars[k]
		x.under, x.over = x.v-x.low, x.high-x.v
		x.below, x.above = level/x.under, level/x.over
	}
	m.look()
	return m
}

// linear is Σ_i (ε|a_i| − y_i a_i).
func (m *interior) linear() (sum float64) {
	for _, x := range m.vars {
		sum += x.cost * x.v
	}
	return sum
}

// look evaluates what steps are made of.
func (m *interior) look() {
	clear(m.a)
	for _, x := range m.vars {
		m.a[x.i] += x.sign * x.v
	}
	f := m.values()
	for k := range m.vars {
		x := &m.vars[k]
		x.slope = x.cost + x.sign*(f[x.i]+m.b) - x.below + x.above
	}
}

// values are Σ_j f_j at the examples.
func (m *interior) values() []float64 {
	f := make([]float64, len(m.a))
	for j, k := range m.ks {
		k.MulVec(m.g[j], m.a)
		m.square[j] = floats.Dot(m.g[j], m.a)
		floats.AddScaled(f, m.eta[j], m.g[j])
	}
	return f
}

// total is by how much coefficients sum to more than they should.
func (m *interior) total() float64 {
	if !m.p.Intercept {
		return 0
	}
	return floats.Sum(m.a) - m.p.Sum
}

// off is what a slack lacks.
func (m *interior) off(j int) float64 { return m.t/2 - m.square[j]/2 - m.slack[j] }

// left is what the products of complementary pairs and violated equations add to the gap.
func (m *interior) left() float64 {
	sum := math.Abs(m.total()*m.b) + math.Abs(1-floats.Sum(m.eta))*m.t/2
	for j, w := range m.slack {
		sum += m.eta[j] * (w + math.Abs(m.off(j)))
	}
	for _, x := range m.vars {
		sum += x.below*x.under + x.above*x.over + math.Abs(x.slope*x.v)
	}
	return sum
}
