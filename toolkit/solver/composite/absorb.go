package composite

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/proxlab/proxlab/toolkit/solver"
)

// beyond is how many times farther than x a solution is taken to be at most, where nothing else bounds it.
const beyond = 1e3

// bound takes the multipliers m.v, divided by their polar, for the best dual point where they are. What is q_j ≠ 0
// without ridge costs |q_j| Radius_j; the share of c in it is not divided. Where multipliers absorbed q what is 0 of it
// is so of ones that differ by their rounding. It returns D there.
func (m *machine) bound(q, x []float64, far float64, absorbed bool) float64 {
	polar := 1.0
	for k, t := range m.terms {
		polar = math.Max(polar, t.Polar(m.v[k]))
	}
	if !solver.Finite(polar) {
		return math.Inf(-1)
	}
	dual := m.constant
	for k, t := range m.terms {
		floats.Scale(1/polar, m.v[k])
		dual -= t.Conjugate(m.v[k])
		if t.offset != nil {
			dual += floats.Dot(t.offset, m.v[k])
		}
	}
	left := floats.AddScaledTo(make([]float64, len(q)), q, polar-1, m.linear)
	floats.Scale(1/polar, left)
	rounded := append([]float64(nil), left...)
	if m.sharp {
		m.sharpen(left)
	} else {
		m.blur(left)
	}
	for j, v := range left {
		if absorbed && q[j] == 0 {
			left[j], v = rounded[j], rounded[j]
		}
		if m.mu[j] > 0 {
			dual -= v * v / (2 * m.mu[j])
		}
	}
	rest := m.assumed(left, x, far)
	dual -= rest
	if lost := m.blurred(m.v, x); dual-lost > m.dual-m.lost || math.IsInf(m.dual, -1) && dual > m.dual {
		m.dual, m.left, m.lost = dual, left, lost
		m.keep(rest, far)
	}
	return dual
}

// blur adds what rounding may have taken of q of m.v, where there is no ridge.
func (m *machine) blur(q []float64) {
	for k, t := range m.terms {
		size := 0x1p-53 * floats.Norm(m.v[k], 2)
		for j, norm := range t.norms {
			if m.mu[j] == 0 {
				q[j] += math.Copysign(size*norm, q[j])
			}
		}
	}
}

// sharpen computes q of m.v in twice the digits, from maps as they were given.
func (m *machine) sharpen(q []float64) {
	low := make([]float64, len(q))
	if clear(q); m.problem.Linear != nil {
		copy(q, m.problem.Linear)
	}
	for k, t := range m.terms {
		v := m.v[k]
		if t.rows != nil {
			v = floats.DivTo(t.scratch, v, t.rows)
		}
		t.addTwofold(q, low, v)
	}
	floats.Mul(q, m.columns)
	floats.Mul(low, m.columns)
	if m.basis != nil {
		m.basis.Row(q)
		m.basis.Row(low)
	}
	floats.Add(q, low)
}

// farthest is how far x is assumed to be beside what it is.
func (m *machine) farthest(x []float64) float64 { return math.Max(m.unit, floats.Norm(x, math.Inf(1))) }

// assumed is what q_j ≠ 0 costs variables without ridge.
func (m *machine) assumed(q, x []float64, far float64) (rest float64) {
	for j, v := range q {
		if m.mu[j] == 0 {
			rest += math.Abs(v) * beyond * (math.Abs(x[j]) + far)
		}
	}
	return rest
}

// keep remembers the dual point.
func (m *machine) keep(rest, far float64) {
	s := m.s
	if s.point == nil {
		s.point = m.likeTerms()
	}
	for k, v := range m.v {
		copy(s.point[k], v)
		m.prices[k] = floats.Norm(v, 2)
	}
	m.tell(m.x, rest, far)
}

// tell says what is assumed.
func (m *machine) tell(x []float64, rest, far float64) {
	s := m.s
	s.Assumed = rest
	for j, v := range x {
		if m.radius[j] = math.Inf(1); m.mu[j] == 0 {
			m.radius[j] = beyond * (math.Abs(v) + far)
		}
	}
	copy(s.Radius, m.radius)
	if m.basis != nil {
		copy(s.Radius, m.basis.Reach(m.radius))
	}
	floats.Mul(s.Radius, m.columns)
}

// absorb is the best D of the multipliers m.v as they are, and with what is left of q = Σ_k K_kᵀv_k in those of single
// variables: v_ki −= q_j/K_kij makes q_j 0, where there is no ridge. A squared loss and finite bounds take any amount,
// at what their conjugates cost, norms what dividing by the polar costs: which is best is tried, one term after the
// other being the first.
func (m *machine) absorb(q, x []float64, far float64) (most float64) {
	v := m.likeTerms()
	for k := range v {
		copy(v[k], m.v[k])
	}
	most = m.bound(q, x, far, false)
	left := make([]float64, len(q))
	for first, t := range m.terms {
		if t.alone == nil {
			continue
		}
		copy(left, q)
		for k := range m.terms {
			copy(m.v[k], v[k])
		}
		for k := range m.terms {
			k = (first + k) % len(m.terms)
			m.terms[k].take(m.v[k], left, m.mu)
		}
		most = math.Max(most, m.bound(left, x, far, true))
	}
	return most
}

// take takes from q what a term's multipliers of single variables can.
func (t *term) take(v, q, mu []float64) {
	for j, i := range t.alone {
		if i < 0 || q[j] == 0 || mu[j] > 0 {
			continue
		}
		_, val := t.k.Stored(i)
		v[i] -= q[j] / val[0]
		q[j] = 0
	}
}
